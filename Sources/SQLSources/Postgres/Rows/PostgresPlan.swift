/// The server's plan for a query (`EXPLAIN`,
/// <https://www.postgresql.org/docs/current/using-explain.html>).
struct PostgresPlan {
  /// The steps without their details, the outermost one first.
  let steps: [String]
  /// Whether an index is searched with a condition.
  let hasCondition: Bool

  init(_ all: [String]) {
    let lines = Self.withoutSamples(all)
    steps = lines.enumerated().compactMap { index, line in
      let text = line.drop { $0 == " " }
      guard index == 0 || text.hasPrefix("->") else { return nil }
      return String(text.drop { $0 == "-" || $0 == ">" || $0 == " " })
    }
    hasCondition = lines.contains { $0.drop { $0 == " " }.hasPrefix("Index Cond:") }
  }

  /// The lines about the query itself, without those about the subqueries that supply values for
  /// comparisons.
  private static func withoutSamples(_ lines: [String]) -> [String] {
    var (kept, hidden) = ([String](), Int?.none)
    for line in lines {
      let indent = line.prefix { $0 == " " }.count
      if let depth = hidden, indent > depth { continue }
      hidden = line.dropFirst(indent).hasPrefix("InitPlan") ? indent : nil
      if hidden == nil { kept.append(line) }
    }
    return kept
  }

  /// Whether the rows arrive in the order of an index, without a step that first collects them.
  var followsIndex: Bool {
    steps.allSatisfy { step in Self.ofIndex.contains { step.hasPrefix($0) } }
  }

  /// Whether the rows come from a single table.
  var readsOneTable: Bool {
    steps.count { step in step.hasPrefix("Index") } == 1
      && steps.allSatisfy { step in !step.hasPrefix("Append") && !step.hasPrefix("Merge Append") }
  }

  private static let ofIndex = [
    "Limit", "Subquery Scan", "Index Scan", "Index Only Scan", "Append", "Merge Append", "Result",
    "Foreign Scan", "Async Foreign Scan",
  ]
}

extension PostgresReader {
  /// The plans of several queries if the server prefers an index to all other methods.
  ///
  /// They show whether an index supports a query. Without this preference, the server would sort a
  /// small table, because sorting is just as fast.
  func plans(of texts: [PostgresText], verbose: Bool = false) throws(SQLError) -> [[String]] {
    let settings = ["seqscan", "sort", "bitmapscan"].map {
      PostgresText("SET LOCAL enable_\($0) = off")
    }
    let asked = texts.map { text in
      PostgresText(explaining: text, verbose: verbose)
    }
    let results = try rows(settings + asked).suffix(asked.count)
    return results.map { result in
      (0..<result.rowCount).map { result.text($0, 0) ?? "" }
    }
  }

  /// Whether the server has to sort, or to read all rows, for at least one page.
  ///
  /// - Parameter table: the table from which the rows come, if it is a single table.
  func sorts(_ query: KeysetQuery, of table: PostgresTable?) throws(SQLError) -> Bool {
    // CockroachDB's plans do not show whether an index finds a position that is known only when the
    // query runs.
    guard session.kind != .cockroach else { return table?.hasIndex(for: query.order) != true }
    let stretches = query.pagedStretches
    let plans = try plans(of: stretches.map { query.sample($0) })
    return !zip(stretches, plans).allSatisfy { stretch, lines in
      let plan = PostgresPlan(lines)
      return plan.followsIndex && (plan.hasCondition || !stretch.leadsToPlace || plan.isForeign)
    }
  }
}

extension PostgresPlan {
  /// Whether another server finds the rows.
  fileprivate var isForeign: Bool {
    steps.contains { $0.hasPrefix("Foreign Scan") || $0.hasPrefix("Async Foreign Scan") }
  }
}

extension PostgresText {
  /// Creates a statement that shows the plan of a query, with the values of the query.
  fileprivate init(explaining text: PostgresText, verbose: Bool) {
    sql = "EXPLAIN (\(verbose ? "VERBOSE, " : "")COSTS OFF) " + text.sql
    values = text.values
  }
}

extension KeysetQuery {
  /// One stretch of each kind that a forward page can have; the values that a stretch compares with
  /// do not matter.
  fileprivate var pagedStretches: [KeysetStretch] {
    let values = KeysetCursor(order.columns.map { _ in .integer(1) })
    let nulls = KeysetCursor(order.columns.map { $0.mayBeNull ? .null : .integer(1) })
    var stretches: [KeysetStretch] = []
    for cursor in [nil, values, nulls] {
      for stretch in KeysetStretch.path(byRowsFrom: cursor, in: order)
      where !stretches.contains(stretch) { stretches.append(stretch) }
    }
    return stretches
  }

  /// The query for one row of a stretch, whose plan is examined.
  ///
  /// The values to compare with come from a row, so that they have the right type, and so that the
  /// server plans for any value.
  fileprivate func sample(_ stretch: KeysetStretch) -> PostgresText {
    let asked = order.columns.map(\.name.onPage).joined(separator: ", ")
    var columns = stretch.comparedColumns(in: order)[...]
    let parts = sql(stretch, in: order, asking: asked, limit: 1).split(
      separator: "\0" as Character, omittingEmptySubsequences: false)
    var text = ""
    for (index, part) in parts.enumerated() {
      text += part
      guard index + 1 < parts.count else { break }
      let column = columns.popFirst()
      text +=
        column.map { "(SELECT page.\($0.name.asIdentifier) FROM \(relation) AS page LIMIT 1)" }
        ?? PostgresText.place
    }
    return PostgresText(text, condition?.values ?? [])
  }
}

extension KeysetStretch {
  /// The columns with which the values of the stretch are compared, in the order of the values.
  fileprivate func comparedColumns(in order: KeysetOrder) -> [KeysetColumn] {
    let same = zip(order.columns, equal).filter { !$0.1.isNull }.flatMap { [$0.0, $0.0] }
    let rest = Array(order.columns[equal.count...])
    return switch bound {
    case .beyond: same + rest.prefix(1)
    case .beyondRow: same + rest.prefix(1) + rest
    case .values, .nulls, nil: same
    }
  }
}
