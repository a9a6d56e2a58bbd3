import CSQLite
package import Records

/// The row that a query stands at, as it lies in memory.
package struct StoredRow {
  private let values: any StoredValues
  private let layout: RowLayout

  init(_ values: any StoredValues, _ layout: RowLayout) {
    (self.values, self.layout) = (values, layout)
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
      if values.isMet(at: column, inNumbers: inNumbers, layout, isMet) { return true }
    }
    return false
  }

  /// The record of its values, whole.
  package var record: Record { values.record(in: layout) }
}

/// The values of a row as they lie in memory.
protocol StoredValues: AnyObject {
  /// Whether the text of a value, whole and as it is shown, meets something.
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
  /// What is made of its bytes, which are valid until that returns.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var text = self
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
