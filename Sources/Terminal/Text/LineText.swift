/// The display of a line's bytes: safe text in the styles of its control sequences, in which each
/// byte that is not UTF-8 is shown as a number, such as `<E9>`.
///
/// Overlong forms, surrogates and incomplete scalars are not UTF-8 either (RFC 3629, section 3).
/// Cost: proportional to the number of bytes.
package struct LineText {
  /// The text; signs for bytes and invisible characters, such as `<E9>`, are in reverse video, so
  /// that they are not mistaken for text.
  package private(set) var text: StyledText
  /// The hyperlinks of the text (OSC 8), in order; their labels are underlined.
  ///
  /// A link that is not closed ends with the line.
  package private(set) var links: [Link] = []
  /// The number of omitted commands to the terminal, such as titles, folders and prompt marks.
  package private(set) var leftOut = 0

  /// A label and its target.
  package struct Link: Hashable, Sendable {
    /// The range of the label in glyphs of the text.
    package let glyphs: Range<Int>
    package let target: [UInt8]
  }

  /// Creates the display of a line's bytes.
  ///
  /// - Parameters:
  ///   - rules: the display rules.
  ///   - column: the column at which the bytes begin, on which the width of their tabs depends.
  ///   - style: the style that the previous lines leave in effect.
  package init(
    _ bytes: ArraySlice<UInt8>, _ rules: LineRules = LineRules(), at column: Int = 0,
    from style: Style = .plain
  ) {
    self.init(bytes, rules, at: column, from: style, isWhole: true)
  }

  private init(_ text: StyledText) { self.text = text }

  /// Appends a line's bytes without their styling (control sequences and overstriking).
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
      // The range is empty if the run only has marks, which join the previous glyph.
      if rules.showsStyles { spans.join(first..<scanner.glyphs.count, run.style) }
      if !runs.target.isEmpty { links.join(first..<scanner.glyphs.count, runs.target) }
    }
    text = StyledText(SafeText(scanner), inOrder: spans)
    leftOut = runs.leftOut
    for link in links { text.add(Style(.underline), to: link.glyphs) }
    for sign in scanner.signs { text.add(Style(.reverse), to: sign) }
  }

  /// Creates the start of the text: at least the given number of columns, or all of a shorter text.
  ///
  /// - Parameters:
  ///   - rules: the display rules.
  ///   - column: the column at which the bytes begin, on which the width of their tabs depends.
  ///   - style: the style that the previous lines leave in effect.
  package init(
    _ bytes: ArraySlice<UInt8>, reaching columns: Int, _ rules: LineRules = LineRules(),
    at column: Int = 0, from style: Style = .plain
  ) {
    // Most lines contain only ASCII text.
    let start = bytes.prefix(columns + 16)
    if style == .plain, let ascii = SafeText(ascii: start.span) {
      self.init(StyledText(ascii))
      return
    }
    // Sequences take no columns, and often have as many bytes as the text.
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
  /// Adds the glyphs of a link, and merges them with the last link if they continue it.
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
  /// The number of columns at the end of the text that may change when more text follows.
  ///
  /// The text may end in half of a flag, in a joiner (`<U+200D>`) that turns out to be between two
  /// emoji, or in the tags of a flag.
  fileprivate var uncertainColumns: Int { joinsEmoji ? 64 : 8 }
}

extension SafeTextScanner {
  /// Reads arbitrary bytes.
  fileprivate mutating func read(bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      // Almost all lines are valid UTF-8.
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
  /// Whether the bytes may contain styling.
  fileprivate var isStyled: Bool { contains { $0 == .escape || $0 == .backspace } }

  /// The given number of bytes at the start, and up to three more bytes to complete the last
  /// scalar.
  fileprivate func wholeScalars(_ count: Int) -> ArraySlice<UInt8> {
    let more = dropFirst(count).prefix(3).prefix { $0 & 0xC0 == 0x80 }
    return prefix(count + more.count)
  }
}

extension UInt8 {
  /// The sign for a byte that is not text, such as `<E9>`.
  fileprivate var sign: String {
    "<" + (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true) + ">"
  }
}

/// Rules for the display of a line's bytes.
package struct LineRules: Hashable, Sendable {
  /// The tab stops.
  package var tabs: TabStops
  /// Whether colors and attributes of the text are shown; their sequences never are.
  package var showsStyles: Bool
  /// Whether an emoji sequence is one glyph instead of its separate parts.
  package var joinsEmoji: Bool

  package init(tabs: TabStops = .usual, showsStyles: Bool = true, joinsEmoji: Bool = false) {
    (self.tabs, self.showsStyles, self.joinsEmoji) = (tabs, showsStyles, joinsEmoji)
  }
}

/// The tab stops of lines.
///
/// Columns are counted from 0 at the start of a line. After the last given stop, the stops continue
/// at the last distance, as in `less -x9,17`: 9, 17, 25, 33.
package struct TabStops: Hashable, Sendable {
  /// The given stops, in order; empty if only a distance was given.
  private let named: [Int]
  /// The distance between the stops after the given ones.
  private let distance: Int

  /// The largest distance between stops, which limits the blanks of a tab.
  private static let widest = 1_000
  /// The largest number of given stops, counting column 0.
  private static let most = 128

  /// Every eighth column, as in terminals.
  package static let usual = TabStops(every: 8)

  /// Creates stops at equal distances.
  ///
  /// - Parameter distance: the number of columns from one stop to the next, at least 1.
  package init(every distance: Int) { (named, self.distance) = ([], max(1, distance)) }

  /// Parses one distance, or several columns in order: `4`, or `9,17`.
  ///
  /// As in `less`, a column that is not greater than the previous one is ignored, and so is one
  /// that is too far from it. The result is nil if a part is not a number, or if no column or too
  /// many are left.
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

  /// The next stop after a column.
  ///
  /// Cost: proportional to the number of given stops.
  func next(after column: Int) -> Int {
    if let stop = named.first(where: { $0 > column }) { return stop }
    let last = named.last ?? 0
    return column + distance - (column - last) % distance
  }
}
