extension SQLiteReader {
  /// Whether the database stores texts in UTF-8, so that they are read without conversion.
  package var isUTF8: Bool {
    get throws(SQLError) { try rows("PRAGMA encoding") { $0.text(at: 0) } == ["UTF-8"] }
  }
}
