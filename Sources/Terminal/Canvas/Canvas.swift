/// A grid of glyphs that a frame is drawn into, whole each time.
///
/// Drawing is clipped to the region at hand and never fails: what lies outside is not drawn.
/// Places are counted from the corner of the region, so a cell draws from line 0 wherever it
/// stands on the screen.
public struct Canvas: Sendable {
  /// The extent of the whole grid.
  package let extent: Size
  /// The glyphs, line after line.
  package private(set) var glyphs: [Glyph]
  /// The style of each glyph, in the same order.
  package private(set) var styles: [Style]
  /// Whether a text on it has the parts of a sequence of emoji, `SafeText.hasEmojiParts`.
  package private(set) var hasEmojiParts = false
  /// The region at hand, in coordinates of the whole grid.
  private(set) var region: Rect
  /// What can be seen of it, in the same coordinates.
  private(set) var clip: Rect

  /// Creates a blank canvas in the terminal's own colours.
  ///
  /// Cost: its lines × columns.
  public init(size: Size) {
    extent = size
    glyphs = Array(repeating: .space, count: size.lines * size.columns)
    styles = Array(repeating: .plain, count: size.lines * size.columns)
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
  /// Half a wide glyph that is drawn over loses its other half too. Cost: constant.
  public mutating func draw(_ glyph: Glyph, at point: Point, style: Style = .plain) {
    let place = point.moved(by: region.origin)
    guard glyph.width == 1 else {
      return write(CollectionOfOne(glyph), width: glyph.width, at: place, style)
    }
    // Pictures draw a screen of single glyphs: no ranges for these.
    guard clip.lines.contains(place.line), clip.columns.contains(place.column) else { return }
    let start = place.line * extent.columns
    let index = start + place.column
    mendHalves(around: index..<(index + 1), endOfLine: start + extent.columns)
    glyphs[index] = glyph
    styles[index] = style
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
    let row = repeatElement(glyph.width == 1 ? glyph : .space, count: part.size.columns)
    for line in part.lines {
      let place = Point(line: line, column: part.origin.column)
      write(row, width: part.size.columns, at: place, style)
    }
  }

  /// Adds attributes to a part of the region at hand, its glyphs and colours kept.
  ///
  /// Cost: the glyphs that can be seen.
  public mutating func add(_ attributes: Style.Attributes, to rect: Rect) {
    overlay(Style(attributes), on: visiblePart(of: rect))
  }

  /// Puts a style over those of a part of the whole grid, its glyphs kept.
  private mutating func overlay(_ style: Style, on part: Rect) {
    let columns = extent.columns
    var looks = styles.mutableSpan
    for line in part.lines {
      for index in part.columns.shifted(by: line * columns) {
        looks[index] = looks[index].overlaid(by: style)
      }
    }
  }

  /// Sets the style of some columns of a line of the whole grid, its glyphs kept.
  mutating func set(_ style: Style, on columns: Range<Int>, ofLine line: Int) {
    let places = columns.shifted(by: line * extent.columns)
    // Each frame does it for each span in sight: a place at a time took a tenth of it.
    styles.withUnsafeMutableBufferPointer { styles in
      UnsafeMutableBufferPointer(rebasing: styles[places]).update(repeating: style)
    }
  }

  /// Where a line's glyphs begin in `glyphs` and `styles`, in coordinates of the whole grid.
  package func range(ofLine line: Int) -> Range<Int> {
    (line * extent.columns)..<((line + 1) * extent.columns)
  }

  /// The part of a rectangle that can be seen, in coordinates of the whole grid.
  private func visiblePart(of rect: Rect) -> Rect {
    Rect(origin: rect.origin.moved(by: region.origin), size: rect.size).intersection(clip)
  }

  /// Writes glyphs side by side, from a place in the coordinates of the whole grid.
  private mutating func write<Row: RandomAccessCollection<Glyph>>(
    _ row: Row, width: Int, at place: Point, _ style: Style
  ) where Row.Index == Int {
    let whole = place.column..<place.column.addingSaturated(width)
    let columns = whole.clamped(to: clip.columns)
    guard clip.lines.contains(place.line), !columns.isEmpty else { return }
    let start = place.line * extent.columns
    let visible = (start + columns.lowerBound)..<(start + columns.upperBound)
    mendHalves(around: visible, endOfLine: start + extent.columns)
    if row.count == width {
      writeNarrow(row, from: start + place.column, visible)
    } else {
      write(row, from: start + place.column, visible)
    }
    set(style, on: columns, ofLine: place.line)
  }

  /// Copies glyphs of one column each, which most are.
  private mutating func writeNarrow<Row: RandomAccessCollection<Glyph>>(
    _ row: Row, from first: Int, _ visible: Range<Int>
  ) where Row.Index == Int {
    let offset = row.startIndex - first
    let part = row[visible.lowerBound + offset..<visible.upperBound + offset]
    // As one move of memory; each frame does it for each line in sight.
    glyphs.withUnsafeMutableBufferPointer { glyphs in
      _ = UnsafeMutableBufferPointer(rebasing: glyphs[visible]).update(fromContentsOf: part)
    }
  }

  private mutating func write(
    _ row: some Sequence<Glyph>, from first: Int, _ visible: Range<Int>
  ) {
    var cells = glyphs.mutableSpan
    var index = first
    for glyph in row {
      let next = index + glyph.width
      if index >= visible.upperBound { break }
      if index >= visible.lowerBound, next <= visible.upperBound {
        cells[index] = glyph
        if glyph.width == 2 { cells[index + 1] = .continuation }
      } else {
        for half in (index..<next).clamped(to: visible) { cells[half] = .space }
      }
      index = next
    }
  }

  /// Half a wide glyph cannot stand: where one half is about to be drawn over, at either end of
  /// what is drawn, the other becomes a blank.
  private mutating func mendHalves(around drawn: Range<Int>, endOfLine: Int) {
    if glyphs[drawn.lowerBound].width == 0 { glyphs[drawn.lowerBound - 1] = .space }
    guard drawn.upperBound < endOfLine, glyphs[drawn.upperBound].width == 0 else { return }
    glyphs[drawn.upperBound] = .space
  }
}
