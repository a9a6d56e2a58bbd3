import Paging
import Synchronization
package import SQLSources
package import Viewers

extension SourceSearch where Item == TableRow, Cursor == KeysetCursor {
  /// Creates a search through the rows of a relation, on a separate connection, so that the pages
  /// of the list are not delayed.
  ///
  /// - Parameters:
  ///   - relation: the relation to search, in its order.
  ///   - isUTF8: whether the database stores text in UTF-8.
  package init(
    _ relation: RowRelation, in database: any RowDatabase, isUTF8: Bool = true
  ) {
    let searched = database.anotherReader(limit: nil)
    self.init(
      matching: { parts in
        let scan = TableQuestions(parts.map(TableQuestions.Part.init))
          .scan(of: relation, isUTF8: isUTF8)
        return FoundRows(scan, in: searched)
      }, before: { KeysetCursor($0.cursor.values, isBefore: true) }, behind: { $0.cursor })
    let way = SearchedWay(relation, searched)
    progress = { await way.percent(of: $0) }
  }
}

/// The progress of a search in a relation.
private final class SearchedWay: Sendable {
  private let relation: RowRelation
  private let database: any RowDatabase
  /// The range of the keys; it is read when the progress is first needed, and nil before that.
  private let range = Mutex<KeyRange?>(nil)

  init(_ relation: RowRelation, _ database: any RowDatabase) {
    (self.relation, self.database) = (relation, database)
  }

  func percent(of place: KeysetCursor) async -> Int? {
    await known().map { Int($0.percent(of: place)) }
  }

  private func known() async -> KeyRange? {
    if let range = range.withLock({ $0 }) { return range }
    let read = try? await database.ask { [relation] reader throws(SQLError) in
      try reader.keyRange(of: relation)
    }
    range.withLock { $0 = read ?? nil }
    return read ?? nil
  }
}
