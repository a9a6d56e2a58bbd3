/// A parameter that counts pages or items, in an address that the reader typed: `?page=1`,
/// `?$skip=0`.
struct TypedNumber: Equatable {
  /// The unit of the count.
  enum Kind { case page, offset }

  let name: String
  let kind: Kind
  /// The number of the first page or item.
  let first: Int

  /// Names of parameters that count pages; `offsets` contains names of parameters that count items,
  /// and `vague` those whose meaning differs from service to service.
  private static let pages: Set = [
    "page", "pagenumber", "pageno", "pageindex", "currentpage", "page[number]", "pagenum", "pg",
  ]
  private static let offsets: Set = [
    "offset", "skip", "startat", "startindex", "page[offset]", "firstresult", "pageoffset",
  ]
  private static let vague: Set = ["start", "from", "first", "p"]

  /// Finds the parameter; nil if none counts pages or items, or if its value is not that of the
  /// first page.
  ///
  /// The address of a later page requests only that page, because a list that begins there would
  /// not be complete.
  init?(in parameters: [(name: String, value: String)]) {
    for (name, value) in parameters {
      guard let number = Int(value), "\(number)" == value,
        let kind = Self.kind(of: TokenNames.normalized(name), number)
      else { continue }
      (self.name, self.kind, first) = (name, kind, number)
      return
    }
    return nil
  }

  /// Whether a parameter counts pages or items, and its value is not that of the first page.
  static func isLater(in parameters: [(name: String, value: String)]) -> Bool {
    parameters.contains { name, value in
      let name = TokenNames.normalized(name)
      let isKnown = pages.contains(name) || offsets.contains(name) || vague.contains(name)
      return isKnown && Int(value).map { kind(of: name, $0) == nil } ?? false
    }
  }

  private static func kind(of name: String, _ number: Int) -> Kind? {
    switch name {
    case _ where pages.contains(name): (0...1).contains(number) ? .page : nil
    case "startindex": (0...1).contains(number) ? .offset : nil
    case _ where offsets.contains(name): number == 0 ? .offset : nil
    case "p": number == 1 ? .page : nil
    case _ where vague.contains(name): number == 0 ? .offset : nil
    default: nil
    }
  }
}
