/// A grid of glyphs into which each frame is drawn completely.
///
/// Drawing is clipped to the current region and never fails: glyphs outside the region are ignored.
/// Points are relative to the corner of the region, so a cell draws from line 0 wherever it is on
/// the screen.
public struct Canvas: Sendable {
  /// The size of the whole grid.
  package let extent: Size
  /// The lines, from the top.
  package private(set) var lines: [CanvasLine]
  /// Whether text that was drawn contains separate parts of an emoji sequence; see
  /// `SafeText.hasEmojiParts`.
  package internal(set) var hasEmojiParts = false
  /// The current region, in coordinates of the whole grid.
  private(set) var region: Rect
  /// The visible part of the region, in the same coordinates.
  private(set) var clip: Rect

  /// Creates a blank canvas in the terminal's own colors.
  ///
  /// Cost: proportional to the number of lines plus the number of columns, because lines share
  /// their memory until they are drawn into.
  public init(size: Size) {
    extent = size
    lines = Array(repeating: CanvasLine(columns: size.columns), count: size.lines)
    region = Rect(origin: .zero, size: size)
    clip = region
  }

  /// The size of the current region; at first that of the whole canvas.
  public var size: Size { region.size }

  /// The visible lines of the region, half-open and within its size.
  ///
  /// A tall cell need draw only these. The range is empty if no column of the region is visible.
  public var visibleLines: Range<Int> {
    let first = clip.origin.line - region.origin.line
    return first..<(first + (clip.size.columns > 0 ? clip.size.lines : 0))
  }

  /// The visible columns of the region, half-open and within its size.
  ///
  /// A wide cell need draw only these; the range begins after 0 if a table is scrolled sideways.
  /// The range is empty if no line of the region is visible.
  public var visibleColumns: Range<Int> {
    let first = clip.origin.column - region.origin.column
    return first..<(first + (clip.size.lines > 0 ? clip.size.columns : 0))
  }

  /// Draws into a region, clipped to it and to the current region.
  ///
  /// - Parameters:
  ///   - rect: the region, in current coordinates; it may begin above or left of the current
  ///     region.
  ///   - body: draws, with points relative to the corner of the region.
  public mutating func inRegion(_ rect: Rect, _ body: (inout Canvas) -> Void) {
    let outer = (region, clip)
    region = Rect(origin: rect.origin.moved(by: region.origin), size: rect.size)
    clip = clip.intersection(region)
    body(&self)
    (region, clip) = outer
  }

  /// Draws a glyph at the position of its left half; a wide glyph that is cut by the edge becomes a
  /// blank.
  ///
  /// If one half of a wide glyph is drawn over, the other half becomes a blank. Cost: constant,
  /// except for the first glyph drawn on a line, whose cost is proportional to the number of
  /// columns of the line.
  public mutating func draw(_ glyph: Glyph, at point: Point, style: Style = .plain) {
    let target = point.moved(by: region.origin)
    guard glyph.width == 1 else { return write([glyph], width: glyph.width, at: target, style) }
    guard clip.lines.contains(target.line), clip.columns.contains(target.column) else { return }
    lines[target.line].fill(target.column..<target.column + 1, with: glyph, style)
  }

  /// Draws a line of text, and returns its width.
  ///
  /// The text is clipped and not wrapped; see `SafeText.wrapped(to:)`. Cost: proportional to the
  /// number of its glyphs.
  ///
  /// - Returns: the width of the text in columns, visible or not, so that other text can be drawn
  ///   next to it.
  @discardableResult
  public mutating func draw(
    _ text: SafeText, at point: Point = .zero, style: Style = .plain
  ) -> Int {
    write(text.glyphs, width: text.width, at: point.moved(by: region.origin), style)
    if text.hasEmojiParts { hasEmojiParts = true }
    return text.width
  }

  /// Fills a part of the current region with a glyph of one column.
  ///
  /// A wide glyph counts as a blank. Cost: proportional to the number of visible glyphs.
  public mutating func fill(_ rect: Rect, with glyph: Glyph = .space, style: Style = .plain) {
    let part = visiblePart(of: rect)
    guard part.size.columns > 0 else { return }
    for line in part.lines {
      lines[line].fill(part.columns, with: glyph.width == 1 ? glyph : .space, style)
    }
  }

  /// Adds attributes to a part of the current region, and keeps its glyphs and colors.
  ///
  /// Cost: proportional to the number of visible glyphs.
  public mutating func add(_ attributes: Style.Attributes, to rect: Rect) {
    let part = visiblePart(of: rect)
    for line in part.lines { lines[line].overlay(Style(attributes), on: part.columns) }
  }

  /// Overlays a style on a part of the current region, and keeps its glyphs; see
  /// `Style.overlaid(by:)`.
  ///
  /// Cost: proportional to the number of visible glyphs.
  public mutating func add(_ style: Style, to rect: Rect) {
    let part = visiblePart(of: rect)
    for line in part.lines { lines[line].overlay(style, on: part.columns) }
  }

  /// Sets the style of columns on a line of the whole grid, and keeps their glyphs.
  mutating func set(_ style: Style, on columns: Range<Int>, ofLine line: Int) {
    lines[line].set(style, on: columns)
  }

  /// Whether all lines in a range of the whole grid are blank.
  func isBlank(_ range: Range<Int>) -> Bool { lines[range].allSatisfy(\.isBlank) }

  /// Replaces a line of the whole grid.
  mutating func put(_ line: CanvasLine, on index: Int) { lines[index] = line }

  /// Makes a line of the whole grid shareable with other canvases, and returns it.
  mutating func keep(_ index: Int) -> CanvasLine {
    lines[index].keep()
    return lines[index]
  }

  /// The visible part of a rectangle, in coordinates of the whole grid.
  private func visiblePart(of rect: Rect) -> Rect {
    Rect(origin: rect.origin.moved(by: region.origin), size: rect.size).intersection(clip)
  }

  /// Writes glyphs side by side, starting at a point in coordinates of the whole grid.
  private mutating func write(_ text: [Glyph], width: Int, at target: Point, _ style: Style) {
    let whole = target.column..<target.column.addingSaturated(width)
    let columns = whole.clamped(to: clip.columns)
    guard clip.lines.contains(target.line), !columns.isEmpty else { return }
    lines[target.line].write(text, width: width, from: target.column, in: columns, style)
  }
}

extension Canvas {
  /// Draws a line of text in a style overlaid by the styles of its spans, and returns its width.
  ///
  /// Where a span sets nothing, the given style is kept; see `Style.overlaid(by:)`. Cost:
  /// proportional to the number of glyphs drawn, plus the number of glyphs before them if the text
  /// has a wide glyph.
  ///
  /// - Returns: the width of the text in columns, visible or not, so that other text can be drawn
  ///   next to it.
  @discardableResult
  public mutating func draw(
    _ text: StyledText, at point: Point = .zero, style: Style = .plain
  ) -> Int {
    draw(text.text, at: point, style: style)
    if !text.spans.isEmpty { drawSpans(of: text, at: point, over: style) }
    return text.width
  }

  /// Draws the styles of the spans over the text, which is already drawn.
  private mutating func drawSpans(
    of text: StyledText, at point: Point, over style: Style
  ) {
    let target = point.moved(by: region.origin)
    guard clip.lines.contains(target.line) else { return }
    // Text that begins further left is not visible anyway.
    let start = max(target.column, -text.width)
    var (range, column) = text.text.glyphs(in: clip.columns.shifted(by: -start))
    for span in text.spans.overlapping(range) {
      let glyphs = span.glyphs.clamped(to: range)
      let first = column + text.text.columns(of: range.lowerBound..<glyphs.lowerBound)
      (column, range) = (
        first + text.text.columns(of: glyphs), glyphs.upperBound..<range.upperBound
      )
      let columns = (start + first..<start + column).clamped(to: clip.columns)
      set(style.overlaid(by: span.style), on: columns, ofLine: target.line)
    }
  }
}

extension Canvas {
  /// The canvas as a string without blanks at the ends of its lines, for comparisons in tests.
  ///
  /// It shows the whole grid, not the current region. A wide glyph is one character. Cost:
  /// proportional to the number of glyphs.
  public var picture: String {
    lines.map { line in
      var bytes: [UInt8] = []
      for place in line.glyphs { place.glyph.appendUTF8(to: &bytes) }
      while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
      return String(decoding: bytes, as: UTF8.self)
    }.joined(separator: "\n")
  }

  /// The styles as a string: `b` bold, `d` dim, `i` italic, `u` underline, `r` reverse, `c` any
  /// other style, such as a color, `.` plain; the first one that applies, in this order.
  ///
  /// Each column has one letter, including blanks on the right. Cost: proportional to the number of
  /// columns of all lines.
  public var stylePicture: String {
    lines.map { line in
      String(line.glyphs.map { Self.letter(of: $0.style) })
    }.joined(separator: "\n")
  }

  /// The glyphs of all lines, one after the other.
  ///
  /// Cost: proportional to their number.
  package var glyphs: [Glyph] { lines.flatMap { $0.glyphs.map(\.glyph) } }

  /// The styles of all glyphs, in the order of `glyphs`.
  ///
  /// Cost: proportional to their number.
  package var styles: [Style] { lines.flatMap { $0.glyphs.map(\.style) } }

  /// The range of a line's glyphs in `glyphs` and `styles`.
  package func range(ofLine line: Int) -> Range<Int> {
    (line * extent.columns)..<((line + 1) * extent.columns)
  }

  private static func letter(of style: Style) -> Character {
    let letters: [(Style.Attributes, Character)] = [
      (.bold, "b"), (.dim, "d"), (.italic, "i"), (.underline, "u"), (.reverse, "r"),
    ]
    if let found = letters.first(where: { style.attributes.contains($0.0) }) { return found.1 }
    return style == .plain ? "." : "c"
  }
}
