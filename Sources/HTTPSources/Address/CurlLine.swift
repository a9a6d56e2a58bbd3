import Answers

/// What a line of curl asks for, as far as it is what is asked here: an address by GET or POST, with a header and a body.
///
///     let line = try CurlLine(#"curl -H "X-Api-Key: $KEY" https://api.example/items?page={page}"#) { … }
///
/// Options that change only what curl prints are passed over. What cannot be done is refused by its name.
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
  /// How long nothing may come, where the line says how long a request may take.
  package internal(set) var silence: Duration?
  package internal(set) var connecting: Duration?
  /// Whether the type of the body is curl's own, which no option has given.
  package internal(set) var hasUsualType = false

  /// Reads a line that begins with `curl`.
  ///
  /// - Parameter environment: looks a variable up that stands outside single quotes.
  /// - Throws: `invalid`, with the option that is refused and why.
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

/// Reads the words behind `curl`, one option after another.
struct CurlReader {
  var line = CurlLine()
  private var rest: ArraySlice<NamedText>
  private var addresses: [String] = []
  /// The parts of the body in their order, and what joins them.
  var data: [String] = []
  /// Whether the body is JSON by its option.
  var isJSON = false
  /// Whether the body belongs into the query.
  var asksByQuery = false
  /// Parts of the query beside those of the address.
  var query: [String] = []
  /// Whether brackets and braces of the address are themselves.
  var takesBraces = false

  init(_ words: ArraySlice<NamedText>) { rest = words }

  mutating func readAll() throws(HTTPError) {
    while let word = rest.popFirst() {
      let text = word.text
      if text.hasPrefix("-"), case .variable(let name, _)? = word.pieces.first {
        throw .invalid("$\(name) cannot stand for an option")
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
        "\(name[..<sign])=… is not how curl writes it: put the value into the next word")
    }
    guard let option = CurlOption.named(name) else { throw .invalid("\(name) is not known here") }
    try perform(option, named: name, beside: nil)
  }

  /// Letters may stand together; the value of the last one may stand beside it.
  private mutating func read(short text: String, _ word: NamedText) throws(HTTPError) {
    var left = word
    _ = left.popFirst()
    while let letter = left.popFirst() {
      let name = "-\(letter)"
      guard let option = CurlOption.named(name) else { throw .invalid("\(name) is not known here") }
      let takesValue = option.takesValue
      try perform(option, named: name, beside: takesValue && !left.pieces.isEmpty ? left : nil)
      if takesValue { return }
    }
    if let name = left.firstName { throw .invalid("$\(name) cannot stand for an option") }
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

  // MARK: What options give

  /// A value in which no name may stand, because it is shown.
  func plain(_ value: NamedText, of name: String) throws(HTTPError) -> String {
    if let variable = value.firstName {
      throw .invalid(
        "$\(variable) in \(name) is not read, only in headers and -u: let your shell fill it in")
    }
    return value.text
  }

  mutating func takeAddress(_ value: NamedText, of name: String) throws(HTTPError) {
    addresses.append(try plain(value, of: name))
    guard addresses.count < 2 else {
      throw .invalid("it has several addresses: name one, in quotes")
    }
  }

  /// Takes a field; one without a value takes a field of curl's away, which only for `Expect` is done here, too.
  mutating func takeField(_ value: NamedText, of name: String) throws(HTTPError) {
    if value.text.hasPrefix("@") { throw Self.isFile("\(name) @FILE") }
    guard let (field, rest) = value.split(at: ":"), !field.isEmpty else {
      return try takeEmptyField(value.text, of: name)
    }
    if rest.pieces.isEmpty {
      guard field.lowercased() == "expect" else {
        throw .invalid("\(name) '\(field):' takes a header away, which is not done here")
      }
      return
    }
    add(TypedField(field, rest))
  }

  /// `NAME;` is a field without a value.
  private mutating func takeEmptyField(_ text: String, of name: String) throws(HTTPError) {
    guard text.last == ";", text.count > 1 else {
      // The text may be the secret alone.
      throw .invalid("\(name) needs 'NAME: VALUE', with the name as it is")
    }
    add(TypedField(String(text.dropLast()), NamedText()))
  }

  /// What the client says by itself: how a body is packed that it reads, and how long one is that it sends.
  private static let own: Set<String> = ["accept-encoding", "content-length"]

  private mutating func add(_ field: TypedField) {
    if !Self.own.contains(field.name.lowercased()) { line.fields.append(field) }
  }

  static func isFile(_ what: String) -> HTTPError {
    .invalid("\(what) is refused, because no file is read for a request")
  }

  /// A field that an option other than `-H` gives; `-H` comes before it.
  mutating func addUnlessGiven(_ name: String, _ value: NamedText) {
    guard !line.fields.contains(where: { $0.isNamed(name) }) else { return }
    line.fields.append(TypedField(name, value))
  }

  // MARK: The end

  func finished() throws(HTTPError) -> CurlLine {
    var reader = self
    try reader.placeData()
    guard let address = addresses.first else { throw .invalid("it has no address") }
    reader.line.address = try reader.whole(address)
    guard reader.line.body == nil || reader.line.method != .get else {
      throw .invalid("-X GET with a body is not sent: without -X it is a POST")
    }
    return reader.line
  }

  /// Puts the parts of the data together, as a body or behind the address.
  private mutating func placeData() throws(HTTPError) {
    guard !data.isEmpty, !asksByQuery else { return query += data }
    line.body = data.joined(separator: isJSON ? "" : "&")
    let type = isJSON ? "application/json" : "application/x-www-form-urlencoded"
    line.hasUsualType = !line.fields.contains { $0.isNamed("Content-Type") }
    addUnlessGiven("Content-Type", NamedText(type))
    if isJSON { addUnlessGiven("Accept", NamedText(type)) }
  }

  /// The address as the client takes it.
  private func whole(_ text: String) throws(HTTPError) -> String {
    var address = takesBraces ? text : try Self.withoutGlobs(text)
    if let fragment = address.firstIndex(of: "#") { address = String(address[..<fragment]) }
    // As curl guesses it.
    if !address.hasScheme { address = "http://" + address }
    guard !query.isEmpty else { return address }
    return address + (address.contains("?") ? "&" : "?") + query.joined(separator: "&")
  }

  /// An address without the backslashes before brackets that keep curl from taking it for several.
  private static func withoutGlobs(_ text: String) throws(HTTPError) -> String {
    var (plain, rest) = ("", text[...])
    while let next = rest.popFirst() {
      if next == "\\", let escaped = rest.first, "{}[]".contains(escaped) {
        plain.append(rest.removeFirst())
        continue
      }
      let isGlob = next == "{" && !rest.beginsPlaceholder || next == "[" && !rest.beginsHost
      if isGlob { throw .invalid("\(next)… names several addresses: -g takes it as it is") }
      plain.append(next)
    }
    return plain
  }
}

extension String {
  /// Whether it begins with the name of a scheme and two slashes.
  fileprivate var hasScheme: Bool {
    let name = prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    return !name.isEmpty && dropFirst(name.count).hasPrefix("://")
  }
}

extension Substring {
  /// Whether a placeholder stands behind the brace before it, or a second brace.
  fileprivate var beginsPlaceholder: Bool {
    hasPrefix("{") || Placeholder.allCases.contains { hasPrefix($0.text.dropFirst()) }
  }

  /// Whether it is the address of a host by IPv6, behind its bracket.
  fileprivate var beginsHost: Bool {
    let inner = prefix { $0 != "]" }
    return inner.contains(":") && inner.allSatisfy { $0.isHexDigit || ":.%".contains($0) }
  }
}
