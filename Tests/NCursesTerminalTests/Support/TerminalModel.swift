import Terminal
import Testing
@testable import NCursesTerminal

/// A simple model of a terminal's display according to ECMA-48 and xterm; it knows only the
/// sequences that frames use.
struct TerminalModel {
  /// The content of a position.
  struct Cell: Equatable, CustomStringConvertible {
    var text = " "
    var style = Style.plain

    /// The visible part of the cell.
    ///
    /// The weight of a blank is not visible, and neither is its color unless the blank is
    /// underlined, struck through or reversed.
    var visible: Cell {
      guard text == " " else { return self }
      let attributes = style.attributes.intersection([.underline, .reverse, .strikethrough])
      let foreground = attributes.isEmpty ? .default : style.foreground
      return Cell(
        style: Style(foreground: foreground, background: style.background, attributes: attributes))
    }

    var description: String {
      "'\(text)' \(style.foreground) on \(style.background), \(style.attributes.rawValue)"
    }
  }

  let size: Size
  /// Whether a full line wraps only when the next glyph is written (`xenl`).
  let wrapsLate: Bool
  /// Whether the cursor may move while the style is not plain (`msgr`).
  let movesInStyle: Bool
  /// Whether erased positions have the background of the style (`bce`).
  let erasesInBackground: Bool
  /// Whether it treats emoji as narrow, as an old terminal does.
  let isOld: Bool
  /// Whether it shows emoji sequences as one picture of two columns.
  let joinsEmoji: Bool
  private(set) var cells: [[Cell]]
  /// Sequences that it does not know.
  private(set) var unknown: [String] = []
  private var cursor = Point.zero
  private var isFull = false
  private var saved = (cursor: Point.zero, style: Style.plain)
  private var style = Style.plain
  private var margins: ClosedRange<Int>
  /// Whether a full line continues in the next one.
  private var wraps = true
  /// The last written scalar, which may be repeated and to which marks are added.
  private var lastScalar: Unicode.Scalar = " "
  private var written = Point(line: -1, column: 0)

  @MainActor init(
    _ size: Size, _ capabilities: TerminalCapabilities, isOld: Bool = false,
    joinsEmoji: Bool = false
  ) {
    (self.size, self.isOld, self.joinsEmoji) = (size, isOld, joinsEmoji)
    wrapsLate = capabilities.flag("xenl")
    movesInStyle = capabilities.flag("msgr")
    erasesInBackground = capabilities.flag("bce")
    margins = 0...size.lines - 1
    // `?` marks a position that was never drawn.
    cells = Array(
      repeating: Array(repeating: Cell(text: "?"), count: size.columns), count: size.lines)
  }

  private var blank: Cell {
    Cell(style: erasesInBackground ? Style(background: style.background) : .plain)
  }

  private var blankLine: [Cell] { Array(repeating: blank, count: size.columns) }

  mutating func show(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": (cursor, isFull) = (Point(line: cursor.line, column: 0), false)
      case "\n": goDown()
      case "\u{8}": go(to: Point(line: cursor.line, column: cursor.column - 1))
      case "\t": go(to: Point(line: cursor.line, column: (cursor.column / 8 + 1) * 8))
      // These choose one of two character sets, which are the same here.
      case "\u{E}", "\u{F}": break
      case "\u{1B}": takeSequence(&rest)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": unknown.append("\(scalar.value)")
      default:
        write(scalar)
        lastScalar = scalar
      }
    }
  }

  // MARK: Text

  private mutating func write(_ scalar: Unicode.Scalar) {
    if joinsEmoji, join(scalar) { return }
    let isNarrow = isOld && scalar.value >= 0x1F000
    let width = isNarrow ? 1 : TextWidth.columns(of: scalar) ?? 1
    guard width > 0 else { return mark(scalar) }
    if wraps, isFull || cursor.column + width > size.columns {
      cursor = Point(line: cursor.line, column: 0)
      goDown()
    }
    isFull = false
    mend(cursor.column..<cursor.column + width)
    cells[cursor.line][cursor.column] = Cell(text: String(scalar), style: style)
    if width == 2 { cells[cursor.line][cursor.column + 1] = Cell(text: "", style: style) }
    written = cursor
    let next = cursor.column + width
    guard next == size.columns else { return cursor = Point(line: cursor.line, column: next) }
    if wrapsLate || !wraps {
      (cursor, isFull) = (Point(line: cursor.line, column: next - 1), wraps)
    } else {
      cursor = Point(line: cursor.line, column: 0)
      goDown()
    }
  }

  /// Removes the other half of a wide glyph if one half is drawn over.
  private mutating func mend(_ columns: Range<Int>) {
    if cells[cursor.line][columns.lowerBound].text.isEmpty, columns.lowerBound > 0 {
      cells[cursor.line][columns.lowerBound - 1].text = " "
    }
    if columns.upperBound < size.columns, cells[cursor.line][columns.upperBound].text.isEmpty {
      cells[cursor.line][columns.upperBound].text = " "
    }
  }

  private mutating func mark(_ scalar: Unicode.Scalar) {
    let column = written.line == cursor.line ? written.column : lastColumn
    if column >= 0 { cells[cursor.line][column].text.unicodeScalars.append(scalar) }
  }

  /// The column in which the glyph before the cursor begins; negative if no glyph precedes it.
  private var lastColumn: Int {
    let column = isFull ? cursor.column : cursor.column - 1
    return column >= 0 && cells[cursor.line][column].text.isEmpty ? column - 1 : column
  }

  /// Adds a scalar to an emoji and makes the emoji wide; returns whether the scalar belongs to the
  /// emoji.
  private mutating func join(_ scalar: Unicode.Scalar) -> Bool {
    let column = lastColumn
    guard column >= 0, let last = cells[cursor.line][column].text.unicodeScalars.last else {
      return false
    }
    guard last == "\u{200D}" || Self.belongsToEmoji(scalar) else { return false }
    cells[cursor.line][column].text.unicodeScalars.append(scalar)
    if cursor.column == column + 1, !isFull {
      let style = cells[cursor.line][column].style
      let joined = written
      write(" ")
      written = joined
      cells[cursor.line][column + 1] = Cell(text: "", style: style)
    }
    return true
  }

  private static func belongsToEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200D}" || scalar == "\u{FE0F}" || scalar.properties.isEmojiModifier
      || (0xE0020...0xE007F).contains(scalar.value)
  }

  // MARK: Sequences

  private mutating func takeSequence(_ rest: inout String.UnicodeScalarView.SubSequence) {
    switch rest.popFirst() {
    case "D": goDown()
    case "E":
      goDown()
      go(to: Point(line: cursor.line, column: 0))
    case "M": goUp()
    case "7": saved = (cursor, style)
    case "8": (cursor, style, isFull) = (saved.cursor, saved.style, false)
    case "(": rest = rest.dropFirst()
    case "[":
      let parameters = rest.prefix { ("0"..."?").contains($0) }
      rest = rest.dropFirst(parameters.count)
      let last = rest.popFirst().map(String.init) ?? ""
      take(last, String(parameters))
    case let other: unknown.append("ESC \(other.map(String.init) ?? "")")
    }
  }

  private mutating func take(_ last: String, _ text: String) {
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let (first, second) = (numbers.first ?? nil, numbers.count > 1 ? numbers[1] : nil)
    let (count, line, column) = (max(1, first ?? 1), cursor.line, cursor.column)
    switch (last, text) {
    case ("h", "?1049"), ("l", "?25"), ("l", "?1049"), ("h", "?25"), ("c", "?1"): break
    case ("h", "?7"): wraps = true
    case ("l", "?7"): wraps = false
    // The title is saved or restored.
    case ("t", "22;0;0"), ("t", "23;0;0"): break
    case ("H", _), ("f", _): go(to: Point(line: (first ?? 1) - 1, column: (second ?? 1) - 1))
    case ("A", _): go(to: Point(line: line - count, column: column))
    case ("B", _): go(to: Point(line: line + count, column: column))
    case ("C", _): go(to: Point(line: line, column: column + count))
    case ("D", _): go(to: Point(line: line, column: column - count))
    case ("G", _): go(to: Point(line: line, column: count - 1))
    case ("d", _): go(to: Point(line: count - 1, column: column))
    case ("Z", _): go(to: Point(line: line, column: max(0, (column - 1) / 8 * 8)))
    case ("b", _): for _ in 0..<count { write(lastScalar) }
    case ("r", _):
      margins = (first ?? 1) - 1...(second ?? size.lines) - 1
      go(to: .zero)
    case ("S", _): for _ in 0..<count { moveLines(up: true) }
    case ("T", _): for _ in 0..<count { moveLines(up: false) }
    case ("m", _): setStyle(numbers.map { $0 ?? 0 }[...])
    default: if !edit(last, text, count) { unknown.append("ESC [ \(text) \(last)") }
    }
  }

  /// Erases, or moves the content after the cursor; returns whether the sequence is one that does
  /// so.
  private mutating func edit(_ last: String, _ text: String, _ count: Int) -> Bool {
    let (line, column) = (cursor.line, cursor.column)
    let end = min(size.columns, column + count)
    switch (last, text) {
    case ("K", ""): erase(column..<size.columns)
    case ("K", "1"): erase(0..<column + 1)
    case ("J", "2"): cells = Array(repeating: blankLine, count: size.lines)
    case ("J", ""):
      erase(column..<size.columns)
      for line in line + 1..<max(line + 1, size.lines) { cells[line] = blankLine }
    case ("X", _): erase(column..<end)
    case ("L", _): moveLines(from: line, by: -count)
    case ("M", _): moveLines(from: line, by: count)
    case ("@", _):
      cells[line].insert(contentsOf: repeatElement(blank, count: count), at: column)
      cells[line].removeLast(count)
    case ("P", _):
      cells[line].removeSubrange(column..<end)
      cells[line] += repeatElement(blank, count: end - column)
    default: return false
    }
    mendHalves()
    isFull = false
    return true
  }

  private mutating func erase(_ columns: Range<Int>) {
    for column in columns { cells[cursor.line][column] = blank }
  }

  /// Puts a blank in the place of any half of a wide glyph that has lost its other half.
  private mutating func mendHalves() {
    var line = cells[cursor.line]
    for column in line.indices where line[column].text.isEmpty {
      if column == 0 || !isWide(line[column - 1].text) { line[column].text = " " }
    }
    for column in line.indices where isWide(line[column].text) {
      if column + 1 == line.count || !line[column + 1].text.isEmpty { line[column].text = " " }
    }
    cells[cursor.line] = line
  }

  private func isWide(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return TextWidth.columns(of: first) == 2 && !(isOld && first.value >= 0x1F000)
      || joinsEmoji && text.unicodeScalars.dropFirst().contains(where: Self.belongsToEmoji)
  }

  private mutating func go(to point: Point) {
    if !movesInStyle, style != .plain { unknown.append("a movement in a style") }
    isFull = false
    written.line = -1
    cursor = Point(
      line: min(max(0, point.line), size.lines - 1),
      column: min(max(0, point.column), size.columns - 1))
  }

  private mutating func goDown() {
    isFull = false
    if cursor.line == margins.upperBound { return moveLines(up: true) }
    go(to: Point(line: cursor.line + 1, column: cursor.column))
  }

  private mutating func goUp() {
    isFull = false
    if cursor.line == margins.lowerBound { return moveLines(up: false) }
    go(to: Point(line: cursor.line - 1, column: cursor.column))
  }

  private mutating func moveLines(up: Bool) {
    cells.remove(at: up ? margins.lowerBound : margins.upperBound)
    cells.insert(blankLine, at: up ? margins.upperBound : margins.lowerBound)
  }

  /// Moves the lines from the given one to the lower margin, up or down.
  private mutating func moveLines(from line: Int, by count: Int) {
    guard margins.contains(line) else { return }
    let all = margins
    margins = line...all.upperBound
    for _ in 0..<min(abs(count), size.lines) { moveLines(up: count > 0) }
    margins = all
    cursor.column = 0
  }

  private mutating func setStyle(_ numbers: ArraySlice<Int>) {
    var rest = numbers
    let attributes: [Int: Style.Attributes] = [
      1: .bold, 2: .dim, 3: .italic, 4: .underline, 7: .reverse, 9: .strikethrough,
    ]
    while let number = rest.popFirst() {
      switch number {
      case 0: style = .plain
      // This selects the first character set, which is always used here.
      case 10: break
      case 38: style.foreground = color(&rest)
      case 48: style.background = color(&rest)
      case 22: style.attributes.subtract([.bold, .dim])
      case 23...29: style.attributes.subtract(attributes[number - 20] ?? [])
      case 39: style.foreground = .default
      case 49: style.background = .default
      case 90...97: style.foreground = .indexed(UInt8(number - 90 + 8))
      case 100...107: style.background = .indexed(UInt8(number - 100 + 8))
      case 30...37: style.foreground = .indexed(UInt8(number - 30))
      case 40...47: style.background = .indexed(UInt8(number - 40))
      default:
        guard let attribute = attributes[number] else { return unknown.append("SGR \(number)") }
        style.attributes.insert(attribute)
      }
    }
  }

  private func color(_ rest: inout ArraySlice<Int>) -> Color {
    guard rest.popFirst() == 5, let index = rest.popFirst() else { return .default }
    return .indexed(UInt8(index))
  }
}
