import Feeds
import FileSources
import GRDB
import Paging
import Records
import RowTrials
import SQLSources
import Search
import TemporaryFolders
import Testing

import ConnectedFeeds

/// A table in a file, and helpers to query it.
struct QuestionTable {
  let database: SQLiteDatabase
  let relation: RowRelation
  private let folder: TemporaryFolder

  /// Creates a table `t`.
  ///
  /// - Parameters:
  ///   - sql: the statements that create and fill it.
  ///   - order: the order of its rows.
  init(_ sql: String, order: String = "", longest: Int = .max) throws {
    folder = try TemporaryFolder()
    let path = folder.path("table.db")
    try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
    let database = SQLiteDatabase(path: path)
    var request = TableRequest()
    request.order = order.isEmpty ? [] : try SortTerm.terms(order)
    request.longest = longest
    let opening = try database.readNow { [request] (reader) throws(SQLError) -> TableOpening in
      try reader.opening(ofTable: "t", request)
    }
    relation = try #require(opening.relation)
    self.database = database
  }

  /// The expression for conditions as they are typed; nil if the text contains none.
  func expression(
    _ text: String, _ rule: SearchCase = .smart, in zone: TimeZoneUse = .source
  ) throws -> RecordExpression? {
    try relation.expression(text, rule, in: zone)
  }

  /// The rows of all pages of a source, from one end to the other.
  func rows(
    of source: some PagingSource<TableRow, KeysetCursor>, backward: Bool = false, by count: Int = 7
  ) async throws -> [TableRow] {
    try await source.rows(from: backward ? .end : .start, by: count)
  }

  /// All rows.
  func all() async throws -> [TableRow] {
    try await rows(of: TableSource(relation, in: database), by: 100)
  }

  /// The rows that match the questions.
  func found(
    _ parts: [TableQuestions.Part], backward: Bool = false, by count: Int = 7, stretch: Int = 64
  ) async throws -> [TableRow] {
    try await rows(
      of: source(parts, stretch: stretch), backward: backward, by: count)
  }

  func source(_ parts: [TableQuestions.Part], stretch: Int = 64) -> FoundRows {
    relation.found(parts, in: database, stretch: stretch)
  }
}

extension [TableRow] {
  var ids: [SQLValue] { map { $0.id.values[0] } }
}
