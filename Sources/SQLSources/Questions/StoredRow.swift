import CSQLite
package import Records

/// The row that a query stands at, as it lies in memory.
package struct StoredRow {
  private let statement: SQLiteStatement
  private let layout: RowLayout

  init(_ statement: SQLiteStatement, _ layout: RowLayout) {
    (self.statement, self.layout) = (statement, layout)
  }

  /// Whether a text of one of its values, whole and as it is shown, meets something.
  ///
  /// Cost: texts are not copied.
  ///
  /// - Parameter inNumbers: whether a number may meet it, too: their texts have to be made.
  package func contains(
    inNumbers: Bool = true, _ isMet: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    for column in layout.columns.indices {
      let kind = statement.kind(of: column)
      if !inNumbers, kind == SQLITE_INTEGER || kind == SQLITE_FLOAT { continue }
      if statement.withText(shownAt: column, kind, layout.writesBlobs, isMet) { return true }
    }
    return false
  }

  /// The record of its values, whole.
  package var record: Record { layout.record(of: statement).record }
}

extension SQLiteStatement {
  /// What is made of the text of a value, as it is shown; it is valid until that returns.
  fileprivate func withText<Result>(
    shownAt column: Int, _ kind: Int32, _ writesBlobs: Bool,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    switch kind {
    case SQLITE_TEXT: return body(bytes(of: column))
    // SQLite would make a text of the value itself.
    case SQLITE_INTEGER: return "\(integer(at: column))".withBytes(body)
    case SQLITE_FLOAT: return RowLayout.text(of: real(at: column)).withBytes(body)
    case SQLITE_BLOB:
      let blob = bytes(of: column)
      return (writesBlobs ? RowLayout.literal(of: blob) : BlobKind.words(of: blob)).withBytes(body)
    // As a missing value is shown.
    default: return "NULL".withBytes(body)
    }
  }
}

extension String {
  fileprivate func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var text = self
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
