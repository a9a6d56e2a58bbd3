import GRDB

/// One page's way through an order: where it starts, which way it goes and how far.
struct KeysetWalk: Sendable {
  let query: KeysetQuery
  let start: KeysetCursor?
  /// Whether it goes against the order, from its end or from a cursor back.
  let isBackward: Bool
  let limit: Int

  struct Step<Item: Sendable>: Sendable {
    let item: Item
    let cursor: KeysetCursor
  }

  /// Reads the rows in the order of the walk, one query for each stretch that it meets.
  func rows<Item: FetchableRecord & Sendable>(_ db: Database) throws -> [Step<Item>] {
    let descending = query.order.descending != isBackward
    var steps: [Step<Item>] = []
    for stretch in KeysetStretch.path(from: start, descending: descending) {
      guard steps.count < limit else { break }
      let statement = try db.cachedStatement(sql: query.sql(stretch, descending: descending))
      let arguments = query.arguments(stretch, limit: limit - steps.count)
      try read(statement, arguments, into: &steps)
    }
    return steps
  }

  private func read<Item: FetchableRecord & Sendable>(
    _ statement: Statement, _ arguments: StatementArguments, into steps: inout [Step<Item>]
  ) throws {
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while let row = try rows.next() {
      let cursor = KeysetCursor(key: row[row.count - 2], tie: row[row.count - 1])
      steps.append(Step(item: try Item(row: row), cursor: cursor))
    }
  }
}
