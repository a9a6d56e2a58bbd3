import Paging
package import SQLSources
package import Viewers

extension SourceSearch where Item == TableRow, Cursor == KeysetCursor {
  /// A way to search the rows of a relation: the database is read by a connection that pages of the list do not wait for.
  ///
  /// - Parameters:
  ///   - relation: what is searched, in its order.
  ///   - isUTF8: whether the database holds texts in UTF-8.
  package init(
    _ relation: RowRelation, in database: SQLiteDatabase, isUTF8: Bool = true
  ) {
    let searched = database.another()
    self.init(
      matching: { parts in
        let scan = TableQuestions(parts.map(TableQuestions.Part.init))
          .scan(of: relation, isUTF8: isUTF8)
        return FoundRows(scan, in: searched)
      }, before: { KeysetCursor($0.cursor.values, isBefore: true) }, behind: { $0.cursor })
  }
}
