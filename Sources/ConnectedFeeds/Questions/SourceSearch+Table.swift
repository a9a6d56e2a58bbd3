import Paging
import Synchronization
package import SQLSources
package import Viewers

extension SourceSearch where Item == TableRow, Cursor == KeysetCursor {
  /// A way to search the rows of a relation: the database is read by a connection that pages of the list do not wait for.
  ///
  /// - Parameters:
  ///   - relation: what is searched, in its order.
  ///   - isUTF8: whether the database holds texts in UTF-8.
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

/// How far a search of a relation is.
private final class SearchedWay: Sendable {
  private let relation: RowRelation
  private let database: any RowDatabase
  /// Read once, where a search takes longer than a page waits.
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
