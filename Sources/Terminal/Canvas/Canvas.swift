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
    let place = point.moved(by: region.origin)
    guard glyph.width == 1 else { return write([glyph], width: glyph.width, at: place, style) }
    guard clip.lines.contains(place.line), clip.columns.contains(place.column) else { return }
    lines[place.line].fill(place.column..<place.column + 1, with: glyph, style)
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

  /// Sets the style of some columns of a line of the whole grid, its glyphs kept.
  mutating func set(_ style: Style, on columns: Range<Int>, ofLine line: Int) {
    lines[line].set(style, on: columns)
  }

  /// Whether nothing stands on some lines of the whole grid.
  func isBlank(_ place: Range<Int>) -> Bool { lines[place].allSatisfy(\.isBlank) }

  /// Puts a whole line in the place of another of the whole grid.
  mutating func put(_ line: CanvasLine, on place: Int) { lines[place] = line }

  /// Makes a line of the whole grid one that can stand on other canvases, and returns it.
  mutating func keep(_ place: Int) -> CanvasLine {
    lines[place].keep()
    return lines[place]
  }

  /// The part of a rectangle that can be seen, in coordinates of the whole grid.
  private func visiblePart(of rect: Rect) -> Rect {
    Rect(origin: rect.origin.moved(by: region.origin), size: rect.size).intersection(clip)
  }

  /// Writes glyphs side by side, from a place in the coordinates of the whole grid.
  private mutating func write(_ text: [Glyph], width: Int, at place: Point, _ style: Style) {
    let whole = place.column..<place.column.addingSaturated(width)
    let columns = whole.clamped(to: clip.columns)
    guard clip.lines.contains(place.line), !columns.isEmpty else { return }
    lines[place.line].write(text, width: width, from: place.column, in: columns, style)
  }
}
