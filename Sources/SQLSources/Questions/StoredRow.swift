import CSQLite
package import Records

/// The current row of a query, in the memory of the database library.
package struct StoredRow {
  private let values: any StoredValues
  private let layout: RowLayout

  init(_ values: any StoredValues, _ layout: RowLayout) {
    (self.values, self.layout) = (values, layout)
  }

  /// Whether the complete text of at least one value, as it is shown, passes a test.
  ///
  /// Cost: strings are not copied.
  ///
  /// - Parameter inNumbers: whether numbers are also tested; their text has to be created.
  package func contains(
    inNumbers: Bool = true, _ isMet: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    for column in layout.columns.indices {
      if values.isMet(at: column, inNumbers: inNumbers, layout, isMet) { return true }
    }
    return false
  }

  /// The record of the complete values.
  package var record: Record { values.record(in: layout) }
}

/// The values of the current row.
protocol StoredValues: AnyObject {
  /// Whether the complete text of a value, as it is shown, passes a test.
  func isMet(
    at column: Int, inNumbers: Bool, _ layout: RowLayout,
    _ isMet: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool
  /// The record of the values.
  func record(in layout: RowLayout) -> Record
}

extension SQLiteStatement: StoredValues {
  func isMet(
    at column: Int, inNumbers: Bool, _ layout: RowLayout,
    _ isMet: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    let kind = kind(of: column)
    if !inNumbers, kind == SQLITE_INTEGER || kind == SQLITE_FLOAT { return false }
    return withText(shownAt: column, kind, layout.writesBlobs, isMet)
  }

  func record(in layout: RowLayout) -> Record { layout.record(of: self).record }
}

extension SQLiteStatement {
  /// Calls a closure with the text of a value as it is shown; the text is valid during the call.
  fileprivate func withText<Result>(
    shownAt column: Int, _ kind: Int32, _ writesBlobs: Bool,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    switch kind {
    case SQLITE_TEXT: return body(bytes(of: column))
    // SQLite's own conversion would change the type of the value in the row.
    case SQLITE_INTEGER: return "\(integer(at: column))".withBytes(body)
    case SQLITE_FLOAT: return RowLayout.text(of: real(at: column)).withBytes(body)
    case SQLITE_BLOB:
      let blob = bytes(of: column)
      return (writesBlobs ? RowLayout.literal(of: blob) : BlobKind.words(of: blob)).withBytes(body)
    // A missing value is shown as NULL.
    default: return "NULL".withBytes(body)
    }
  }
}

extension String {
  /// Calls a closure with the bytes of the string; they are valid during the call.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var text = self
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
