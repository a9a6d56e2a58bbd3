import FileSources
import TableUI
import Terminal

/// A line of a file, or a piece of a long one: cut at the right, or wrapped.
///
/// Of a cut line only what is seen is decoded.
final class TextLineCell: TableViewCell {
  private var line: TextLine?
  private var look: TextLook?
  /// The part that was drawn last, and its first column.
  private var part: (columns: Range<Int>, text: SafeText, isCut: Bool)?
  private var folded: (width: Int, lines: [SafeText])?

  func show(_ line: TextLine, _ look: TextLook) {
    (self.line, self.look) = (line, look)
    (part, folded) = (nil, nil)
  }

  func prepareForReuse() { (line, part, folded) = (nil, nil, nil) }

  private var gutter: Int { look?.gutter ?? 0 }
  private var bytes: ArraySlice<UInt8> { line?.bytes ?? [] }

  var contentWidth: Int { gutter + (bytes.isPlain ? bytes.count : SafeText(bytes).width) }

  func height(forWidth width: Int) -> Int {
    look?.wraps == true ? lines(width - gutter).count : 1
  }

  func draw(in canvas: inout Canvas) {
    let columns = canvas.visibleColumns
    let gutter = min(gutter, columns.count)
    if gutter > 0 { drawNumber(in: &canvas, at: columns.lowerBound) }
    if look?.wraps == true {
      let lines = lines(columns.count - gutter)
      for index in canvas.visibleLines.clamped(to: lines.indices) {
        canvas.draw(lines[index], at: Point(line: index, column: gutter))
      }
    } else {
      drawCut(
        in: &canvas, columns.lowerBound..<max(columns.lowerBound, columns.upperBound - gutter))
    }
  }

  /// Draws the columns of the text that are in sight beside the number, which stays where it is.
  private func drawCut(in canvas: inout Canvas, _ columns: Range<Int>) {
    let (held, text, isCut) = part(of: columns)
    let place = Rect(
      line: 0, column: columns.lowerBound + gutter, lines: 1, columns: columns.count)
    canvas.inRegion(place) {
      $0.draw(text, at: Point(line: 0, column: held.lowerBound - columns.lowerBound))
      guard isCut, let look, columns.count > 0 else { return }
      let end = Point(line: 0, column: columns.count - 1)
      $0.draw(look.theme.marks.cut, at: end, style: look.theme.faint)
    }
  }

  private func drawNumber(in canvas: inout Canvas, at column: Int) {
    guard let look, let line, !line.isContinuation, let number = look.numbers[line.id] else {
      return
    }
    let text = SafeText("\(number)")
    let start = column + max(0, gutter - 1 - text.width)
    canvas.draw(text, at: Point(line: 0, column: start), style: look.theme.faint)
  }

  /// The text as far as a range of columns needs it, and whether it goes on behind that.
  private func part(of columns: Range<Int>) -> (columns: Range<Int>, text: SafeText, isCut: Bool) {
    if let part, part.columns.upperBound == columns.upperBound,
      part.columns.lowerBound <= columns.lowerBound
    {
      return part
    }
    // What is left of the screen is passed over where each byte is a column.
    let first = max(0, columns.lowerBound - 1)
    let start = bytes.prefix(first).isPlain ? min(first, bytes.count) : 0
    let text = SafeText(bytes.dropFirst(start), reaching: columns.upperBound - start)
    let isCut = start + text.width > columns.upperBound
    let new = (columns: start..<columns.upperBound, text: text, isCut: isCut)
    part = new
    return new
  }

  private func lines(_ width: Int) -> [SafeText] {
    if let folded, folded.width == width { return folded.lines }
    let lines = SafeText(bytes).folded(to: width)
    folded = (width, lines)
    return lines
  }
}

extension SafeText {
  fileprivate init(_ bytes: ArraySlice<UInt8>) { self.init(String(decoding: bytes, as: UTF8.self)) }

  /// Decodes bytes until they reach beyond a number of columns, and not many more.
  fileprivate init(_ bytes: ArraySlice<UInt8>, reaching columns: Int) {
    var count = columns + 16
    var text = SafeText(bytes.prefix(count))
    // The last glyph may be half of one, and does not count.
    while count < bytes.count, text.width <= columns + 2 {
      count *= 2
      text = SafeText(bytes.prefix(count))
    }
    self = text
  }
}

extension Collection<UInt8> {
  /// Whether each byte is a glyph of one column.
  fileprivate var isPlain: Bool { allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
}
