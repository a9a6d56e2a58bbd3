/// One line of text that cannot harm a screen: the only kind that a canvas takes.
///
/// Text from outside may hold escape sequences, controls, characters that reorder or hide others,
/// and endless runs of marks. This type is the one filter that all of it passes: what is not
/// harmless is made visible, and each cluster takes the form whose width every terminal agrees on:
///
/// | what comes | what is made of it |
/// |---|---|
/// | a control character | its picture, `␛` for an escape |
/// | a tab | blanks to the next multiple of 8 columns |
/// | a line end | `⏎` |
/// | C1, unassigned, noncharacters, bidi controls, tags, other characters without a width | their number, `<U+200B>` |
/// | a mark | part of the glyph before it; of more than two each by its number |
/// | a non-joiner behind a letter of a script that joins | a mark |
/// | emoji joined to each other, a skin tone | each by itself; all one glyph where the terminal has it so |
/// | a joiner there, a variation selector behind what has variants | nothing |
///
/// It cannot fail, and making it safe twice changes nothing.
public struct SafeText: Sendable {
  /// The glyphs in logical order, none of width zero.
  public private(set) var glyphs: [Glyph]
  /// The columns they take together.
  public private(set) var width: Int
  /// Whether it was made of a text with a sequence of emoji of which it has the parts: a screen that is
  /// given it may find out whether the terminal has such sequences whole.
  package private(set) var hasEmojiParts = false

  /// Creates safe text from any text.
  ///
  /// Tabs become blanks up to the next multiple of eight columns; a line end becomes `⏎`.
  /// Cost: its scalars.
  ///
  /// - Parameters:
  ///   - text: what is to be made safe.
  ///   - joinsEmoji: whether a sequence of emoji is one glyph, and not its parts side by side; what
  ///     `Theme.joinsEmoji` says, because terminals differ.
  public init(_ text: some StringProtocol, joinsEmoji: Bool = false) {
    self.init(String(text), .usual, joinsEmoji: joinsEmoji)
  }

  /// Creates safe text of bytes in UTF-8; what is none becomes U+FFFD.
  ///
  /// Cost: the bytes. No string is made of ASCII.
  public init(utf8 bytes: ArraySlice<UInt8>, joinsEmoji: Bool = false) {
    if let text = SafeText(ascii: bytes.span) {
      self = text
    } else {
      self.init(String(decoding: bytes, as: UTF8.self), joinsEmoji: joinsEmoji)
    }
  }

  /// Creates safe text that is to stand at a column, for its tabs.
  init(_ text: String, _ tabs: TabStops, at column: Int = 0, joinsEmoji: Bool = false) {
    // Most of what a program says itself is this, and each frame says some of it.
    if let text = SafeText(ascii: text.utf8Span.span) {
      self = text
      return
    }
    var scanner = SafeTextScanner(tabs, at: column, joinsEmoji: joinsEmoji)
    scanner.read(text.utf8Span)
    self.init(scanner)
  }

  /// Creates text of bytes that are printable characters of ASCII, which need no rule; nil where others
  /// are among them.
  init?(ascii bytes: Span<UInt8>) {
    for index in bytes.indices where bytes[index] < 0x20 || bytes[index] >= 0x7F { return nil }
    glyphs = bytes.indices.map { Glyph(base: UInt32(bytes[$0]), width: 1) }
    width = bytes.count
  }

  /// Takes what a scanner has made.
  init(_ scanner: SafeTextScanner) {
    (glyphs, width, hasEmojiParts) = (scanner.glyphs, scanner.width, scanner.hasParts)
  }

  /// Joins glyphs, which are safe already.
  ///
  /// Cost: their number.
  public init(glyphs: some Sequence<Glyph>) {
    self.glyphs = Array(glyphs)
    width = self.glyphs.reduce(0) { $0 + $1.width }
  }

  /// Joins glyphs of another text.
  init(glyphs: some Sequence<Glyph>, of text: SafeText) {
    self.init(glyphs: glyphs)
    hasEmojiParts = text.hasEmojiParts
  }

  /// No text.
  public static let empty = SafeText(glyphs: [])

  /// Splits text at its line ends and makes each line safe; there is always at least one.
  ///
  /// Line ends are those of `Character.isNewline`: LF, CR, CR LF, VT, FF, U+0085, U+2028, U+2029.
  /// Cost: the text's scalars.
  public static func lines(of text: String, joinsEmoji: Bool = false) -> [SafeText] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      SafeText($0, joinsEmoji: joinsEmoji)
    }
  }

  /// Adds a text at the end.
  ///
  /// Cost: the glyphs added.
  public mutating func append(_ other: SafeText) {
    glyphs += other.glyphs
    width += other.width
    hasEmojiParts = hasEmojiParts || other.hasEmojiParts
  }

  /// Joins two texts; the cost is the glyphs of both.
  public static func + (a: SafeText, b: SafeText) -> SafeText {
    var sum = a
    sum.append(b)
    return sum
  }

  /// The text cut to a number of columns, with an ellipsis at the end where something was cut.
  ///
  /// It is a column narrower where half a wide glyph would have to stand, and has no ellipsis where
  /// that is wider than the columns. Text that fits stays as it is. Cost: the glyphs.
  public func truncated(to columns: Int, ellipsis: Glyph = Glyph("…")) -> SafeText {
    guard width > columns else { return self }
    guard columns > 0 else { return .empty }
    let left = columns - ellipsis.width
    return SafeText(glyphs: left < 0 ? prefix(columns) : prefix(left) + [ellipsis], of: self)
  }

  /// The most glyphs from the start that fit into a number of columns.
  private func prefix(_ columns: Int) -> ArraySlice<Glyph> {
    var used = 0
    let end = glyphs.firstIndex { glyph in
      used += glyph.width
      return used > columns
    }
    return glyphs[..<(end ?? glyphs.endIndex)]
  }
}

extension SafeText: Hashable {
  /// Whether two texts have the same glyphs, whatever they were made of; costs the glyphs.
  public static func == (a: SafeText, b: SafeText) -> Bool { a.glyphs == b.glyphs }

  /// Hashes the glyphs.
  public func hash(into hasher: inout Hasher) { hasher.combine(glyphs) }
}

extension SafeText: ExpressibleByStringInterpolation {
  /// Creates safe text from a literal.
  public init(stringLiteral value: String) { self.init(value) }
}

extension SafeText: CustomStringConvertible {
  /// The text, with nothing in it that a terminal would obey; made at each use from all glyphs.
  public var description: String { glyphs.map(\.description).joined() }
}

extension SafeText {
  /// Whether a scalar must never reach a screen: a control, or one that reorders what is around.
  static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB: true
    default: false
    }
  }

  /// Whether a scalar shows nothing: its number is shown, because what is not seen can only mislead.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F,
      0x200B...0x200F, 0x2060...0x2065, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0,
      0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }
}

extension SafeText {
  /// Whether no glyph is wide: then a glyph's index is its column.
  private var isNarrow: Bool { glyphs.count == width }

  /// The columns of some of its glyphs together.
  ///
  /// Cost: their number, or constant where no glyph of the text is wide.
  func columns(of range: Range<Int>) -> Int {
    isNarrow ? range.count : glyphs[range].reduce(0) { $0 + $1.width }
  }

  /// The glyphs that have a part in some columns, and the column where the first of them begins.
  ///
  /// Cost: the glyphs up to the last of them, or constant where no glyph of the text is wide.
  func glyphs(in columns: Range<Int>) -> (range: Range<Int>, column: Int) {
    let columns = columns.clamped(to: 0..<width)
    if isNarrow { return (columns, columns.lowerBound) }
    guard !columns.isEmpty else { return (0..<0, 0) }
    var (first, column) = (0, 0)
    while column + glyphs[first].width <= columns.lowerBound {
      column += glyphs[first].width
      first += 1
    }
    var (end, next) = (first, column)
    while next < columns.upperBound {
      next += glyphs[end].width
      end += 1
    }
    return (first..<end, column)
  }

  /// Some of its glyphs.
  func part(_ range: Range<Int>) -> SafeText {
    range == glyphs.indices ? self : SafeText(glyphs: glyphs[range], of: self)
  }
}
