import Feeds
package import SQLSources
package import Viewers

extension TableFeed {
  /// The rows are read again by their key; where no index serves their order, the database sorts once for all of them.
  package func wholeItems(meeting filters: [FilterPart]) -> WholeItems<TableRow>? {
    let scan = TableQuestions(filters.map(TableQuestions.Part.init))
      .scan(of: shown.readingAll, isUTF8: isUTF8).withWholeValues
    let database = questions.anotherReader(limit: nil)
    guard !sorts else {
      return WholeItems(of: database.rows(once: RowsOnce(scan)), files: database.paths)
    }
    return WholeItems(
      of: FoundRows(scan, in: database, hears: false), files: database.paths,
      progress: { [search = searching] in await search?.progress($0) })
  }
}
