/// A grid of glyphs that a frame is drawn into, whole each time.
///
/// Drawing is clipped to the region at hand and never fails: what lies outside is not drawn.
/// Places are counted from the corner of the region, so a cell draws from line 0 wherever it
/// stands on the screen.
public struct Canvas: Sendable {
  /// The extent of the whole grid.
  package let extent: Size
  /// The lines, from the top.
  package private(set) var lines: [CanvasLine]
  /// Whether a text on it has the parts of a sequence of emoji, `SafeText.hasEmojiParts`.
  package internal(set) var hasEmojiParts = false
  /// The region at hand, in coordinates of the whole grid.
  private(set) var region: Rect
  /// What can be seen of it, in the same coordinates.
  private(set) var clip: Rect

  /// Creates a blank canvas in the terminal's own colours.
  ///
  /// Cost: its lines and columns, not the places of all of them: lines share their memory until they are drawn
  /// into.
  public init(size: Size) {
    extent = size
    lines = Array(repeating: CanvasLine(columns: size.columns), count: size.lines)
    region = Rect(origin: .zero, size: size)
    clip = region
  }

  /// The extent of the region at hand, of the whole canvas at first.
  public var size: Size { region.size }

  /// The lines of the region that can be seen, half-open and within its extent.
  ///
  /// A tall cell draws only these. They are none where no column of the region can be seen.
  public var visibleLines: Range<Int> {
    let first = clip.origin.line - region.origin.line
    return first..<(first + (clip.size.columns > 0 ? clip.size.lines : 0))
  }

  /// The columns of the region that can be seen, half-open and within its extent.
  ///
  /// A wide cell draws only these; they begin beyond 0 where a table is scrolled sideways. They are
  /// none where no line of the region can be seen.
  public var visibleColumns: Range<Int> {
    let first = clip.origin.column - region.origin.column
    return first..<(first + (clip.size.lines > 0 ? clip.size.columns : 0))
  }

  /// Draws into a region, clipped to it and to the region at hand.
  ///
  /// - Parameters:
  ///   - rect: the region, in the coordinates at hand; it may begin above or left of them.
  ///   - body: draws, with places counted from the region's corner.
  public mutating func inRegion(_ rect: Rect, _ body: (inout Canvas) -> Void) {
    let outer = (region, clip)
    region = Rect(origin: rect.origin.moved(by: region.origin), size: rect.size)
    clip = clip.intersection(region)
    body(&self)
    (region, clip) = outer
  }

  /// Draws a glyph, by its left half; one that is wide and cut by the edge becomes a blank.
  ///
  /// Half a wide glyph that is drawn over loses its other half too. Cost: constant, but for the first one on a
  /// line, which costs the line's columns.
  public mutating func draw(_ glyph: Glyph, at point: Point, style: Style = .plain) {
    let target = point.moved(by: region.origin)
    guard glyph.width == 1 else { return write([glyph], width: glyph.width, at: target, style) }
    guard clip.lines.contains(target.line), clip.columns.contains(target.column) else { return }
    lines[target.line].fill(target.column..<target.column + 1, with: glyph, style)
  }

  /// Draws a line of text and says how many columns it took, drawn or not.
  ///
  /// It is not broken into lines, but clipped; see `SafeText.wrapped(to:)`. Cost: its glyphs.
  ///
  /// - Returns: the text's width in columns, so that what follows can be drawn beside it.
  @discardableResult
  public mutating func draw(
    _ text: SafeText, at point: Point = .zero, style: Style = .plain
  ) -> Int {
    write(text.glyphs, width: text.width, at: point.moved(by: region.origin), style)
    if text.hasEmojiParts { hasEmojiParts = true }
    return text.width
  }

  /// Fills a part of the region at hand with one glyph of a single column.
  ///
  /// A wide glyph counts as a blank. Cost: the columns that can be seen.
  public mutating func fill(_ rect: Rect, with glyph: Glyph = .space, style: Style = .plain) {
    let part = visiblePart(of: rect)
    guard part.size.columns > 0 else { return }
    for line in part.lines {
      lines[line].fill(part.columns, with: glyph.width == 1 ? glyph : .space, style)
    }
  }

  /// Adds attributes to a part of the region at hand, its glyphs and colours kept.
  ///
  /// Cost: the glyphs that can be seen.
  public mutating func add(_ attributes: Style.Attributes, to rect: Rect) {
    let part = visiblePart(of: rect)
    for line in part.lines { lines[line].overlay(Style(attributes), on: part.columns) }
  }

  /// Lays a style over a part of the region at hand, its glyphs kept: colours that the style names take the place of those
  /// that are there, and its attributes are added.
  ///
  /// Cost: the glyphs that can be seen.
  public mutating func add(_ style: Style, to rect: Rect) {
    let part = visiblePart(of: rect)
    for line in part.lines { lines[line].overlay(style, on: part.columns) }
  }

  /// Sets the style of some columns of a line of the whole grid, its glyphs kept.
  mutating func set(_ style: Style, on columns: Range<Int>, ofLine line: Int) {
    lines[line].set(style, on: columns)
  }

  /// Whether nothing stands on some lines of the whole grid.
  func isBlank(_ range: Range<Int>) -> Bool { lines[range].allSatisfy(\.isBlank) }

  /// Puts a whole line in the place of another of the whole grid.
  mutating func put(_ line: CanvasLine, on index: Int) { lines[index] = line }

  /// Makes a line of the whole grid one that can stand on other canvases, and returns it.
  mutating func keep(_ index: Int) -> CanvasLine {
    lines[index].keep()
    return lines[index]
  }

  /// The part of a rectangle that can be seen, in coordinates of the whole grid.
  private func visiblePart(of rect: Rect) -> Rect {
    Rect(origin: rect.origin.moved(by: region.origin), size: rect.size).intersection(clip)
  }

  /// Writes glyphs side by side, from a place in the coordinates of the whole grid.
  private mutating func write(_ text: [Glyph], width: Int, at target: Point, _ style: Style) {
    let whole = target.column..<target.column.addingSaturated(width)
    let columns = whole.clamped(to: clip.columns)
    guard clip.lines.contains(target.line), !columns.isEmpty else { return }
    lines[target.line].write(text, width: width, from: target.column, in: columns, style)
  }
}

extension Canvas {
  /// Draws a line of text over a style, each span's own put over that, and says how many columns it took,
  /// drawn or not.
  ///
  /// Where a span says nothing, the style given is kept; see `Style.overlaid(by:)`. Cost: the glyphs
  /// drawn, and where one of the text is wide, those before them.
  ///
  /// - Returns: the text's width in columns, so that what follows can be drawn beside it.
  @discardableResult
  public mutating func draw(
    _ text: StyledText, at point: Point = .zero, style: Style = .plain
  ) -> Int {
    draw(text.text, at: point, style: style)
    if !text.spans.isEmpty { drawSpans(of: text, at: point, over: style) }
    return text.width
  }

  /// The text stands there in the style by now.
  private mutating func drawSpans(
    of text: StyledText, at point: Point, over style: Style
  ) {
    let target = point.moved(by: region.origin)
    guard clip.lines.contains(target.line) else { return }
    // A text further left is out of sight all the same.
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
  /// The canvas as text, a line each, blanks at the right trimmed: what a test compares.
  ///
  /// The whole grid, not the region at hand. A wide glyph is one character. Cost: its glyphs.
  public var picture: String {
    lines.map { line in
      var text = line.glyphs.map(\.glyph.description).joined()
      while text.last == " " { text.removeLast() }
      return text
    }.joined(separator: "\n")
  }

  /// The styles as text, a letter each: `b` bold, `d` dim, `i` italic, `u` underline,
  /// `r` reverse, `c` coloured, `.` plain; the first that applies, in this order.
  ///
  /// One letter for each column, blanks at the right as well. Cost: the columns of all lines.
  public var stylePicture: String {
    lines.map { line in
      String(line.glyphs.map { Self.letter(of: $0.style) })
    }.joined(separator: "\n")
  }

  /// The glyphs of all lines, one after the other.
  ///
  /// Cost: their number.
  package var glyphs: [Glyph] { lines.flatMap { $0.glyphs.map(\.glyph) } }

  /// The styles of all glyphs, in the same order.
  ///
  /// Cost: their number.
  package var styles: [Style] { lines.flatMap { $0.glyphs.map(\.style) } }

  /// Where a line's glyphs begin and end in `glyphs` and `styles`.
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
