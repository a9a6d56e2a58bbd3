/// Reads the value of one `Link` field (RFC 8288, appendix B).
struct LinkScanner {
  private var rest: Substring.UnicodeScalarView

  init(_ field: String) {
    rest = Substring(field).unicodeScalars
  }

  mutating func links() -> [LinkHeader.Link] {
    var links: [LinkHeader.Link] = []
    skip { $0 == "," || Self.isSpace($0) }
    while let target = target() {
      let parameters = parameters()
      if parameters["anchor"] == nil {
        let relations = (parameters["rel"] ?? "").lowercased().split { $0 == " " || $0 == "\t" }
        links.append(LinkHeader.Link(target: target, relations: relations.map(String.init)))
      }
      // Also skips what follows an invalid parameter, up to the next link.
      skip { $0 != "," }
      skip { $0 == "," || Self.isSpace($0) }
    }
    return links
  }

  /// What stands between angle brackets, commas and semicolons with it.
  private mutating func target() -> String? {
    guard consume("<") else { return nil }
    let target = take { $0 != ">" }
    return consume(">") ? target : nil
  }

  /// The parameters of a link by their names in lower case; of several of a name the first counts.
  private mutating func parameters() -> [String: String] {
    var parameters: [String: String] = [:]
    while true {
      skip(Self.isSpace)
      guard consume(";") else { return parameters }
      skip(Self.isSpace)
      let name = take { $0 != "=" && $0 != ";" && $0 != "," && !Self.isSpace($0) }.lowercased()
      skip(Self.isSpace)
      let value = consume("=") ? value() : ""
      if parameters[name] == nil { parameters[name] = value }
    }
  }

  private mutating func value() -> String {
    skip(Self.isSpace)
    return consume("\"") ? quoted() : take { $0 != ";" && $0 != "," }
  }

  /// A quoted value after its first quotation mark; a backslash takes what follows as it is.
  private mutating func quoted() -> String {
    var value = String.UnicodeScalarView()
    while let next = rest.popFirst(), next != "\"" {
      guard let scalar = next == "\\" ? rest.popFirst() : next else { break }
      value.append(scalar)
    }
    return String(value)
  }

  // MARK: Parts

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skip(_ condition: (Unicode.Scalar) -> Bool) {
    rest = rest.drop(while: condition)
  }

  private mutating func take(_ condition: (Unicode.Scalar) -> Bool) -> String {
    let taken = rest.prefix(while: condition)
    rest = rest[taken.endIndex...]
    return String(taken)
  }
}
