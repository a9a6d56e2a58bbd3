/// The links of a `Link` header (RFC 8288, section 3).
///
///     LinkHeader([#"<?page=2>; rel="next", <?page=9>; rel=last"#]).target("next")   // "?page=2"
///
/// A link without angle brackets ends the parsing of a field; the links before it are kept. Links
/// with an `anchor` are omitted, because they start from a resource other than the page.
public struct LinkHeader: Hashable, Sendable {
  /// One link.
  public struct Link: Hashable, Sendable {
    /// The target as written in the header; it may be relative.
    public let target: String
    /// The relation types, in lower case.
    public let relations: [String]
    /// Whether the link's parameter `results="false"` states that its target is empty.
    package let isEmpty: Bool
  }

  /// The links in the order of the header.
  public let links: [Link]

  /// Parses the values of the fields, one for each line of the header, without the name `Link`.
  ///
  /// Cost: proportional to the length of the values.
  public init(_ fields: [String]) {
    links = fields.flatMap { field in
      var scanner = LinkScanner(field)
      return scanner.links()
    }
  }

  /// Returns the target of the first link that has the given relation and is not marked as leading
  /// to an empty page; nil if no such link exists.
  ///
  /// Relations are compared without regard to case. Cost: proportional to the number of links up to
  /// the one that is found.
  public func target(_ relation: String) -> String? {
    let name = relation.lowercased()
    return links.first { $0.relations.contains(name) && !$0.isEmpty }?.target
  }
}

/// Parses the value of one `Link` field (RFC 8288, appendix B).
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
      // This also skips the rest of an invalid parameter, up to the next link.
      skip { $0 != "," }
      skip { $0 == "," || Self.isSpace($0) }
    }
    return links
  }

  /// Parses the text between angle brackets, which may contain commas and semicolons.
  private mutating func target() -> String? {
    guard consume("<") else { return nil }
    let target = consumePrefix { $0 != ">" }
    return consume(">") ? target : nil
  }

  /// Parses the parameters of a link, keyed by their names in lower case; if several have the same
  /// name, the first one counts.
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

  /// Parses the rest of a quoted value, after its opening quotation mark; a backslash quotes the
  /// next character.
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
