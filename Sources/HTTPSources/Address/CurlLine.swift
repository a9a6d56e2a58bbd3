import Answers

/// The request of a curl command line: an address, requested with GET or POST, with header fields
/// and a body.
///
///     let line = try CurlLine(#"curl -H "X-Api-Key: $KEY" https://api.example/items?page={page}"#) { … }
///
/// Options that do not matter to the client, such as `-s` and `-v`, are ignored. Other unsupported
/// options are refused with an error that names them.
package struct CurlLine: Sendable {
  /// The address, with its placeholders.
  package internal(set) var address = ""
  package internal(set) var fields: [TypedField] = []
  package internal(set) var body: String?
  package internal(set) var method: HTTPRequest.Method?
  /// `NAME:PASSWORD`, if given.
  package internal(set) var login: NamedText?
  package internal(set) var certificates: String?
  package internal(set) var unixSocket: String?
  /// The maximum time without data, from `--max-time` or `--speed-time`.
  package internal(set) var silence: Duration?
  package internal(set) var connecting: Duration?
  /// Whether the body has the default type of `-d` or `--json`, because no `-H` gives another.
  package internal(set) var hasUsualType = false

  /// Parses a command line that begins with `curl`.
  ///
  /// - Parameter environment: looks up a variable that is written outside single quotes.
  /// - Throws: `invalid`, with the reason and, if an option is refused, its name.
  package init(
    _ line: String, environment: @escaping NamedText.Environment
  ) throws(HTTPError) {
    do throws(HTTPError) {
      var reader = CurlReader(try ShellWords.words(of: line, environment).dropFirst())
      try reader.readAll()
      self = try reader.finished()
    } catch {
      throw .invalid("curl: \(error.description)")
    }
  }

  init() {}
}

/// A parser of the words after `curl`, one option after another.
struct CurlReader {
  var line = CurlLine()
  private var rest: ArraySlice<NamedText>
  private var addresses: [String] = []
  /// The names of the fields from options other than `-H`, in lower case.
  private var implied: Set<String> = []
  /// The cookies of all options `-b`.
  private var cookies = NamedText()
  /// The parts of the body, in order.
  var data: [String] = []
  /// Whether an option makes the body JSON.
  var isJSON = false
  /// Whether the data is sent in the query (`--get`).
  var asksByQuery = false
  /// Parts of the query in addition to those in the address.
  var query: [String] = []
  /// Whether brackets and braces in the address are literal (`--globoff`).
  var takesBraces = false

  init(_ words: ArraySlice<NamedText>) { rest = words }

  mutating func readAll() throws(HTTPError) {
    while let word = rest.popFirst() {
      let text = word.text
      if text.hasPrefix("-"), case .variable(let name, _)? = word.pieces.first {
        throw .invalid("$\(name) cannot be used as an option")
      } else if text == "--" {
        while let word = rest.popFirst() { try takeAddress(word, of: "the address") }
      } else if text.hasPrefix("--") {
        try read(long: text)
      } else if text.hasPrefix("-"), text.count > 1 {
        try read(short: text, word)
      } else {
        try takeAddress(word, of: "the address")
      }
    }
  }

  private mutating func read(long name: String) throws(HTTPError) {
    if let sign = name.firstIndex(of: "=") {
      throw .invalid(
        "curl does not accept \(name[..<sign])=…: give the value as the next argument")
    }
    guard let option = CurlOption.named(name) else {
      throw .invalid("the option \(name) is not supported")
    }
    try perform(option, named: name, beside: nil)
  }

  /// Reads short options, which can be combined; the value of the last one can follow directly:
  /// `-sXPOST`.
  private mutating func read(short text: String, _ word: NamedText) throws(HTTPError) {
    var left = word
    _ = left.popFirst()
    while let letter = left.popFirst() {
      let name = "-\(letter)"
      guard let option = CurlOption.named(name) else {
        throw .invalid("the option \(name) is not supported")
      }
      let takesValue = option.takesValue
      try perform(option, named: name, beside: takesValue && !left.pieces.isEmpty ? left : nil)
      if takesValue { return }
    }
    if let name = left.firstName { throw .invalid("$\(name) cannot be used as an option") }
  }

  private mutating func perform(
    _ option: CurlOption, named name: String, beside value: NamedText?
  ) throws(HTTPError) {
    switch option.effect {
    case .refused(let why): throw .invalid("\(name) is refused: \(why)")
    case .none: break
    case .flag(let set): set(&self)
    case .noValue: _ = try next(of: name, beside: value)
    case .value(let take): try take(&self, try next(of: name, beside: value), name)
    }
  }

  private mutating func next(
    of name: String, beside value: NamedText?
  ) throws(HTTPError) -> NamedText {
    if let value { return value }
    guard let word = rest.popFirst() else { throw .invalid("\(name) needs a value") }
    return word
  }

  // MARK: Effects of options

  /// Returns the text of a value that must not contain variables, because it is displayed.
  func plain(_ value: NamedText, of name: String) throws(HTTPError) -> String {
    if let variable = value.firstName {
      throw .invalid(
        "$\(variable) in \(name) is not expanded: variables work only in headers and -u; let your shell expand it"
      )
    }
    return value.text
  }

  mutating func takeAddress(_ value: NamedText, of name: String) throws(HTTPError) {
    addresses.append(try plain(value, of: name))
    guard addresses.count < 2 else {
      throw .invalid("the command has several addresses: give one, in quotes")
    }
  }

  /// Adds a header field.
  ///
  /// In curl, a field without a value removes one of curl's own fields. This is accepted only for
  /// `Expect`, which the client does not send anyway.
  mutating func takeField(_ value: NamedText, of name: String) throws(HTTPError) {
    if value.text.hasPrefix("@") { throw Self.isFile("\(name) @FILE") }
    guard let (field, rest) = value.split(at: ":"), !field.isEmpty else {
      return try takeEmptyField(value.text, of: name)
    }
    if rest.pieces.isEmpty {
      guard field.lowercased() == "expect" else {
        throw .invalid("\(name) '\(field):' removes a header, which is not supported")
      }
      return
    }
    add(TypedField(field, rest))
  }

  /// Adds a field with an empty value, written `NAME;`.
  private mutating func takeEmptyField(_ text: String, of name: String) throws(HTTPError) {
    guard text.last == ";", text.count > 1 else {
      // The message omits the text, which may be the secret itself.
      throw .invalid("\(name) needs 'NAME: VALUE', without a variable in the name")
    }
    add(TypedField(String(text.dropLast()), NamedText()))
  }

  /// Fields that the client sets itself: the encodings it decodes, and the length of the body.
  private static let own: Set<String> = ["accept-encoding", "content-length"]

  /// Adds a field of `-H`, which replaces a field from another option, as in curl.
  private mutating func add(_ field: TypedField) {
    guard !Self.own.contains(field.name.lowercased()) else { return }
    removeImplied(field.name)
    line.fields.append(field)
  }

  private mutating func removeImplied(_ name: String) {
    guard implied.remove(name.lowercased()) != nil else { return }
    line.fields.removeAll { $0.isNamed(name) }
  }

  static func isFile(_ what: String) -> HTTPError {
    .invalid("\(what) is refused: a request cannot read files")
  }

  /// Adds a field from an option other than `-H`, unless `-H` has set it; the last such option
  /// counts, as in curl.
  mutating func addUnlessGiven(_ name: String, _ value: NamedText) {
    removeImplied(name)
    guard !line.fields.contains(where: { $0.isNamed(name) }) else { return }
    implied.insert(name.lowercased())
    line.fields.append(TypedField(name, value))
  }

  /// Adds the cookies of an option to those of earlier ones, because curl sends all of them.
  mutating func addCookies(_ value: NamedText) {
    if !cookies.pieces.isEmpty { cookies.append("; ") }
    cookies.append(value)
    addUnlessGiven("Cookie", cookies)
  }

  // MARK: Completion

  func finished() throws(HTTPError) -> CurlLine {
    var reader = self
    try reader.placeData()
    guard let address = addresses.first else { throw .invalid("the command has no address") }
    reader.line.address = try reader.whole(address)
    guard reader.line.body == nil || reader.line.method != .get else {
      throw .invalid("-X GET with a body is not supported: omit -X to send a POST")
    }
    return reader.line
  }

  /// Joins the parts of the data to form the body, or adds them to the query.
  private mutating func placeData() throws(HTTPError) {
    guard !data.isEmpty, !asksByQuery else { return query += data }
    line.body = data.joined(separator: isJSON ? "" : "&")
    let type = isJSON ? "application/json" : "application/x-www-form-urlencoded"
    line.hasUsualType = !line.fields.contains { $0.isNamed("Content-Type") }
    addUnlessGiven("Content-Type", NamedText(type))
    if isJSON { addUnlessGiven("Accept", NamedText(type)) }
  }

  /// The address in the form that the client accepts.
  private func whole(_ text: String) throws(HTTPError) -> String {
    var address = takesBraces ? text : try Self.withoutGlobs(text)
    if let fragment = address.firstIndex(of: "#") { address = String(address[..<fragment]) }
    // An address without a scheme is one for http, as in curl.
    if !address.hasScheme { address = "http://" + address }
    guard !query.isEmpty else { return address }
    return address + (address.contains("?") ? "&" : "?") + query.joined(separator: "&")
  }

  /// Removes the backslashes that prevent curl from expanding brackets and braces.
  private static func withoutGlobs(_ text: String) throws(HTTPError) -> String {
    var (plain, rest) = ("", text[...])
    while let next = rest.popFirst() {
      if next == "\\", let escaped = rest.first, "{}[]".contains(escaped) {
        plain.append(rest.removeFirst())
        continue
      }
      let isGlob = next == "{" && !rest.beginsPlaceholder || next == "[" && !rest.beginsHost
      if isGlob {
        throw .invalid("\(next)… stands for several addresses: add -g to take it literally")
      }
      plain.append(next)
    }
    return plain
  }
}

extension String {
  /// Whether the text begins with a scheme and two slashes.
  fileprivate var hasScheme: Bool {
    let name = prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    return !name.isEmpty && dropFirst(name.count).hasPrefix("://")
  }
}

extension Substring {
  /// Whether the text, which follows an opening brace, continues a placeholder or begins with a
  /// second brace.
  fileprivate var beginsPlaceholder: Bool {
    hasPrefix("{") || Placeholder.allCases.contains { hasPrefix($0.text.dropFirst()) }
  }

  /// Whether the text, which follows an opening bracket, begins with an IPv6 address.
  fileprivate var beginsHost: Bool {
    let inner = prefix { $0 != "]" }
    return inner.contains(":") && inner.allSatisfy { $0.isHexDigit || ":.%".contains($0) }
  }
}
