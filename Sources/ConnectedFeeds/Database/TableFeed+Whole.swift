import Feeds
package import SQLSources
package import Viewers

/// The complete values of rows, which a list may have shortened.
extension TableFeed {
  package var pictures: (@Sendable (TableRow, PictureArea) async -> DrawnPictures)? {
    { [self] row, area in
      guard row.isCut else { return [:] }
      let relation = shown
      let blobs = try? await questions.ask { reader throws(SQLError) in
        try reader.blobs(of: row, relation, BlobPictures.choice)
      }
      return await BlobPictures.drawn(blobs ?? [], area)
    }
  }

  /// Reads the rows again by key; if no index serves their order, the database sorts only once for
  /// all rows.
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
