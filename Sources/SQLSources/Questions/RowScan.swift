import CSQLite
import Paging

/// What is looked for in the rows of a relation, in their order: a condition of SQL, and a look at each row that it leaves.
package struct RowScan: Sendable {
  /// Says whether a row is wanted, and is told whether the condition is met for certain.
  package typealias Test = (_ row: StoredRow, _ isKnown: Bool) -> Bool

  /// What is searched.
  package let relation: RowRelation
  /// What makes records of whole values: what the list holds of them may be cut.
  let layout: RowLayout
  /// What is asked of a row in SQL.
  package let condition: SQLCondition
  /// Makes what looks at the rows; one for each read, because matching needs memory that threads cannot share. nil where the
  /// condition is exact and all that is asked.
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
    layout = RowLayout(
      names: relation.layout.columns, writesBlobs: relation.layout.writesBlobs)
    self.makeTest = makeTest
  }

  /// What one read has looked at.
  struct Stretch: Sendable {
    /// The rows that are wanted, in the order of the walk.
    var found: [KeysetWalk.Step<TableRow>] = []
    /// How many were looked at, and how many of them are wanted.
    var (passed, wanted) = (0, 0)
    /// The last row that was looked at; nil where none was.
    var last: KeysetCursor?
    /// Whether it ended before the last row.
    var isCutShort = false
  }

  /// Which column says whether the condition is met: those before it are read for the rows.
  func answer(_ keeps: Bool) -> Int {
    keeps || makeTest != nil ? relation.layout.columns.count : 0
  }

  /// The query of the relation, with the condition as the last of the columns that it reads.
  ///
  /// - Parameters:
  ///   - filters: whether the database leaves rows out, because it has to sort the others.
  ///   - keeps: whether what is found is made into items.
  func query(filters: Bool, keeps: Bool = true) -> KeysetQuery {
    var query = relation.query
    let columns = relation.layout.columns.prefix(answer(keeps)).map { "page.\($0.asIdentifier)" }
    query.columns = (columns + ["(\(condition.sql))"]).joined(separator: ", ")
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
    let test = scan.makeTest?()
    _ = try walk.steps {
      sql, values throws(SQLError) -> [KeysetWalk.Step<TableRow>] in
      guard !stretch.isCutShort else { return [] }
      let statement = try connection.statement(sql)
      try statement.bind(scan.condition.values + values.dropLast() + [.integer(-1)])
      let found = stretch.found.count
      try read(statement, into: &stretch, scan, test, most: keeps ? walk.count + 1 : nil, isTime)
      statement.reset()
      return Array(stretch.found[found...])
    }
    return stretch
  }

  private func read(
    _ statement: SQLiteStatement, into stretch: inout RowScan.Stretch, _ scan: RowScan,
    _ test: RowScan.Test?, most: Int?, _ isTime: (Int) -> Bool
  ) throws(SQLError) {
    let asked = scan.answer(most != nil)
    let row = StoredRow(statement, scan.layout)
    while try statement.step() {
      stretch.passed += 1
      let answer = statement.kind(of: asked)
      let isKnown = answer != SQLITE_NULL && statement.integer(at: asked) != 0
      if isKnown || answer == SQLITE_NULL, test?(row, isKnown) ?? isKnown {
        stretch.wanted += 1
        if let most {
          stretch.found.append(scan.relation.step(at: statement, behind: asked))
          if stretch.found.count >= most { return }
        }
      }
      if stretch.passed % RowScan.rowsBetweenLooks == 0, isTime(stretch.passed) {
        stretch.last = scan.relation.cursor(at: statement, behind: asked)
        stretch.isCutShort = true
        return
      }
    }
  }
}

extension RowRelation {
  fileprivate func cursor(at statement: SQLiteStatement, behind column: Int) -> KeysetCursor {
    KeysetCursor(order.columns.indices.map { statement.value(at: column + 1 + $0) })
  }

  fileprivate func step(
    at statement: SQLiteStatement, behind column: Int
  ) -> KeysetWalk.Step<TableRow> {
    let cursor = cursor(at: statement, behind: column)
    let (record, isCut) = layout.record(of: statement)
    let id = TableRowID(keyPlaces.map { cursor.values[$0] })
    return KeysetWalk.Step(
      item: TableRow(id: id, record: record, cursor: cursor, isCut: isCut), cursor: cursor)
  }
}
