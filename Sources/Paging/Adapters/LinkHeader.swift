/// The links of a `Link` header (RFC 8288, section 3).
///
///     LinkHeader([#"<?page=2>; rel="next", <?page=9>; rel=last"#]).target("next")   // "?page=2"
///
/// Damage ends the reading of a field, and what was read before it counts. Links with an `anchor`
/// are left out, because they lead from elsewhere than the page.
public struct LinkHeader: Hashable, Sendable {
  /// One link.
  public struct Link: Hashable, Sendable {
    /// Where it leads, as it stands in the header: it may be relative.
    public let target: String
    /// What it means, in lower case.
    public let relations: [String]
    /// Whether it says that nothing is there, by the parameter `results="false"`.
    package let isEmpty: Bool
  }

  /// The links in the order of the header.
  public let links: [Link]

  /// Reads the values of the fields, one for each line of the header, without the name `Link`.
  ///
  /// Cost: their characters.
  public init(_ fields: [String]) {
    links = fields.flatMap { field in
      var scanner = LinkScanner(field)
      return scanner.links()
    }
  }

  /// Where the first link of a relation leads, or nil where no link has it, or where nothing is.
  ///
  /// Relations are told apart without regard to case. Cost: the links up to that one.
  public func target(_ relation: String) -> String? {
    let name = relation.lowercased()
    return links.first { $0.relations.contains(name) && !$0.isEmpty }?.target
  }
}

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
        links.append(
          LinkHeader.Link(
            target: target, relations: relations.map(String.init),
            isEmpty: parameters["results"]?.lowercased() == "false"))
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
    let target = consumePrefix { $0 != ">" }
    return consume(">") ? target : nil
  }

  /// The parameters of a link by their names in lower case; of several of a name the first counts.
  private mutating func parameters() -> [String: String] {
    var parameters: [String: String] = [:]
    while true {
      skip(Self.isSpace)
      guard consume(";") else { return parameters }
      skip(Self.isSpace)
      let name = consumePrefix { $0 != "=" && $0 != ";" && $0 != "," && !Self.isSpace($0) }
        .lowercased()
      skip(Self.isSpace)
      let value = consume("=") ? value() : ""
      if parameters[name] == nil { parameters[name] = value }
    }
  }

  private mutating func value() -> String {
    skip(Self.isSpace)
    return consume("\"") ? quoted() : consumePrefix { $0 != ";" && $0 != "," }
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

  private mutating func consumePrefix(while condition: (Unicode.Scalar) -> Bool) -> String {
    let taken = rest.prefix(while: condition)
    rest = rest[taken.endIndex...]
    return String(taken)
  }
}
