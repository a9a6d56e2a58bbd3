import CSQLite
import Paging

/// What is looked for in the rows of a relation, in their order: a condition of SQL, and a look at each row that it leaves.
package struct RowScan: Sendable {
  /// Says whether a row is wanted, and is told whether the condition is met for certain.
  package typealias Test = (_ row: StoredRow, _ isKnown: Bool) -> Bool

  /// What is searched.
  package internal(set) var relation: RowRelation
  /// What makes records of whole values: what the list holds of them may be cut.
  let layout: RowLayout
  /// What is asked of a row in SQL.
  package let condition: SQLCondition
  /// Makes what looks at the rows; one for each read, because matching needs memory that threads cannot share.
  ///
  /// It is nil where the condition is exact and all that is asked.
  let makeTest: (@Sendable () -> Test)?

  /// Rows between two looks at the clock.
  fileprivate static let rowsBetweenLooks = 64

  /// - Parameters:
  ///   - condition: what is asked of a row in SQL.
  ///   - makeTest: makes what says whether a row is wanted.
  package init(
    _ relation: RowRelation, where condition: SQLCondition = .met,
    _ makeTest: (@Sendable () -> Test)? = nil
  ) {
    (self.relation, self.condition) = (relation, condition)
    layout = relation.layout.withWholeValues
    self.makeTest = makeTest
  }

  /// The same with all values of the rows that are found, and the bytes of blobs, as they are written.
  ///
  /// What is asked is asked of the rows as they are shown.
  package var withWholeValues: RowScan {
    var scan = self
    scan.relation.layout = relation.layout.whole
    return scan
  }

  /// What says whether the row is wanted that a query stands at, which has the answer to the condition behind all columns.
  ///
  /// - Parameter answer: where the answer stands; nil for behind all.
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

  /// What one read has looked at.
  package struct Stretch: Sendable {
    /// The rows that are wanted, in the order of the walk.
    var found: [KeysetWalk.Step<TableRow>] = []
    /// How many were looked at, and how many of them are wanted.
    var (passed, wanted) = (0, 0)
    /// The last row that was looked at; nil where none was.
    var last: KeysetCursor?
    /// Whether it ended before the last row.
    var isCutShort = false
  }

  /// The query of the relation, with the condition behind all columns.
  ///
  /// - Parameters:
  ///   - filters: whether the database leaves rows out, because it has to sort the others.
  ///   - keeps: whether what is found is made into items.
  func query(filters: Bool, keeps: Bool = true) -> KeysetQuery {
    var query = keeps || makeTest != nil ? relation.query : relation.query.withoutRows
    query.answer = (condition.sql, condition.values)
    // What is looked at here is whole.
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
  /// The same where only the places of rows are read.
  var withoutRows: KeysetQuery {
    var query = self
    query.columns = []
    return query
  }

  /// The place of the row that it stands at.
  ///
  /// - Parameter isBefore: whether it is before the row.
  func cursor(at statement: SQLiteStatement, isBefore: Bool = false) -> KeysetCursor {
    KeysetCursor(places.map(statement.value(at:)), isBefore: isBefore)
  }
}

extension SQLiteReader {
  /// Looks at rows from a place on until some are found, or until it is time to end.
  ///
  /// - Parameters:
  ///   - keeps: whether what is found is made into items.
  ///   - isTime: whether the read has taken long enough, asked now and then.
  func scan(
    _ scan: RowScan, _ walk: KeysetWalk, keeps: Bool = true, isTime: (Int) -> Bool
  ) throws(SQLError) -> RowScan.Stretch {
    var stretch = RowScan.Stretch()
    _ = try walk.steps {
      sql, values throws(SQLError) -> [KeysetWalk.Step<TableRow>] in
      guard !stretch.isCutShort else { return [] }
      let statement = try connection.statement(sql)
      // The walk asks for as many rows as a page has; how many are looked at is not known before.
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

/// One query's part of a scan.
private struct Read {
  private let scan: RowScan
  private let query: KeysetQuery
  /// How many rows are kept; nil for none.
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
