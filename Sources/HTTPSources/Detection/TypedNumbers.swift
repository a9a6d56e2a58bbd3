/// A parameter of a typed address that says how its pages are counted: `?page=1`, `?$skip=0`.
struct TypedNumber: Equatable {
  /// What is counted.
  enum Kind { case page, offset }

  let name: String
  let kind: Kind
  /// The number of the first page, or of the first item.
  let first: Int

  /// Names with what they count; those of `vague` count only from their usual beginning.
  private static let pages: Set = [
    "page", "pagenumber", "pageno", "pageindex", "currentpage", "page[number]", "pagenum", "pg",
  ]
  private static let offsets: Set = [
    "offset", "skip", "startat", "startindex", "page[offset]", "firstresult", "pageoffset",
  ]
  private static let vague: Set = ["start", "from", "first", "p"]

  /// The parameter among those of an address; nil where none counts pages, or it asks for another than the first.
  ///
  /// An address of a later page asks for this page, and the list would not be whole.
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
