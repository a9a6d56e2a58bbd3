extension SQLiteReader {
  /// Whether the database stores text in UTF-8; the text is then read without conversion.
  package var isUTF8: Bool {
    get throws(SQLError) { try rows("PRAGMA encoding") { $0.text(at: 0) } == ["UTF-8"] }
  }
}
