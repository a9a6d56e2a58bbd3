import Terminal
import Testing
@testable import NCursesTerminal

/// A terminal as ECMA-48 and xterm have it, as far as frames use one: a plain model of what is seen.
struct TerminalModel {
  /// What stands in a place.
  struct Cell: Equatable {
    var text = " "
    var style = Style.plain
  }

  let size: Size
  /// Whether a line that is full wraps only when the next glyph comes (`xenl`).
  let wrapsLate: Bool
  /// Whether the cursor may move while the style is not plain (`msgr`).
  let movesInStyle: Bool
  /// Whether it takes emoji for narrow, as an old one does.
  let isOld: Bool
  /// Whether it has sequences of emoji whole, in two columns.
  let joinsEmoji: Bool
  private(set) var cells: [[Cell]]
  /// Sequences that it does not know.
  private(set) var unknown: [String] = []
  private var cursor = Point.zero
  private var isFull = false
  private var style = Style.plain
  private var margins: ClosedRange<Int>

  init(
    _ size: Size, wrapsLate: Bool, movesInStyle: Bool = true, isOld: Bool = false,
    joinsEmoji: Bool = false
  ) {
    (self.size, self.wrapsLate) = (size, wrapsLate)
    (self.movesInStyle, self.isOld, self.joinsEmoji) = (movesInStyle, isOld, joinsEmoji)
    margins = 0...size.lines - 1
    // What nobody has drawn.
    cells = Array(
      repeating: Array(repeating: Cell(text: "?"), count: size.columns), count: size.lines)
  }

  private var blankLine: [Cell] {
    Array(repeating: Cell(style: Style(background: style.background)), count: size.columns)
  }

  mutating func show(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": (cursor, isFull) = (Point(line: cursor.line, column: 0), false)
      case "\n": goDown()
      case "\u{1B}": takeSequence(&rest)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": unknown.append("\(scalar.value)")
      default: write(scalar)
      }
    }
  }

  // MARK: Text

  private mutating func write(_ scalar: Unicode.Scalar) {
    if joinsEmoji, join(scalar) { return }
    let isNarrow = isOld && scalar.value >= 0x1F000
    let width = isNarrow ? 1 : TextWidth.columns(of: scalar) ?? 1
    guard width > 0 else { return mark(scalar) }
    if isFull || cursor.column + width > size.columns {
      cursor = Point(line: cursor.line, column: 0)
      goDown()
    }
    isFull = false
    mend(cursor.column..<cursor.column + width)
    cells[cursor.line][cursor.column] = Cell(text: String(scalar), style: style)
    if width == 2 { cells[cursor.line][cursor.column + 1] = Cell(text: "", style: style) }
    let next = cursor.column + width
    guard next == size.columns else { return cursor = Point(line: cursor.line, column: next) }
    if wrapsLate {
      (cursor, isFull) = (Point(line: cursor.line, column: next - 1), true)
    } else {
      cursor = Point(line: cursor.line, column: 0)
      goDown()
    }
  }

  /// Half a wide glyph that is drawn over loses its other half.
  private mutating func mend(_ columns: Range<Int>) {
    if cells[cursor.line][columns.lowerBound].text.isEmpty, columns.lowerBound > 0 {
      cells[cursor.line][columns.lowerBound - 1].text = " "
    }
    if columns.upperBound < size.columns, cells[cursor.line][columns.upperBound].text.isEmpty {
      cells[cursor.line][columns.upperBound].text = " "
    }
  }

  private mutating func mark(_ scalar: Unicode.Scalar) {
    let column = lastColumn
    if column >= 0 { cells[cursor.line][column].text.unicodeScalars.append(scalar) }
  }

  /// Where the glyph before the cursor begins; below zero where there is none.
  private var lastColumn: Int {
    let column = isFull ? cursor.column : cursor.column - 1
    return column >= 0 && cells[cursor.line][column].text.isEmpty ? column - 1 : column
  }

  /// Adds to an emoji what belongs to it, and makes it wide; says whether it does.
  private mutating func join(_ scalar: Unicode.Scalar) -> Bool {
    let column = lastColumn
    guard column >= 0, let last = cells[cursor.line][column].text.unicodeScalars.last else {
      return false
    }
    let belongs =
      last == "\u{200D}" || scalar == "\u{200D}" || scalar == "\u{FE0F}"
      || scalar.properties.isEmojiModifier || (0xE0020...0xE007F).contains(scalar.value)
    guard belongs else { return false }
    cells[cursor.line][column].text.unicodeScalars.append(scalar)
    if cursor.column == column + 1, !isFull {
      let style = cells[cursor.line][column].style
      write(" ")
      cells[cursor.line][column + 1] = Cell(text: "", style: style)
    }
    return true
  }

  // MARK: Sequences

  private mutating func takeSequence(_ rest: inout String.UnicodeScalarView.SubSequence) {
    switch rest.popFirst() {
    case "D": goDown()
    case "M": goUp()
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
    switch (last, text) {
    case ("h", "?1049"), ("l", "?25"), ("l", "?1049"), ("h", "?25"): break
    case ("H", _), ("f", _): go(to: Point(line: (first ?? 1) - 1, column: (second ?? 1) - 1))
    case ("C", _): go(to: Point(line: cursor.line, column: cursor.column + (first ?? 1)))
    case ("K", ""): for column in cursor.column..<size.columns { erase(column) }
    case ("J", "2"): cells = Array(repeating: blankLine, count: size.lines)
    case ("r", _):
      margins = (first ?? 1) - 1...(second ?? size.lines) - 1
      go(to: .zero)
    case ("S", _): for _ in 0..<(first ?? 1) { moveLines(up: true) }
    case ("T", _): for _ in 0..<(first ?? 1) { moveLines(up: false) }
    case ("m", _): setStyle(numbers.map { $0 ?? 0 }[...])
    default: unknown.append("ESC [ \(text) \(last)")
    }
  }

  private mutating func erase(_ column: Int) {
    if cells[cursor.line][column].text.isEmpty, column > 0, column == cursor.column {
      cells[cursor.line][column - 1].text = " "
    }
    cells[cursor.line][column] = blankLine[0]
  }

  private mutating func go(to point: Point) {
    if !movesInStyle, style != .plain { unknown.append("a movement in a style") }
    isFull = false
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

  private mutating func setStyle(_ numbers: ArraySlice<Int>) {
    var rest = numbers
    let attributes: [Int: Style.Attributes] = [
      1: .bold, 2: .dim, 3: .italic, 4: .underline, 7: .reverse, 9: .strikethrough,
    ]
    while let number = rest.popFirst() {
      switch number {
      case 0: style = .plain
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

/// A kind of terminal: what its description says.
struct TerminalKind: CustomTestStringConvertible, Sendable {
  let name: String
  var strings: [String: String]
  var flags: Set<String>
  var numbers: [String: Int]

  var testDescription: String { name }

  @MainActor var capabilities: TerminalCapabilities {
    TerminalCapabilities(
      string: { strings[$0].map { Array($0.utf8) } }, flag: { flags.contains($0) },
      number: { numbers[$0] },
      expanded: { template, first, second in
        let template = String(decoding: template, as: UTF8.self)
        let step = template.contains("%i") ? 1 : 0
        let text = template.replacing("%i", with: "").replacing("%p1%d", with: "\(first + step)")
          .replacing("%p2%d", with: "\(second + step)")
        return Array(text.utf8)
      })
  }

  /// The same with other strings; without those that are nil.
  func with(_ name: String, _ strings: [String: String?], without flags: Set<String> = []) -> Self {
    var kind = TerminalKind(
      name: name, strings: self.strings, flags: self.flags.subtracting(flags), numbers: numbers)
    for (name, string) in strings { kind.strings[name] = string }
    return kind
  }

  static let xterm = TerminalKind(
    name: "xterm",
    strings: [
      "cup": "\u{1B}[%i%p1%d;%p2%dH", "clear": "\u{1B}[H\u{1B}[2J", "el": "\u{1B}[K",
      "csr": "\u{1B}[%i%p1%d;%p2%dr", "indn": "\u{1B}[%p1%dS", "rin": "\u{1B}[%p1%dT",
      "ind": "\n", "ri": "\u{1B}M", "cr": "\r", "cud1": "\n", "cuf": "\u{1B}[%p1%dC",
      "sgr0": "\u{1B}(B\u{1B}[m", "op": "\u{1B}[39;49m", "smxx": "\u{1B}[9m",
      "smcup": "\u{1B}[?1049h", "rmcup": "\u{1B}[?1049l", "civis": "\u{1B}[?25l",
      "bold": "\u{1B}[1m", "dim": "\u{1B}[2m", "sitm": "\u{1B}[3m", "smul": "\u{1B}[4m",
      "rev": "\u{1B}[7m", "setaf": "\u{1B}[38;5;%p1%dm", "setab": "\u{1B}[48;5;%p1%dm",
    ],
    flags: ["am", "xenl", "msgr"], numbers: ["colors": 256])

  static let all = [
    xterm,
    xterm.with("that cannot move lines", ["csr": nil]),
    xterm.with("that moves lines by line feeds", ["indn": nil, "rin": nil]),
    xterm.with(
      "that moves lines by an index", ["indn": nil, "ind": "\u{1B}D", "ri": "\u{1B}M$<5>"]),
    xterm.with("that describes how it takes looks back", ["op": nil]),
    xterm.with("that wraps at once", [:], without: ["xenl"]),
    xterm.with("that cannot erase", ["el": nil]),
    xterm.with(
      "that has only places, in another form",
      [
        "cup": "\u{1B}[%i%p1%d;%p2%df", "cr": nil, "cuf": nil,
      ]),
    xterm.with(
      "that moves plainly, with delays",
      [
        "clear": "\u{1B}[H\u{1B}[2J$<50>", "cup": "\u{1B}[%i%p1%d;%p2%dH$<5/>",
      ], without: ["msgr"]),
  ]
}
