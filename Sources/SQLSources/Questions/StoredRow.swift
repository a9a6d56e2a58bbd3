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
    for column in layout.columns.indices where inNumbers || !statement.isNumber(at: column) {
      if statement.withText(shownAt: column, layout.writesBlobs, isMet) { return true }
    }
    return false
  }

  /// The record of its values, whole.
  package var record: Record { layout.record(of: statement).record }
}

extension SQLiteStatement {
  fileprivate func isNumber(at column: Int) -> Bool {
    let kind = kind(of: column)
    return kind == SQLITE_INTEGER || kind == SQLITE_FLOAT
  }

  /// What is made of the text of a value, as it is shown; it is valid until that returns.
  fileprivate func withText<Result>(
    shownAt column: Int, _ writesBlobs: Bool, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    switch kind(of: column) {
    case SQLITE_TEXT, SQLITE_INTEGER: return body(bytes(of: column))
    case SQLITE_FLOAT: return RowLayout.text(of: real(at: column)).withBytes(body)
    case SQLITE_BLOB:
      let blob = bytes(of: column)
      return (writesBlobs ? RowLayout.literal(of: blob) : BlobKind.words(of: blob)).withBytes(body)
    default: return body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }
}

extension String {
  fileprivate func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var text = self
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
