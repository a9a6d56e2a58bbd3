public import GRDB
import SQLSources

extension Post: FetchableRecord {
  /// Reads a post from a row.
  ///
  /// - Throws: where a column is missing or holds a value of another kind, as in a damaged file.
  public init(row: Row) throws {
    self.init(
      id: try row.decode(forColumn: "id"),
      time: try row.decode(forColumn: "time"),
      authorName: try row.decode(forColumn: "authorName"),
      authorHandle: try row.decode(forColumn: "authorHandle"),
      text: try row.decode(forColumn: "text"),
      picture: try row.decode(forColumn: "picture"),
      likes: try row.decode(forColumn: "likes"),
      isLiked: try row.decode(forColumn: "isLiked"))
  }

  /// The post's place in the timeline.
  var cursor: KeysetCursor {
    TimelineSource.cursor(time: time, id: id)
  }

  /// Adds a post; the values go in the order of the columns.
  static let insertion = "INSERT INTO post VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

  /// The values for `insertion`.
  var columns: StatementArguments {
    [id, time, authorName, authorHandle, text, picture, likes, isLiked]
  }
}
