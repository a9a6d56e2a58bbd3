import Bytes
import FileSources
import TableUI
import Terminal

/// A line of a file, or a piece of a long one: cut at the right, or wrapped.
///
/// Of a cut line only what is seen is decoded. A piece that goes on with a line is marked at its left
/// there, and its text begins a column later: its columns are aligned with no other line's.
final class TextLineCell: TextCell {
  private var appearance: TextAppearance?
  /// The text as it was drawn last, which is most of a frame; up here because each frame reads it of each line, and
  /// nothing of what follows.
  private var drawing = KeptDrawing()
  /// The part that was drawn last, and its first column.
  private var part: Part?
  private var folded: (width: Int, lines: [StyledText])?
  /// Whether each byte is a glyph of one column, once that was asked: each frame does.
  private var knownPlain: Bool?

  private typealias Part = (columns: Range<Int>, text: StyledText, isCut: Bool)

  func show(_ line: TextLine, _ appearance: TextAppearance) {
    (self.line, self.appearance) = (line, appearance)
    knownPlain = nil
    invalidateDrawing()
  }

  override func invalidateDrawing() {
    (part, folded) = (nil, nil)
    drawing.forget()
  }

  override func prepareForReuse() {
    (line, knownPlain) = (nil, nil)
    invalidateDrawing()
  }

  private var gutter: Int { appearance?.gutter ?? 0 }
  private var rules: LineRules { appearance?.rules ?? LineRules() }
  /// What the lines before it have left.
  private var style: Style { Style(bits: line?.carriedStyle ?? 0) }
  private var bytes: ArraySlice<UInt8> { line?.bytes ?? [] }

  private var isPlain: Bool {
    if let knownPlain { return knownPlain }
    let isPlain = bytes.isPrintable
    knownPlain = isPlain
    return isPlain
  }

  /// Columns for the mark of a piece that goes on with a line.
  private var lead: Int { line?.isContinuation == true && appearance?.wraps != true ? 1 : 0 }

  override var contentWidth: Int {
    gutter + lead + (isPlain ? bytes.count : LineText(bytes, rules).text.width)
  }

  override func height(forWidth width: Int) -> Int {
    isFolded(to: width - gutter) ? folded(to: width - gutter).count : 1
  }

  /// Whether it may take more than one line; most of a log need not be decoded to know that.
  private func isFolded(to width: Int) -> Bool {
    appearance?.wraps == true && !(bytes.count <= width && isPlain)
  }

  override func draw(in canvas: inout Canvas) {
    canvas.draw(&drawing) { drawText(in: &$0) }
    guard let appearance else { return }
    // Each frame asks each line, which is not copied where there is nothing beside its text.
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

  /// Draws the columns of the text that are in sight beside the number, which stays where it is.
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

  /// The text as far as a range of columns needs it, and whether it goes on behind that.
  private func part(of columns: Range<Int>) -> Part {
    if let part, part.columns.upperBound == columns.upperBound,
      part.columns.lowerBound <= columns.lowerBound
    {
      return part
    }
    // What is left of the screen is passed over where each byte is a column, and what follows is no mark,
    // which would belong to the last of them.
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

  /// Where some glyphs of the text begin and end: on which line of the cell, and in which columns of it.
  ///
  /// - Parameter width: the columns of the table.
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

/// A cell that shows a line of a text, as it is or as a record.
///
/// A class and no protocol, because each frame finds it in each row: a cast to a class costs a tenth.
class TextCell: TableViewCell {
  /// What it shows.
  final var line: TextLine?

  required init() {}

  /// Its looks, but not its extent, may be others by now.
  func invalidateDrawing() {}

  func prepareForReuse() { line = nil }
  var contentWidth: Int { 0 }
  func height(forWidth width: Int) -> Int { 1 }
  func draw(in canvas: inout Canvas) {}
}
