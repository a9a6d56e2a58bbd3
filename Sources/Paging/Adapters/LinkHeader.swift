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

  /// Where the first link of a relation leads; relations are told apart without regard to case.
  public func target(_ relation: String) -> String? {
    let name = relation.lowercased()
    return links.first { $0.relations.contains(name) }?.target
  }
}
