package import Paging

/// A number of rows, which may be a lower bound.
package struct RowCount: Hashable, Sendable {
  /// The number of rows that were counted.
  package let count: Int
  /// Whether all rows were counted.
  package let isExact: Bool

  package init(count: Int, isExact: Bool) { (self.count, self.isExact) = (count, isExact) }
}

extension RowDatabase {
  /// Counts the rows that match a search, within a time limit.
  ///
  /// If the SQL condition alone decides, the database counts for at most two thirds of the time. If
  /// it does not finish, or if rows have to be tested, rows are counted one by one in the remaining
  /// time. If that time is too short, the result is a lower bound.
  ///
  /// - Parameter limit: the maximum duration.
  package func rowCount(
    of scan: RowScan, within limit: Duration = .seconds(1)
  ) async throws(SQLError) -> RowCount {
    let start = ContinuousClock.now
    if scan.makeTest == nil, let count = try await count(scan, within: limit * 2 / 3) {
      return RowCount(count: count, isExact: true)
    }
    return try await count(scan, until: start + limit)
  }

  /// The number of rows as counted by the database; nil if the time is too short.
  private func count(_ scan: RowScan, within limit: Duration) async throws(SQLError) -> Int? {
    do throws(SQLError) {
      return try await anotherReader(limit: limit).ask { reader throws(SQLError) in
        try reader.count(scan)
      }
    } catch {
      guard error.kind == .tooLong else { throw error }
      return nil
    }
  }

  /// Counts the matching rows, one stretch at a time.
  private func count(
    _ scan: RowScan, until end: ContinuousClock.Instant
  ) async throws(SQLError) -> RowCount {
    var (count, position) = (0, PageRequest<KeysetCursor>.Position.start)
    while true {
      let stretch = try await ask(overrulesLimit: true) { [position] reader throws(SQLError) in
        try reader.count(scan, from: position, until: end)
      }
      count += stretch.wanted
      guard stretch.isCutShort, let last = stretch.last else {
        return RowCount(count: count, isExact: true)
      }
      if ContinuousClock.now >= end { return RowCount(count: count, isExact: false) }
      position = .after(last)
    }
  }
}

extension SQLiteReader {
  /// The duration of one read, which is short so that other reads can run between two of them.
  private static let stretch = Duration.milliseconds(50)

  package func count(_ scan: RowScan) throws(SQLError) -> Int {
    let relation = try narrowed(scan).relation
    let asked = scan.condition == .met ? nil : scan.condition.ofCandidates
    let conditions = [relation.condition, asked].compactMap { $0 }
    let place = conditions.map { "(\($0.sql))" }.joined(separator: " AND ")
    let statement = try connection.statement(
      "SELECT count(*) FROM \(relation.inSQL) AS page\(place.isEmpty ? "" : " WHERE \(place)")")
    try statement.bind(conditions.flatMap(\.values))
    let count = try statement.step() ? statement.integer(at: 0) : 0
    statement.reset()
    return Int(count)
  }

  package func count(
    _ scan: RowScan, from position: PageRequest<KeysetCursor>.Position,
    until end: ContinuousClock.Instant
  ) throws(SQLError) -> RowScan.Stretch {
    let request = PageRequest(reason: .append, position: position, count: 1)
    let walk = try request.walk(over: scan.query(filters: false, keeps: false))
    let sorts = try sorts(scan.relation.query)
    let soon = min(end, ContinuousClock.now + Self.stretch)
    return try self.scan(scan, walk, keeps: false) { _ in
      ContinuousClock.now >= (sorts ? end : soon)
    }
  }
}
