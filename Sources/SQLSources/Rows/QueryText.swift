/// The parts of a user's query that determine how the result can be paged: its order, and whether
/// it is limited.
struct QueryText {
  /// The query without semicolons and comments at its end.
  let whole: String
  /// The query without its final `ORDER BY`, or the whole query if that clause is not understood.
  let body: String
  /// The columns of the final `ORDER BY`; empty if the query is not sorted, nil if its order is not
  /// known.
  let order: [Term]?
  /// Whether the query has `LIMIT` or, in PostgreSQL, `OFFSET`, `FETCH` or `FOR`; its rows may then
  /// differ from run to run.
  let isLimited: Bool

  /// A name in `ORDER BY`.
  struct Term {
    var sort: SortTerm
    /// Whether the name is qualified by a table, and so need not be a column of the result.
    var isOfTable = false
  }

  init(_ sql: String, _ dialect: SQLDialect = .sqlite) {
    let words = QueryWord.words(in: sql, dialect)
    let text = words.last.map { sql[..<$0.text.endIndex] } ?? ""
    let top = words.filter { $0.depth == 0 }
    whole = String(text)
    isLimited = top.contains {
      $0.is("LIMIT") || dialect == .postgres && $0.is("OFFSET", "FETCH", "FOR")
    }
    guard let place = words.lastIndex(where: { $0.is("ORDER") && $0.depth == 0 }) else {
      (body, order) = (whole, isLimited ? nil : [])
      return
    }
    // In a compound query, a name may belong to any of its parts.
    let isCompound = top.contains { $0.is("UNION", "INTERSECT", "EXCEPT") }
    let behind = Array(words[(place + 1)...])
    let terms = behind.first?.is("BY") == true ? Self.terms(Array(behind.dropFirst())) : nil
    order = isCompound ? nil : terms
    body = order == nil ? whole : String(sql[..<words[place].text.startIndex])
  }

  private static func terms(_ words: [QueryWord]) -> [Term]? {
    let parts = words.split(omittingEmptySubsequences: false) { $0.text == "," && $0.depth == 0 }
    let terms = parts.compactMap { term(Array($0)) }
    return terms.count == parts.count ? terms : nil
  }

  /// Parses `[TABLE.]COLUMN [COLLATE NAME] [ASC|DESC] [NULLS FIRST|LAST]`.
  private static func term(_ words: [QueryWord]) -> Term? {
    var rest = words[...]
    let isOfTable = rest.count > 2 && rest[rest.startIndex + 1].text == "."
    if isOfTable { rest = rest.dropFirst(2) }
    guard let name = rest.popFirst()?.name else { return nil }
    var term = SortTerm(name)
    while let word = rest.popFirst() {
      switch word.text.uppercased() {
      case "ASC": term.descending = false
      case "DESC": term.descending = true
      case "COLLATE":
        guard let collation = rest.popFirst()?.name else { return nil }
        term.collation = collation
      case "NULLS":
        let side = rest.popFirst()
        guard let side, side.is("FIRST", "LAST") else { return nil }
        term.nullsFirst = side.is("FIRST")
      default: return nil
      }
    }
    return Term(sort: term, isOfTable: isOfTable)
  }
}
