import Paging

/// The range of an order from its first row to its last, used to go to a percentage and to show the
/// progress of a search.
///
/// Rows are not counted, because that would read all of them. If the order consists of a single
/// column of numbers (in PostgreSQL, of integers), positions are interpolated between the first and
/// the last value. Otherwise rows are sampled if possible, in SQLite at even steps of their
/// `rowid`, and sorted by the order, so that they reflect the distribution of the values. If rows
/// cannot be sampled, positions are interpolated as well.
package struct KeyRange: Sendable {
  let order: KeysetOrder
  /// Positions in the order, from the first row to the last; at least two, which may be equal.
  let places: [KeysetCursor]
  /// Whether rows were sampled; the positions are then at about equal distances.
  let isSampled: Bool

  /// The approximate number of sampled rows; in SQLite, each takes a lookup of some microseconds.
  static let sampleCount = 256

  /// The position before the row at a percentage, from 0 to 100; other values are clamped.
  ///
  /// The row need not exist: a query from this position finds the next one.
  package func place(atPercent percent: Double) -> KeysetCursor {
    let part = min(max(percent.isNaN ? 0 : percent, 0), 100) / 100
    guard let first = places.first, let last = places.last else { return KeysetCursor([]) }
    if part == 0 { return first }
    if part == 1 { return last }
    if isSampled { return places[min(Int(part * Double(places.count)), places.count - 1)] }
    return KeysetCursor(
      KeyPart.values(at: part, from: first.values, to: last.values), isBefore: true)
  }

  /// The position as a percentage, from 0 to 100.
  ///
  /// - Parameter place: a position in the same order; if it has another number of columns, the
  ///   result is 0.
  package func percent(of place: KeysetCursor) -> Double {
    guard let first = places.first, let last = places.last,
      place.values.count == order.columns.count
    else { return 0 }
    guard isSampled else {
      return 100 * KeyPart.part(of: place.values, from: first.values, to: last.values)
    }
    let before = places.count { !KeyPart.precedes(place.values, $0.values, in: order) }
    return 100 * Double(before) / Double(places.count)
  }
}

extension SQLiteReader {
  /// The range of a relation's rows in their order; nil if the relation has no rows.
  ///
  /// Cost: at most two queries for each end, which read all rows if no index serves the order, and
  /// `KeyRange.sampleCount` lookups if the order needs a sample.
  package func keyRange(of relation: RowRelation) throws(SQLError) -> KeyRange? {
    guard let first = try edge(of: relation, at: .start),
      let last = try edge(of: relation, at: .end)
    else { return nil }
    let ends = [first, last]
    let isNumber = ends.allSatisfy { $0.values.count == 1 && KeyPart.number($0.values[0]) != nil }
    if !isNumber, let sample = try sample(of: relation) {
      return KeyRange(order: relation.order, places: [first] + sample + [last], isSampled: true)
    }
    return KeyRange(order: relation.order, places: ends, isSampled: false)
  }

  /// The position before the first or the last row.
  private func edge(
    of relation: RowRelation, at position: PageRequest<KeysetCursor>.Position
  ) throws(SQLError) -> KeysetCursor? {
    try places(
      from: PageRequest(reason: .refresh, position: position, count: 1),
      over: relation.query.withoutRows
    ).first
  }

  /// The positions of the first rows of a request; only the columns of the order are read.
  func places(
    from request: PageRequest<KeysetCursor>, over query: KeysetQuery
  ) throws(SQLError) -> [KeysetCursor] {
    try request.walk(over: query).steps { sql, values throws(SQLError) -> [KeysetWalk.Step<Int>] in
      let statement = try connection.statement(sql)
      try statement.bind(values)
      var steps: [KeysetWalk.Step<Int>] = []
      while try statement.step() {
        let cursor = query.cursor(at: statement, isBefore: true)
        steps.append(KeysetWalk.Step(item: 0, cursor: cursor))
      }
      statement.reset()
      return steps
    }.map(\.cursor)
  }

  /// The positions of rows at even steps of their `rowid`, in order; nil if the rows have no
  /// `rowid`.
  private func sample(of relation: RowRelation) throws(SQLError) -> [KeysetCursor]? {
    guard let number = try rowNumber(of: relation), case .table(let origin) = relation.origin,
      let (first, last) = try numberRange(of: origin.name, number)
    else { return nil }
    let count = KeyRange.sampleCount
    let (table, column) = (origin.inSQL, number.asIdentifier)
    let columns = relation.order.columns
    let sorting = columns.map(\.sorting).joined(separator: ", ")
    let names = columns.map { "page.\($0.name.asIdentifier)" }.joined(separator: ", ")
    let sql =
      "WITH \"endless sample\"(\"endless number\") AS (VALUES "
      + Array(repeating: "(?)", count: count).joined(separator: ", ") + ") SELECT \(names) FROM "
      + "\"endless sample\" CROSS JOIN \(table) AS page ON page.\(column) = (SELECT near.\(column) "
      + "FROM \(table) AS near WHERE near.\(column) >= \"endless sample\".\"endless number\" "
      + "ORDER BY near.\(column) LIMIT 1)"
      + (relation.condition.map { " WHERE \($0.sql)" } ?? "") + " ORDER BY \(sorting)"
    let statement = try connection.statement(sql)
    try statement.bind(
      (0..<count).map { .integer(Self.number($0, of: count, from: first, to: last)) }
        + (relation.condition?.values ?? []))
    var places: [KeysetCursor] = []
    while try statement.step() {
      places.append(KeysetCursor(columns.indices.map { statement.value(at: $0) }, isBefore: true))
    }
    statement.reset()
    return places
  }

  private static func number(
    _ index: Int, of count: Int, from first: Int64, to last: Int64
  ) -> Int64 {
    let part = (Double(index) + 0.5) / Double(count)
    let width = Double(last) - Double(first)
    return Int64(exactly: (Double(first) + width * part).rounded()) ?? last
  }

  private func numberRange(of table: String, _ number: String) throws(SQLError) -> (Int64, Int64)? {
    let (table, number) = (table.asIdentifier, number.asIdentifier)
    let ends = try rows(
      "SELECT (SELECT min(\(number)) FROM \(table)), (SELECT max(\(number)) FROM \(table))"
    ) { (row: SQLiteStatement) -> (Int64, Int64)? in
      row.value(at: 0).isNull ? nil : (row.integer(at: 0), row.integer(at: 1))
    }
    return ends.first ?? nil
  }

  /// The name of the `rowid` of a table; nil for a view, a virtual table, a query or a table
  /// `WITHOUT ROWID`, or if columns hide all names of the `rowid`.
  func rowNumber(of relation: RowRelation) throws(SQLError) -> String? {
    guard case .table(let origin) = relation.origin else { return nil }
    let table = try table(named: origin.name)
    return table.kind == .table ? try rowNumber(of: table) : nil
  }

  func rowNumber(of table: DatabaseTable) throws(SQLError) -> String? {
    guard !table.isWithoutRowID else { return nil }
    let columns = try columns(of: table)
    return ["rowid", "_rowid_", "oid"].first { name in
      !columns.contains { $0.name.isSameName(as: name) }
    }
  }
}

extension KeysetColumn {
  fileprivate var sorting: String {
    "page.\(name.asIdentifier)" + (collation.map { " COLLATE \($0.asIdentifier)" } ?? "")
      + (descending ? " DESC" : " ASC") + " NULLS \(nullsFirst ? "FIRST" : "LAST")"
  }
}
