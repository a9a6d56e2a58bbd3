/// The statement for a page in PostgreSQL: a single statement for all parts of the order, because
/// each statement takes a round trip.
///
///     SELECT … FROM (
///       (SELECT 0 AS "endless part", … WHERE c >= $1 AND c <= $2 AND id > $3
///         ORDER BY c, id LIMIT 51) UNION ALL
///       (SELECT 1 AS "endless part", … WHERE c > $4 ORDER BY c, id LIMIT 51)
///     ) AS page ORDER BY "endless part", c, id LIMIT 51
///
/// Each part is a range of an index. SQL does not guarantee the order of the parts, so they are
/// sorted by their numbers.
extension KeysetQuery {
  private var part: String { unused("endless part") }

  /// The identifier of a column that is added to the rows; its name is longer than the given one if
  /// a column of the rows has that name.
  func unused(_ name: String) -> String {
    var name = name
    while (columns ?? []).contains(name) || order.columns.contains(where: { $0.name == name }) {
      name += "_"
    }
    return name.asIdentifier
  }

  /// The rows of the given stretches, at most `limit` of them.
  ///
  /// Each row has the displayed columns, then the columns of the order and, if requested, the
  /// answer.
  func page(
    _ stretches: [KeysetStretch], in order: KeysetOrder, limit: Int?
  ) -> PostgresText {
    let asked = (shownInSQL + keysInSQL).joined(separator: ", ")
    let answer = answer.map { ", \(Self.truth(of: $0.sql))" } ?? ""
    let rows = rows(stretches, in: order, limit: limit, asking: "\(asked)\(answer)")
    return PostgresText(rows.sql, rows.values(answer: self.answer?.values ?? []))
  }

  /// The rows that match or may match among the first `count` rows of the given stretches; the row
  /// with the number `count`, if it exists, is always included.
  ///
  /// Each row has the displayed columns, then the columns of the order, the answer and the number
  /// of the row.
  ///
  /// - Parameter count: the number of rows to examine.
  func window(
    _ stretches: [KeysetStretch], in order: KeysetOrder, count: Int
  ) -> PostgresText {
    let asked = (shownInSQL + keysInSQL).joined(separator: ", ")
    let rows = rows(stretches, in: order, limit: count, asking: neededInSQL)
    let (answer, number) = (unused("endless answer"), unused("endless number"))
    let sorting = sorting(of: KeysetStretch(), in: order)
    let truth = Self.truth(of: self.answer?.sql ?? "TRUE")
    let sql =
      "SELECT \(asked), page.\(answer), page.\(number) FROM (SELECT page.*, \(truth) AS \(answer), "
      + "row_number() OVER (ORDER BY \(sorting)) AS \(number) FROM (\(rows.sql)) AS page) AS page "
      + "WHERE page.\(answer) IS NOT FALSE OR page.\(number) = \(count) ORDER BY page.\(number)"
    return PostgresText(sql, (self.answer?.values ?? []) + rows.values(answer: []))
  }

  private static func truth(of sql: String) -> String { "CAST((\(sql)) AS boolean)" }

  // MARK: Rows in the order of the table

  /// The rows in a range of blocks, without those that certainly do not match, in no particular
  /// order.
  ///
  /// Each row has the displayed columns, then its position and, if requested, the answer.
  func rows(in places: Range<RowPlace>) -> PostgresText {
    let name = KeysetColumn.place.name.onPage
    let range = ["\(name) >= \(PostgresText.place)", "\(name) < \(PostgresText.place)"]
    return rows(
      where: range, [.text(places.lowerBound.text), .text(places.upperBound.text)], limit: nil)
  }

  /// Some of the rows that meet the condition, in no particular order.
  func rows(limit: Int) -> PostgresText { rows(where: [], [], limit: limit) }

  private func rows(
    where conditions: [String], _ values: [SQLValue], limit: Int?
  ) -> PostgresText {
    let asked =
      shownInSQL + [KeysetColumn.place.name.onPage]
      + (answer.map { [Self.truth(of: $0.sql)] } ?? [])
    let wanted = [condition?.sql, answer.map { "(\($0.sql)) IS NOT FALSE" }].compactMap { $0 }
    let all = conditions + wanted.map { "(\($0))" }
    let place = all.isEmpty ? "" : " WHERE \(all.joined(separator: " AND "))"
    return PostgresText(
      "SELECT \(asked.joined(separator: ", ")) FROM \(relation) AS page\(place)\(Self.limit(limit))",
      (answer?.values ?? []) + values + (condition?.values ?? []) + (answer?.values ?? []))
  }

  // MARK: Parts

  /// SQL with its values; the values of an answer come first, because the answer is in the `SELECT`
  /// list.
  private struct Rows {
    let sql: String
    let behind: [SQLValue]

    func values(answer: [SQLValue]) -> [SQLValue] { answer + behind }
  }

  private func rows(
    _ stretches: [KeysetStretch], in order: KeysetOrder, limit: Int?, asking asked: String
  ) -> Rows {
    let values = stretches.flatMap { $0.serverValues + (condition?.values ?? []) }
    if stretches.count == 1 {
      return Rows(sql: sql(stretches[0], in: order, asking: asked, limit: limit), behind: values)
    }
    let parts = stretches.enumerated().map { index, stretch in
      let needed = "\(index) AS \(part), \(neededInSQL)"
      return "(\(sql(stretch, in: order, asking: needed, limit: limit)))"
    }
    let sorting = "page.\(part), \(sorting(of: KeysetStretch(), in: order))"
    return Rows(
      sql: "SELECT \(asked) FROM (\(parts.joined(separator: " UNION ALL "))) AS page"
        + " ORDER BY \(sorting)\(Self.limit(limit))", behind: values)
  }

  /// The first rows of a stretch, up to a limit.
  func sql(
    _ stretch: KeysetStretch, in order: KeysetOrder, asking asked: String, limit: Int?
  ) -> String {
    var conditions = conditions(of: stretch, in: order)
    if let condition { conditions.append("(\(condition.sql))") }
    let place = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    let sorting = sorting(of: stretch, in: order)
    return "SELECT \(asked) FROM \(relation) AS page\(place)"
      + "\(sorting.isEmpty ? "" : " ORDER BY \(sorting)")\(Self.limit(limit))"
  }

  private static func limit(_ limit: Int?) -> String { limit.map { " LIMIT \($0)" } ?? "" }

  /// The values for the placeholders of one stretch.
  func values(of stretch: KeysetStretch) -> [SQLValue] {
    stretch.serverValues + (condition?.values ?? [])
  }

  /// The columns in the form in which they are displayed.
  private var shownInSQL: [String] {
    (columns ?? []).enumerated().map { index, name in
      skipped.contains(index) ? "NULL" : forms?.sql(of: name.onPage, at: index) ?? name.onPage
    }
  }

  /// The columns of the order in the form that a cursor holds.
  private var keysInSQL: [String] {
    order.columns.enumerated().map { index, column in
      let form = orderForms.indices.contains(index) ? orderForms[index] : nil
      return form?.key(of: column.name.onPage) ?? column.name.onPage
    }
  }

  /// The columns that are read, each once.
  private var neededInSQL: String {
    let shown = (columns ?? []).enumerated().filter { !skipped.contains($0.offset) }.map(\.element)
    let added = order.columns.map(\.name).filter { !shown.contains($0) }
    var names: [String] = []
    for name in shown + added where !names.contains(name) { names.append(name) }
    return names.map(\.onPage).joined(separator: ", ")
  }
}
