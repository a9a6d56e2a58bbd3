/// One line of text that cannot harm a screen; a canvas accepts only this type.
///
/// Text from outside may contain escape sequences, control characters, characters that reorder or
/// hide others, and long runs of marks. This type filters all of it: harmful characters are made
/// visible, and each cluster gets a form that has the same width in all terminals:
///
/// | character | result |
/// |---|---|
/// | a control character | its picture, `␛` for an escape |
/// | a tab | blanks to the next multiple of 8 columns |
/// | a line end | `⏎` |
/// | C1, unassigned, noncharacters, bidi controls, tags, other characters without a width | code point, `<U+200B>` |
/// | a spacing mark | a glyph |
/// | another mark | part of the glyph before it; from the third mark on, its code point |
/// | a non-joiner after a letter of a joining script | a mark |
/// | joined emoji, a skin tone | separate glyphs; one glyph if the terminal shows them as one |
/// | a joiner between emoji, a variation selector after a character with variants | nothing |
///
/// The conversion cannot fail, and a second conversion changes nothing.
public struct SafeText: Sendable {
  /// The glyphs in logical order, none of width zero.
  public private(set) var glyphs: [Glyph]
  /// The total width in columns.
  public private(set) var width: Int
  /// Whether the source text had an emoji sequence that is split into parts; a screen that shows
  /// the text may then test whether the terminal shows such sequences as one glyph.
  package private(set) var hasEmojiParts = false

  /// Creates safe text from any string.
  ///
  /// Tabs become blanks up to the next multiple of eight columns; a line end becomes `⏎`. Cost:
  /// proportional to the number of scalars.
  ///
  /// - Parameters:
  ///   - text: the string to convert.
  ///   - joinsEmoji: whether an emoji sequence is one glyph instead of its separate parts; pass
  ///     `Theme.joinsEmoji`, because terminals differ.
  public init(_ text: some StringProtocol, joinsEmoji: Bool = false) {
    self.init(String(text), .usual, joinsEmoji: joinsEmoji)
  }

  /// Creates safe text from UTF-8; invalid bytes become U+FFFD.
  ///
  /// Cost: proportional to the number of bytes. ASCII is converted without a string.
  public init(utf8 bytes: ArraySlice<UInt8>, joinsEmoji: Bool = false) {
    if let text = SafeText(ascii: bytes.span) {
      self = text
    } else {
      self.init(String(decoding: bytes, as: UTF8.self), joinsEmoji: joinsEmoji)
    }
  }

  /// Creates safe text that begins at the given column, on which the width of its tabs depends.
  init(_ text: String, _ tabs: TabStops, at column: Int = 0, joinsEmoji: Bool = false) {
    // Most text in a program is ASCII, and each frame converts some of it.
    if let text = SafeText(ascii: text.utf8Span.span) {
      self = text
      return
    }
    var scanner = SafeTextScanner(tabs, at: column, joinsEmoji: joinsEmoji)
    scanner.read(text.utf8Span)
    self.init(scanner)
  }

  /// Creates text from printable ASCII characters, to which no rule applies; nil if there are other
  /// bytes.
  init?(ascii bytes: Span<UInt8>) {
    // These loops have no branch for each byte, because they convert each new line of a frame.
    let glyphs = bytes.withUnsafeBufferPointer { bytes -> [Glyph]? in
      var others: UInt8 = 0
      for byte in bytes { others |= byte &- 0x20 < 0x5F ? 0 : 1 }
      guard others == 0 else { return nil }
      return Array(unsafeUninitializedCapacity: bytes.count) { glyphs, count in
        guard var next = glyphs.baseAddress else { return }
        for byte in bytes {
          next.initialize(to: Glyph(base: UInt32(byte), width: 1))
          next += 1
        }
        count = bytes.count
      }
    }
    guard let glyphs else { return nil }
    (self.glyphs, width) = (glyphs, bytes.count)
  }

  /// Creates text from the result of a scanner.
  init(_ scanner: SafeTextScanner) {
    (glyphs, width, hasEmojiParts) = (scanner.glyphs, scanner.width, scanner.hasParts)
  }

  /// Creates text from glyphs, which are safe already.
  ///
  /// Cost: proportional to their number.
  public init(glyphs: some Sequence<Glyph>) {
    self.glyphs = Array(glyphs)
    width = self.glyphs.reduce(0) { $0 + $1.width }
  }

  /// Creates text from glyphs of another text.
  init(glyphs: some Sequence<Glyph>, of text: SafeText) {
    self.init(glyphs: glyphs)
    hasEmojiParts = text.hasEmojiParts
  }

  /// The empty text.
  public static let empty = SafeText(glyphs: [])

  /// Splits text at its line ends and makes each line safe; there is always at least one line.
  ///
  /// Line ends are those of `Character.isNewline`: LF, CR, CR LF, VT, FF, U+0085, U+2028, U+2029.
  /// Cost: proportional to the number of scalars in the text.
  public static func lines(of text: String, joinsEmoji: Bool = false) -> [SafeText] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      SafeText($0, joinsEmoji: joinsEmoji)
    }
  }

  /// Appends text.
  ///
  /// Cost: proportional to the number of glyphs appended.
  public mutating func append(_ other: SafeText) {
    glyphs += other.glyphs
    width += other.width
    hasEmojiParts = hasEmojiParts || other.hasEmojiParts
  }

  /// Concatenates two texts, in time proportional to the number of their glyphs.
  public static func + (a: SafeText, b: SafeText) -> SafeText {
    var sum = a
    sum.append(b)
    return sum
  }

  /// The text cut to the given number of columns, with an ellipsis at the end if it was cut.
  ///
  /// The result is one column narrower if only half of a wide glyph would fit, and has no ellipsis
  /// if the ellipsis does not fit. Text that fits is unchanged. Cost: proportional to the number of
  /// glyphs.
  public func truncated(to columns: Int, ellipsis: Glyph = Glyph("…")) -> SafeText {
    guard width > columns else { return self }
    guard columns > 0 else { return .empty }
    let left = columns - ellipsis.width
    return SafeText(glyphs: left < 0 ? prefix(columns) : prefix(left) + [ellipsis], of: self)
  }

  /// The longest prefix that fits into the given number of columns.
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
  /// Whether two texts have the same glyphs; the time is proportional to the number of glyphs.
  public static func == (a: SafeText, b: SafeText) -> Bool { a.glyphs == b.glyphs }

  /// Hashes the glyphs.
  public func hash(into hasher: inout Hasher) { hasher.combine(glyphs) }
}

extension SafeText: ExpressibleByStringInterpolation {
  /// Creates safe text from a literal.
  public init(stringLiteral value: String) { self.init(value) }
}

extension SafeText: CustomStringConvertible {
  /// The text without anything that a terminal would execute; created on each access from all
  /// glyphs.
  public var description: String { glyphs.map(\.description).joined() }
}

extension SafeText {
  /// Whether a scalar must never reach a screen, such as a control character, or one that reorders
  /// others.
  static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB: true
    default: false
    }
  }

  /// Whether a scalar is invisible.
  ///
  /// Its code point is then shown, unless it has a meaning at its place, because hidden characters
  /// can mislead.
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
  /// Whether no glyph is wide; if so, a glyph's index is its column.
  private var isNarrow: Bool { glyphs.count == width }

  /// The total width of a range of glyphs in columns.
  ///
  /// Cost: proportional to their number, or constant if no glyph of the text is wide.
  func columns(of range: Range<Int>) -> Int {
    isNarrow ? range.count : glyphs[range].reduce(0) { $0 + $1.width }
  }

  /// The glyphs that overlap the given columns, and the column of the first of these glyphs.
  ///
  /// Cost: proportional to the number of glyphs up to the last of them, or constant if no glyph of
  /// the text is wide.
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

  /// The text of a range of the glyphs.
  func part(_ range: Range<Int>) -> SafeText {
    range == glyphs.indices ? self : SafeText(glyphs: glyphs[range], of: self)
  }
}
