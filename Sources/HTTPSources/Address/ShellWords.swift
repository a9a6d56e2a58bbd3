/// A parser that splits a line into words as a shell does: with `'…'`, `"…"`, `$'…'`, `\`, `$NAME`
/// and comments.
///
/// Line ends outside quotes count as blanks, because text copied from a web page may have lost the
/// `\` before them. Command substitutions, separators of commands such as `;` and `&`, subshells,
/// pipes and redirections are refused.
struct ShellWords {
  private var rest: ArraySlice<Unicode.Scalar>
  private let environment: NamedText.Environment
  /// The word in progress; nil between words.
  private var word: NamedText?
  private var words: [NamedText] = []

  private init(_ line: String, _ environment: @escaping NamedText.Environment) {
    (rest, self.environment) = (Array(line.unicodeScalars)[...], environment)
  }

  /// The words of a line.
  ///
  /// - Throws: `invalid` with the unsupported syntax, the missing closing quote, or the variable
  ///   that is not set.
  static func words(
    of line: String, _ environment: @escaping NamedText.Environment
  ) throws(HTTPError) -> [NamedText] {
    var reader = ShellWords(line, environment)
    while let next = reader.rest.popFirst() { try reader.read(next) }
    reader.endWord()
    return reader.words
  }

  private mutating func read(_ next: Unicode.Scalar) throws(HTTPError) {
    switch next {
    case _ where next.isBlank: endWord()
    case "'": append(try quoted())
    case "\"": try readDoubleQuotes()
    case "\\": readEscape()
    case "$" where rest.first == "'":
      rest.removeFirst()
      append(try escapedQuoted())
    // `$"…"`, which bash translates, is treated as `"…"`.
    case "$" where rest.first == "\"": break
    case "$": try readName()
    case "`": throw Self.runs("`…`")
    case "&":
      throw .invalid("& outside quotes ends a shell command: put the address in quotes")
    case "|", ";", "<", ">", "(", ")":
      throw .invalid(
        "\(next) outside quotes is shell syntax: put it in quotes, or give only the curl command")
    case "#" where word == nil: rest = rest.drop { $0 != "\n" }
    case "~" where word == nil && (rest.first.map { $0 == "/" || $0.isBlank } ?? true):
      try append(variable: "HOME")
    default: append(String(next))
    }
  }

  private mutating func append(_ text: String) {
    word = word ?? NamedText()
    word?.append(text)
  }

  private mutating func append(variable name: String) throws(HTTPError) {
    var longer = word ?? NamedText()
    try longer.append(variable: name, environment)
    word = longer
  }

  private mutating func endWord() {
    if let word { words.append(word) }
    word = nil
  }

  private static func runs(_ what: String) -> HTTPError {
    .invalid("\(what) is not run: use --credential to run a command")
  }

  private mutating func readEscape() {
    if rest.first == "\r", rest.dropFirst().first == "\n" { rest.removeFirst() }
    guard let next = rest.popFirst() else { return }
    // A backslash at the end of a line joins it to the next line. If the line end was pasted as a
    // blank, the blank is dropped.
    if next == "\n" || word == nil && next.isBlank { return }
    append(String(next))
  }

  private mutating func readName() throws(HTTPError) {
    if rest.first == "(" { throw Self.runs("$(…)") }
    if let name = NamedText.popName(from: &rest) { return try append(variable: name) }
    guard rest.first != "{" else {
      throw .invalid("only ${NAME} is supported, not other forms of ${…}")
    }
    append("$")
  }

  // MARK: Quotes

  private mutating func quoted() throws(HTTPError) -> String {
    guard let end = rest.firstIndex(of: "'") else { throw Self.isOpen("'") }
    defer { rest = rest[(end + 1)...] }
    return String(String.UnicodeScalarView(rest[..<end]))
  }

  private static func isOpen(_ quote: String) -> HTTPError {
    .invalid("a quote is not closed: \(quote)")
  }

  private mutating func readDoubleQuotes() throws(HTTPError) {
    append("")
    while let next = rest.popFirst() {
      switch next {
      case "\"": return
      case "`": throw Self.runs("`…`")
      case "$": try readName()
      case "\\":
        guard let escaped = rest.popFirst() else { throw Self.isOpen("\"") }
        // The backslash is an escape only before these characters (POSIX, 2.2.3).
        let isEscape = ["$", "`", "\"", "\\", "\n"].contains(escaped)
        append((isEscape ? "" : "\\") + (escaped == "\n" ? "" : String(escaped)))
      default: append(String(next))
      }
    }
    throw Self.isOpen("\"")
  }

  /// The content of `$'…'`, as bash and web browsers write it.
  private mutating func escapedQuoted() throws(HTTPError) -> String {
    var bytes: [UInt8] = []
    while let next = rest.popFirst() {
      switch next {
      case "'": return String(decoding: bytes, as: UTF8.self)
      case "\\": bytes += try escaped()
      default: bytes += String(next).utf8
      }
    }
    throw Self.isOpen("'")
  }

  private static let escapes: [Unicode.Scalar: UInt8] = [
    "a": 7, "b": 8, "e": 0x1B, "E": 0x1B, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11,
  ]

  /// Reads an escape sequence of `$'…'` after its backslash, and returns its bytes.
  private mutating func escaped() throws(HTTPError) -> [UInt8] {
    guard let next = rest.popFirst() else { throw Self.isOpen("'") }
    switch next {
    case "x":
      let byte = popNumber(digits: 2, radix: 16)
      return byte.map { [UInt8(truncatingIfNeeded: $0)] } ?? Array("\\x".utf8)
    case "u", "U":
      let number = popNumber(digits: next == "u" ? 4 : 8, radix: 16)
      return Array(String(number.flatMap { Unicode.Scalar($0) } ?? "\u{FFFD}").utf8)
    case "0"..."7":
      return [UInt8(truncatingIfNeeded: popNumber(after: next, digits: 2, radix: 8) ?? 0)]
    case "c": return [UInt8(truncatingIfNeeded: (rest.popFirst()?.value ?? 0) & 0x1F)]
    case "'", "\"", "\\", "?": return Array(String(next).utf8)
    default: return Self.escapes[next].map { [$0] } ?? Array("\\\(next)".utf8)
    }
  }

  /// Removes and parses digits; nil if there are none.
  private mutating func popNumber(
    after first: Unicode.Scalar? = nil, digits: Int, radix: Int
  ) -> UInt32? {
    let written = rest.prefix(digits).prefix {
      Character($0).hexDigitValue.map { $0 < radix } ?? false
    }
    rest = rest[written.endIndex...]
    let all = [first].compactMap { $0 } + written
    return UInt32(String(String.UnicodeScalarView(all)), radix: radix)
  }
}

extension Unicode.Scalar {
  /// Whether the character separates words.
  fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\n" || self == "\r" }
}
