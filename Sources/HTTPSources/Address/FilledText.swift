import Answers
import Bytes
import Records

/// The values of the placeholders for one page.
struct PageValues {
  /// The page; nil if all placeholders except `{limit}` are kept as they are.
  private let address: PageAddress?
  private let limit: Int

  /// Creates the values for a page.
  ///
  /// - Parameter address: the page; nil to keep all placeholders except `{limit}` as they are.
  init(_ address: PageAddress?, limit: Int) { (self.address, self.limit) = (address, limit) }

  /// The value of a placeholder as a string; nil if this page has no value for it.
  func text(_ placeholder: Placeholder) -> String? {
    if placeholder == .limit { return "\(limit)" }
    guard let address else { return placeholder.text }
    return address.placeholder == placeholder ? address.value : nil
  }

  /// The encoded value of a placeholder; nil if this page has no value for it.
  ///
  /// A placeholder that is kept is not encoded.
  func text(_ placeholder: Placeholder, _ encode: (String) -> String) -> String? {
    let text = text(placeholder)
    return address == nil && placeholder != .limit ? text : text.map(encode)
  }

  /// The value of a placeholder as JSON; nil if this page has no value for it.
  func json(_ placeholder: Placeholder) -> [UInt8]? {
    switch address {
    case .cursor(let cursor) where placeholder == .cursor: return cursor?.json
    case .last(let key) where placeholder == .last:
      guard let text = key?.text else { return nil }
      return text.isJSONNumber ? Array(text.utf8) : text.json
    default: return text(placeholder).map { Array($0.utf8) }
    }
  }
}

extension PageValues {
  /// The members of a cursor that is an object, to be sent as parameters of the query; nil for
  /// other cursors.
  var members: [(name: String, value: String)]? {
    guard case .cursor(let cursor?) = address, cursor.json.first == .openBrace else { return nil }
    return (try? JSONReader().record(cursor.json[...]))?.map {
      (TokenNames.parameter(ofSeveral: $0.name), $0.value.text)
    }
  }
}

extension FilledText {
  /// Whether this part of the query is replaced by a parameter with one of the names, or is the
  /// placeholder for all parameters.
  func isReplaced(by names: [String]) -> Bool {
    if pieces == [.value(.cursor)] { return true }
    guard case .text(let text)? = pieces.first else { return false }
    let name = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)[0]
    return names.contains(PercentEncoding.decoded(name))
  }
}

extension PageAddress {
  /// The same page for a service whose offsets begin at `first`.
  func counted(from first: Int) -> PageAddress {
    if case .offset(let offset) = self { .offset(offset + first) } else { self }
  }
}

extension String {
  /// The text as a JSON string.
  fileprivate var json: [UInt8] {
    var bytes: [UInt8] = []
    JSONField.append(self, to: &bytes)
    return bytes
  }

  /// Whether the text is an integer in the form that JSON requires.
  fileprivate var isJSONNumber: Bool { Int(self).map { "\($0)" == self } ?? false }
}

/// Text with placeholders.
///
/// Other braces are literal, and `{{page}}` stands for the text `{page}`.
struct FilledText: Hashable, Sendable {
  enum Piece: Hashable, Sendable {
    case text(String)
    case value(Placeholder)
    /// The value of an environment variable, with its name.
    case named(String, value: String)
  }

  let pieces: [Piece]

  init(_ text: some StringProtocol) {
    var (pieces, plain, rest): ([Piece], String, Substring) = ([], "", Substring(text))
    while let first = rest.first {
      if first == "{", let written = Self.doubleBraces(at: rest) {
        plain += written.text
        rest = rest.dropFirst(written.text.count + 2)
      } else if first == "{", let placeholder = Self.placeholder(at: rest) {
        if !plain.isEmpty { pieces.append(.text(plain)) }
        pieces.append(.value(placeholder))
        plain = ""
        rest = rest.dropFirst(placeholder.text.count)
      } else {
        plain.append(first)
        rest.removeFirst()
      }
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
    self.pieces = pieces
  }

  /// Creates text whose variables are inserted literally: placeholders in their values are not
  /// replaced.
  init(_ text: NamedText) {
    pieces = text.pieces.flatMap { piece -> [Piece] in
      switch piece {
      case .text(let text): FilledText(text).pieces
      case .variable(let name, let value): [.named(name, value: value)]
      }
    }
  }

  private static func placeholder(at text: Substring) -> Placeholder? {
    Placeholder.allCases.first { text.hasPrefix($0.text) }
  }

  /// The placeholder in double braces, which stands for its own text.
  private static func doubleBraces(at text: Substring) -> Placeholder? {
    Placeholder.allCases.first { text.hasPrefix("{\($0.text)}") }
  }

  var placeholders: Set<Placeholder> {
    Set(pieces.compactMap { if case .value(let placeholder) = $0 { placeholder } else { nil } })
  }

  /// The text with encoded values; nil if this page lacks a value.
  func filled(_ values: PageValues, _ encode: (String) -> String = { $0 }) -> String? {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let plain), .named(_, let plain): text += plain
      case .value(let placeholder):
        guard let value = values.text(placeholder, encode) else { return nil }
        text += value
      }
    }
    return text
  }

  /// A JSON document with the values inserted: as text within a string, or else as a JSON value.
  ///
  /// A missing value becomes `null`, and so does a string that consists only of the placeholder for
  /// that value; within a longer string, the placeholder is omitted.
  func filledJSON(_ values: PageValues) -> [UInt8] {
    var json = JSONInProgress()
    for (place, piece) in pieces.enumerated() {
      switch piece {
      case .text(let text), .named(_, let text): json.append(text.utf8[...])
      case .value(let placeholder) where json.isQuoted:
        if let text = values.text(placeholder) {
          JSONField.appendEscaped(text.utf8, to: &json.bytes)
        } else if isQuote(at: place + 1) {
          json.becomeNullIfEmpty()
        }
      case .value(let placeholder):
        json.bytes += values.json(placeholder) ?? Array("null".utf8)
      }
    }
    return json.bytes
  }

  /// Whether a piece is text that begins with a quote.
  private func isQuote(at place: Int) -> Bool {
    guard pieces.indices.contains(place), case .text(let text) = pieces[place] else { return false }
    return text.utf8.first == .quote
  }
}

/// A JSON document that is being written.
private struct JSONInProgress {
  var bytes: [UInt8] = []
  /// The index after the opening quote of the current string; nil outside strings.
  private var start: Int?
  /// Whether the last byte was a backslash that escapes the next one.
  private var isEscape = false
  /// Whether the next quote is dropped, because its string was replaced by `null`.
  private var skipsQuote = false

  var isQuoted: Bool { start != nil }

  mutating func append(_ text: Substring.UTF8View) {
    for byte in text {
      if skipsQuote {
        skipsQuote = false
        continue
      }
      bytes.append(byte)
      if byte == .quote, !isEscape { start = start == nil ? bytes.count : nil }
      isEscape = byte == .backslash && !isEscape
    }
  }

  /// Replaces a string that is empty so far, including its closing quote, with `null`.
  mutating func becomeNullIfEmpty() {
    guard start == bytes.count else { return }
    bytes.removeLast()
    bytes += Array("null".utf8)
    (start, skipsQuote) = (nil, true)
  }
}

/// Percent-encoding (RFC 3986, section 2.3).
enum PercentEncoding {
  /// Encodes a value: every byte except unreserved characters.
  static func value(_ text: String) -> String { encoded(text) { $0.isUnreserved } }

  /// Encodes a typed address: only blanks, control characters and bytes outside ASCII.
  static func address(_ text: String) -> String { encoded(text) { $0 > .space && $0 < 0x7F } }

  /// Decodes percent-encoding; a percent sign that encodes nothing is kept.
  static func decoded(_ text: some StringProtocol) -> String {
    var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func encoded(_ text: String, _ stays: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if stays(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 { Array("0123456789ABCDEF".utf8)[Int(value)] }
}

extension UInt8 {
  fileprivate var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
