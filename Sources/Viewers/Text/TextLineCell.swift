import Bytes
import FileSources
import TableUI
import Terminal

/// A cell for a line of a file, or a piece of a long line; it is cut or wrapped.
///
/// Only the visible part of a cut line is decoded. Unless lines wrap, a piece that continues a line
/// has a mark at its left, and its text begins one column later, because its columns are not
/// aligned with those of other lines anyway.
final class TextLineCell: TextCell {
  private var appearance: TextAppearance?
  /// The bytes of the line.
  ///
  /// They are stored, because each frame needs them several times, and each access to the line
  /// copies it.
  private var bytes: ArraySlice<UInt8> = []
  /// The text drawn last.
  ///
  /// It is stored near the start of the object, because each frame reads little more than this for
  /// each line.
  private var drawing = KeptDrawing()
  /// The part of the text that was drawn last.
  private var part: Part?
  private var folded: (width: Int, lines: [StyledText])?
  /// Whether each byte is a glyph of one column; nil if this is not known yet.
  ///
  /// It is stored because each frame needs it.
  private var knownPlain: Bool?

  private typealias Part = (columns: Range<Int>, text: StyledText, isCut: Bool)

  func show(_ line: TextLine, _ appearance: TextAppearance) {
    (self.line, self.appearance) = (line, appearance)
    (bytes, knownPlain) = (line.bytes, nil)
    invalidateDrawing()
  }

  override func invalidateDrawing() {
    (part, folded) = (nil, nil)
    drawing.forget()
  }

  override func prepareForReuse() {
    (line, bytes, knownPlain) = (nil, [], nil)
    invalidateDrawing()
  }

  private var gutter: Int { appearance?.gutter ?? 0 }
  private var rules: LineRules { appearance?.rules ?? LineRules() }
  /// The style carried over from the lines before this one.
  private var style: Style { Style(bits: line?.carriedStyle ?? 0) }

  private var isPlain: Bool {
    if let knownPlain { return knownPlain }
    let isPlain = bytes.isPrintable
    knownPlain = isPlain
    return isPlain
  }

  /// The width of the mark of a piece that continues a line; 0 if it has none.
  private var lead: Int { line?.isContinuation == true && appearance?.wraps != true ? 1 : 0 }

  override var contentWidth: Int {
    gutter + lead + (isPlain ? bytes.count : LineText(bytes, rules).text.width)
  }

  override func height(forWidth width: Int) -> Int {
    isFolded(to: width - gutter) ? folded(to: width - gutter).count : 1
  }

  /// Whether the text may take more than one line; most log lines need not be decoded to determine
  /// that.
  private func isFolded(to width: Int) -> Bool {
    appearance?.wraps == true && !(bytes.count <= width && isPlain)
  }

  override func draw(in canvas: inout Canvas) {
    canvas.draw(&drawing) { drawText(in: &$0) }
    guard let appearance else { return }
    // This runs for each line in each frame, so the line is copied only if numbers are shown.
    if appearance.gutter > 0, let line {
      appearance.drawNumber(of: line, in: &canvas, at: canvas.visibleColumns.lowerBound)
    }
    if appearance.chosen != nil, line?.id == appearance.chosen, !appearance.marksCurrent {
      appearance.markChosen(in: &canvas)
    }
  }

  private func drawText(in canvas: inout Canvas) {
    let columns = canvas.visibleColumns
    let gutter = min(gutter, columns.count)
    if isFolded(to: columns.count - gutter) {
      drawFolded(in: &canvas, width: columns.count - gutter)
    } else {
      drawCut(
        in: &canvas, columns.lowerBound..<max(columns.lowerBound, columns.upperBound - gutter))
    }
  }

  private func drawFolded(in canvas: inout Canvas, width: Int) {
    let lines = folded(to: width)
    for index in canvas.visibleLines.clamped(to: lines.indices) {
      canvas.draw(lines[index], at: Point(line: index, column: gutter))
    }
  }

  /// Draws the visible columns of the text, the frozen columns, and the marks where the text is
  /// cut.
  private func drawCut(in canvas: inout Canvas, _ columns: Range<Int>) {
    let (held, text, isCut) = part(
      of: max(0, columns.lowerBound - lead)..<max(0, columns.upperBound - lead))
    let place = Rect(
      line: 0, column: columns.lowerBound + gutter, lines: 1, columns: columns.count)
    canvas.inRegion(place) {
      let start = Point(line: 0, column: held.lowerBound + lead - columns.lowerBound)
      $0.draw(text, at: start)
      guard let appearance, columns.count > 0 else { return }
      if lead > columns.lowerBound {
        $0.draw(appearance.theme.symbols.cut, at: .zero, style: appearance.theme.faint)
      }
      if appearance.frozenColumns > 0, columns.lowerBound > 0 {
        let start = LineText(bytes, reaching: appearance.frozenColumns, rules, from: style).text
        $0.drawFrozen(tinted(start, from: 0), appearance.frozenColumns)
      }
      guard isCut else { return }
      let end = Point(line: 0, column: columns.count - 1)
      $0.draw(appearance.theme.symbols.cut, at: end, style: appearance.theme.faint)
    }
  }

  /// Returns as much of the text as a range of columns requires, and whether the text continues
  /// after it.
  private func part(of columns: Range<Int>) -> Part {
    if let part, part.columns.upperBound == columns.upperBound,
      part.columns.lowerBound <= columns.lowerBound
    {
      return part
    }
    // The text to the left of the screen is skipped if each byte of it is a column and it is not
    // followed by a combining mark, which would belong to its last column.
    let first = max(0, columns.lowerBound - 8)
    let start = bytes.prefix(first + 1).isPrintable ? min(first, bytes.count) : 0
    let text = tinted(
      LineText(
        bytes.dropFirst(start), reaching: columns.upperBound - start, rules, at: start, from: style
      ).text, from: start)
    let isCut = start + text.width > columns.upperBound
    let new = (columns: start..<columns.upperBound, text: text, isCut: isCut)
    part = new
    return new
  }

  private func folded(to width: Int) -> [StyledText] {
    if let folded, folded.width == width { return folded.lines }
    let lines = tinted(LineText(bytes, rules, from: style).text, from: 0)
      .folded(to: width, atBlanks: appearance?.wrapsAtBlanks == true)
    folded = (width, lines)
    return lines
  }

  /// Returns the line of the cell and the columns that contain the given glyphs.
  ///
  /// - Parameter width: the width of the table in columns.
  func place(of glyphs: Range<Int>, width: Int) -> (line: Int, columns: Range<Int>) {
    let text = LineText(bytes, rules).text.text.glyphs
    func columns(from start: Int) -> Range<Int> {
      let before = text[start..<min(glyphs.lowerBound, text.count)].reduce(0) { $0 + $1.width }
      let own = text[min(glyphs.lowerBound, text.count)..<min(glyphs.upperBound, text.count)]
      return before..<before + own.reduce(0) { $0 + $1.width }
    }
    guard isFolded(to: width - gutter) else {
      let place = columns(from: 0)
      return (0, place.lowerBound + lead..<place.upperBound + lead)
    }
    var (line, start) = (0, 0)
    for part in folded(to: width - gutter) {
      let end = start + part.text.glyphs.count
      if glyphs.lowerBound < end { break }
      (line, start) = (line + 1, end)
    }
    return (line, columns(from: min(start, glyphs.lowerBound)))
  }

  private func tinted(_ text: StyledText, from start: Int) -> StyledText {
    guard let line, let appearance else { return text }
    let text = appearance.tint.tinted(text, of: line, from: start)
    let linked = appearance.links.underlined(text, of: line.id, isWhole: start == 0)
    return appearance.matches.marked(linked, of: line, from: start, rules)
  }
}

/// A cell that shows a line of a text, either unchanged or as a record.
///
/// It is a class and not a protocol, because each frame casts each row to it, and a cast to a class
/// takes a tenth of the time.
class TextCell: TableViewCell {
  /// The line that the cell shows.
  final var line: TextLine?

  required init() {}

  /// Makes the cell draw again, because its style may have changed, but not its size.
  func invalidateDrawing() {}

  func prepareForReuse() { line = nil }
  var contentWidth: Int { 0 }
  func height(forWidth width: Int) -> Int { 1 }
  func draw(in canvas: inout Canvas) {}
}
