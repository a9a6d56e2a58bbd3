import CSQLite
import Paging

/// A search through the rows of a relation, in their order, with an SQL condition and a test of
/// each row that may meet it.
package struct RowScan: Sendable {
  /// Tests a row; `isKnown` is true if the row is known to meet the condition.
  package typealias Test = (_ row: StoredRow, _ isKnown: Bool) -> Bool

  /// The relation that is searched.
  package internal(set) var relation: RowRelation
  /// The layout for records with complete values; the list may show shortened ones.
  let layout: RowLayout
  /// The condition on the rows, in SQL.
  package let condition: SQLCondition
  /// Creates the test of rows; called for each query, because a matcher cannot be shared between
  /// threads.
  ///
  /// It is nil if the condition is exact and complete.
  let makeTest: (@Sendable () -> Test)?

  /// The number of rows between two checks of the time.
  fileprivate static let rowsBetweenLooks = 64

  /// Creates a search through the rows of a relation.
  ///
  /// - Parameters:
  ///   - condition: the condition on the rows, in SQL.
  ///   - makeTest: creates the test of a row.
  package init(
    _ relation: RowRelation, where condition: SQLCondition = .met,
    _ makeTest: (@Sendable () -> Test)? = nil
  ) {
    (self.relation, self.condition) = (relation, condition)
    layout = relation.layout.withWholeValues
    self.makeTest = makeTest
  }

  /// The same search with rows that have complete values, and blobs as literals.
  ///
  /// The test still applies to blobs in the form in which the list shows them.
  package var withWholeValues: RowScan {
    var scan = self
    scan.relation.layout = relation.layout.whole
    return scan
  }

  /// Returns a test of the current row of a query whose rows include the result of the condition as
  /// a column.
  ///
  /// - Parameter answer: the index of the column with that result; nil for the last column.
  func test(_ row: some QueryRow, answer: Int? = nil) -> () -> Bool {
    let (answer, stored, test) = (
      answer ?? row.columnCount - 1, StoredRow(row, layout), makeTest?()
    )
    return {
      let answer = row.truth(at: answer)
      guard answer != false else { return false }
      return test?(stored, answer == true) ?? (answer == true)
    }
  }

  /// The result of one read.
  package struct Stretch: Sendable {
    /// The matching rows that are kept.
    var found: [KeysetWalk.Step<TableRow>] = []
    /// The number of rows that were examined, which is estimated if blocks of a table are read, and
    /// the number of those that match.
    var (passed, wanted) = (0, 0)
    /// The position of the last examined row; nil unless `isCutShort` is true.
    var last: KeysetCursor?
    /// Whether the read ended because it had taken long enough.
    var isCutShort = false
  }

  /// The query of the relation, with the result of the condition after all columns.
  ///
  /// - Parameters:
  ///   - filters: whether the query returns only rows that meet the condition or may meet it; this
  ///     is worthwhile if the database has to sort the rows.
  ///   - keeps: whether matching rows are made into items.
  func query(filters: Bool, keeps: Bool = true) -> KeysetQuery {
    var query = keeps || makeTest != nil ? relation.query : relation.query.withoutRows
    query.answer = (condition.sql, condition.values)
    // The test examines complete values.
    if makeTest != nil { query.forms?.longest = .max }
    if filters {
      let (own, asked) = (query.condition, condition.ofCandidates)
      query.condition = (
        own.map { "(\($0.sql)) AND (\(asked.sql))" } ?? asked.sql,
        (own?.values ?? []) + asked.values
      )
    }
    return query
  }
}

extension KeysetQuery {
  /// The same query with only the columns of the order.
  var withoutRows: KeysetQuery {
    var query = self
    query.columns = []
    return query
  }

  /// The position of the current row.
  ///
  /// - Parameter isBefore: whether the position is before the row.
  func cursor(at statement: SQLiteStatement, isBefore: Bool = false) -> KeysetCursor {
    KeysetCursor(places.map(statement.value(at:)), isBefore: isBefore)
  }
}

extension SQLiteReader {
  /// Examines rows after a position, until enough are found or the read has taken long enough.
  ///
  /// - Parameters:
  ///   - keeps: whether matching rows are made into items.
  ///   - isTime: called regularly with the number of examined rows; returns whether the read has
  ///     taken long enough.
  func scan(
    _ scan: RowScan, _ walk: KeysetWalk, keeps: Bool = true, isTime: (Int) -> Bool
  ) throws(SQLError) -> RowScan.Stretch {
    var stretch = RowScan.Stretch()
    _ = try walk.steps {
      sql, values throws(SQLError) -> [KeysetWalk.Step<TableRow>] in
      guard !stretch.isCutShort else { return [] }
      let statement = try connection.statement(sql)
      // The limit of the walk is that of a page. It is replaced by -1 for no limit, because the
      // number of rows to examine is not known in advance.
      try statement.bind(values.dropLast() + [.integer(-1)])
      let found = stretch.found.count
      let read = Read(scan, walk.query, most: keeps ? walk.count + 1 : nil)
      try read.rows(of: statement, into: &stretch, isTime)
      statement.reset()
      return Array(stretch.found[found...])
    }
    return stretch
  }
}

/// The part of a scan that one query reads.
private struct Read {
  private let scan: RowScan
  private let query: KeysetQuery
  /// The maximum number of rows to keep; nil to keep none.
  private let most: Int?

  init(_ scan: RowScan, _ query: KeysetQuery, most: Int?) {
    (self.scan, self.query, self.most) = (scan, query, most)
  }

  func rows(
    of statement: SQLiteStatement, into stretch: inout RowScan.Stretch, _ isTime: (Int) -> Bool
  ) throws(SQLError) {
    let isWanted = scan.test(statement)
    while try statement.step() {
      stretch.passed += 1
      if isWanted() {
        stretch.wanted += 1
        keep(statement, in: &stretch)
        if let most, stretch.found.count >= most { return }
      }
      if stretch.passed % RowScan.rowsBetweenLooks == 0, isTime(stretch.passed) {
        (stretch.last, stretch.isCutShort) = (query.cursor(at: statement), true)
        return
      }
    }
  }

  private func keep(_ statement: SQLiteStatement, in stretch: inout RowScan.Stretch) {
    guard most != nil else { return }
    let row = scan.relation.row(at: statement)
    stretch.found.append(KeysetWalk.Step(item: row, cursor: row.cursor))
  }
}
