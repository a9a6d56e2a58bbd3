/// What is shown of a line's bytes: its text made safe, in the style that its sequences ask for, and each
/// byte that is no UTF-8 by its number, as `<E9>`.
///
/// Overlong forms, surrogates and what is cut off are no UTF-8 either (RFC 3629, 3). Cost: the
/// bytes.
package struct LineText {
  /// The text; what stands for bytes, and for characters that are invisible, is in reverse, so that it is
  /// not taken for text.
  package private(set) var text: StyledText
  /// The hyperlinks that it brings along (OSC 8), in order; their labels are underlined.
  ///
  /// One that is never closed ends with the line.
  package private(set) var links: [Link] = []
  /// How many commands to the terminal were left out: titles, folders, marks of prompts.
  package private(set) var leftOut = 0

  /// A label and where it leads, as the text has it.
  package struct Link: Hashable, Sendable {
    /// Where the label stands, in glyphs of the text.
    package let glyphs: Range<Int>
    package let target: [UInt8]
  }

  /// - Parameters:
  ///   - rules: how it is shown.
  ///   - column: the one of the line at which the bytes begin, for their tabs.
  ///   - style: what the lines before it have left.
  package init(
    _ bytes: ArraySlice<UInt8>, _ rules: LineRules = LineRules(), at column: Int = 0,
    from style: Style = .plain
  ) {
    self.init(bytes, rules, at: column, from: style, isWhole: true)
  }

  private init(_ text: StyledText) { self.text = text }

  /// Adds a line's bytes without what only changes their looks: sequences, overstriking.
  package static func appendPlain(_ line: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    var runs = StyledRuns(line, from: .plain, isWhole: true)
    while let run = runs.next() { bytes += run.bytes }
  }

  private init(
    _ bytes: ArraySlice<UInt8>, _ rules: LineRules, at column: Int, from style: Style,
    isWhole: Bool
  ) {
    var scanner = SafeTextScanner(rules.tabs, at: column, joinsEmoji: rules.joinsEmoji)
    scanner.reserve(bytes.count)
    var spans: [StyledText.Span] = []
    var runs = StyledRuns(bytes, from: style, isWhole: isWhole)
    while let run = runs.next() {
      let first = scanner.glyphs.count
      scanner.read(bytes: run.bytes)
      // A mark may have become a part of the glyph before.
      if rules.showsStyles { spans.join(first..<scanner.glyphs.count, run.style) }
      if !runs.target.isEmpty { links.join(first..<scanner.glyphs.count, runs.target) }
    }
    text = StyledText(SafeText(scanner), inOrder: spans)
    leftOut = runs.leftOut
    for link in links { text.add(Style(.underline), to: link.glyphs) }
    for sign in scanner.signs { text.add(Style(.reverse), to: sign) }
  }

  /// The text up to a number of columns of it, and not many more.
  ///
  /// - Parameters:
  ///   - rules: how it is shown.
  ///   - column: the one of the line at which the bytes begin, for their tabs.
  ///   - style: what the lines before it have left.
  package init(
    _ bytes: ArraySlice<UInt8>, reaching columns: Int, _ rules: LineRules = LineRules(),
    at column: Int = 0, from style: Style = .plain
  ) {
    // Most lines are this and nothing else.
    let start = bytes.prefix(columns + 16)
    if style == .plain, let ascii = SafeText(ascii: start.span) {
      self.init(StyledText(ascii))
      return
    }
    // Sequences take no columns, and there are often as many bytes of them as of text.
    var count = (columns + 16) * (start.isStyled ? 4 : 1)
    while true {
      let part = bytes.wholeScalars(count)
      let isWhole = part.count == bytes.count
      self.init(part, rules, at: column, from: style, isWhole: isWhole)
      if isWhole || text.width > columns + rules.uncertainColumns { return }
      count *= 2
    }
  }
}

extension [LineText.Link] {
  /// Adds some glyphs with a target, to the last one where they go on with it.
  fileprivate mutating func join(_ glyphs: Range<Int>, _ target: ArraySlice<UInt8>) {
    guard !glyphs.isEmpty else { return }
    if let last, last.glyphs.upperBound == glyphs.lowerBound, last.target.elementsEqual(target) {
      self[count - 1] = Element(
        glyphs: last.glyphs.lowerBound..<glyphs.upperBound, target: last.target)
    } else {
      append(Element(glyphs: glyphs, target: [UInt8](target)))
    }
  }
}

extension LineRules {
  /// The columns at the end of a text that may be others once it goes on: the last glyph may be half of
  /// one, or the number of a joiner that joins; or those of all tags that are to be a flag.
  fileprivate var uncertainColumns: Int { joinsEmoji ? 64 : 8 }
}

extension SafeTextScanner {
  /// Reads bytes that may be anything.
  fileprivate mutating func read(bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      // Almost all lines are text and nothing else.
      do throws(UTF8.ValidationError) {
        return read(try UTF8Span(validating: rest.span))
      } catch {
        let invalid =
          rest.startIndex + error.byteOffsets.lowerBound..<rest.startIndex
          + error.byteOffsets.upperBound
        read(bytes: rest[..<invalid.lowerBound])
        for byte in rest[invalid] { read(sign: byte.sign) }
        rest = rest[invalid.upperBound...]
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether there is anything in them that may be about looks.
  fileprivate var isStyled: Bool { contains { $0 == .escape || $0 == .backspace } }

  /// A number of bytes from the start, and up to three more that belong to the last scalar.
  fileprivate func wholeScalars(_ count: Int) -> ArraySlice<UInt8> {
    let more = dropFirst(count).prefix(3).prefix { $0 & 0xC0 == 0x80 }
    return prefix(count + more.count)
  }
}

extension UInt8 {
  /// What is shown for it where it is no text.
  fileprivate var sign: String {
    "<" + (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true) + ">"
  }
}

/// How the bytes of a line are shown.
package struct LineRules: Hashable, Sendable {
  /// The columns that tabs lead to.
  package var tabs: TabStops
  /// Whether colours and the like of the text are shown; their sequences never are.
  package var showsStyles: Bool
  /// Whether a sequence of emoji is one glyph, and not its parts side by side.
  package var joinsEmoji: Bool

  package init(tabs: TabStops = .usual, showsStyles: Bool = true, joinsEmoji: Bool = false) {
    (self.tabs, self.showsStyles, self.joinsEmoji) = (tabs, showsStyles, joinsEmoji)
  }
}

/// The columns that a tab may lead to.
///
/// They are counted from 0 at the start of a line. After the last that is named they go on at the same
/// distance from each other, as `less -x9,17` has it: 9, 17, 25, 33.
package struct TabStops: Hashable, Sendable {
  /// Those that are named, in order; none where all are at multiples of the distance.
  private let named: [Int]
  /// The distance between all others.
  private let distance: Int

  /// The most columns from one to the next: a tab is no more blanks.
  private static let widest = 1_000
  /// The most that can be named.
  private static let most = 128

  /// At every eighth column, as terminals have them.
  package static let usual = TabStops(every: 8)

  /// - Parameter distance: columns from one to the next, at least 1.
  package init(every distance: Int) { (named, self.distance) = ([], max(1, distance)) }

  /// Reads one distance, or several columns in order: `4`, or `9,17`.
  ///
  /// As in `less`, a column that is not behind the one before it is left out; nil where none is left.
  package init?(_ text: String) {
    var columns = [0]
    for part in text.split(separator: ",") {
      guard let column = Int(part) else { return nil }
      let distance = column.subtractingReportingOverflow(columns[columns.count - 1])
      if (1...Self.widest).contains(distance.partialValue), !distance.overflow {
        columns.append(column)
      }
    }
    guard columns.count > 1, columns.count <= Self.most else { return nil }
    distance = columns[columns.count - 1] - columns[columns.count - 2]
    named = columns.count > 2 ? Array(columns.dropFirst()) : []
  }

  /// The next one behind a column.
  ///
  /// Cost: those that are named.
  func next(after column: Int) -> Int {
    if let stop = named.first(where: { $0 > column }) { return stop }
    let last = named.last ?? 0
    return column + distance - (column - last) % distance
  }
}
