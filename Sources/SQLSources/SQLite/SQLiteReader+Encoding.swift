extension SQLiteReader {
  /// Whether the database stores text in UTF-8, so that it is read without conversion.
  package var isUTF8: Bool {
    get throws(SQLError) { try rows("PRAGMA encoding") { $0.text(at: 0) } == ["UTF-8"] }
  }
}
