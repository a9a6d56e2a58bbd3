import CSQLite

/// A prepared query and its current row.
package final class SQLiteStatement {
  private let handle: OpaquePointer
  private let database: SQLiteHandle
  private var sqlite: endless_sqlite { database.sqlite }

  init(_ handle: OpaquePointer, of database: SQLiteHandle) {
    (self.handle, self.database) = (handle, database)
  }

  deinit { _ = sqlite.finalize(handle) }

  /// Moves back to before the first row, and releases the locks of the statement.
  func reset() { _ = sqlite.reset(handle) }

  /// Sets the values of the parameters, in order.
  ///
  /// - Throws: an error if there are more or fewer values than parameters, if a value is too large,
  ///   or if memory is short.
  func bind(_ values: [SQLValue]) throws(SQLError) {
    let count = Int(sqlite.bind_parameter_count(handle))
    guard count == values.count else {
      throw SQLError(
        .mistaken, "the query has parameters, such as ? or :name: write values instead")
    }
    for (index, value) in values.enumerated() {
      let code = bind(value, at: Int32(index + 1))
      guard code == SQLITE_OK else { throw database.error(code) }
    }
  }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    if value.byteCount > Int(Int32.max) { return SQLITE_TOOBIG }
    return switch value {
    case .null: sqlite.bind_null(handle, index)
    case .integer(let number): sqlite.bind_int64(handle, index, number)
    case .real(let number): sqlite.bind_double(handle, index, number)
    case .text(let bytes):
      bytes.withUnsafeBytes {
        sqlite.bind_text(
          handle, index, $0.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Self.nothing,
          Int32($0.count), endless_sqlite_copied())
      }
    case .blob(let bytes):
      bytes.withUnsafeBytes {
        sqlite.bind_blob(
          handle, index, $0.baseAddress ?? Self.nothing.map { UnsafeRawPointer($0) },
          Int32($0.count),
          endless_sqlite_copied())
      }
    }
  }

  /// A non-null pointer for empty values, because a null pointer would mean NULL.
  private static var nothing: UnsafePointer<CChar>? { UnsafePointer(bitPattern: 1) }

  /// Moves to the next row; returns false at the end.
  ///
  /// - Throws: an error if SQLite reports one.
  func step() throws(SQLError) -> Bool {
    let code = sqlite.step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let error = database.error(code)
      reset()
      throw error
    }
  }

  /// Whether the statement is read-only; attaching a file also counts as read-only
  /// (<https://www.sqlite.org/c3ref/stmt_readonly.html>).
  var isReadOnly: Bool { sqlite.stmt_readonly(handle) != 0 }

  var columnCount: Int { Int(sqlite.column_count(handle)) }

  /// The name of a column of the result.
  func name(of column: Int) -> String {
    sqlite.column_name(handle, Int32(column)).map { String(cString: $0) } ?? ""
  }

  /// The declared type of a column; nil for an expression.
  func declaredType(of column: Int) -> String? {
    sqlite.column_decltype(handle, Int32(column)).map { String(cString: $0) }
  }

  /// The table and column from which a column of the result comes; nil for an expression, or if the
  /// library does not tell.
  func origin(of column: Int) -> (table: String, column: String)? {
    guard let tableName = sqlite.column_table_name, let originName = sqlite.column_origin_name,
      let table = tableName(handle, Int32(column)), let name = originName(handle, Int32(column))
    else { return nil }
    return (String(cString: table), String(cString: name))
  }

  /// A value of the current row.
  package func value(at column: Int) -> SQLValue {
    switch kind(of: column) {
    case SQLITE_INTEGER: .integer(sqlite.column_int64(handle, Int32(column)))
    case SQLITE_FLOAT: .real(sqlite.column_double(handle, Int32(column)))
    case SQLITE_TEXT: .text(Array(bytes(of: column)))
    case SQLITE_BLOB: .blob(Array(bytes(of: column)))
    default: .null
    }
  }

  /// The storage class of a value, such as `SQLITE_TEXT`; call this method before reading the
  /// value, because reading may convert the value.
  func kind(of column: Int) -> Int32 { sqlite.column_type(handle, Int32(column)) }

  package func integer(at column: Int) -> Int64 { sqlite.column_int64(handle, Int32(column)) }

  func real(at column: Int) -> Double { sqlite.column_double(handle, Int32(column)) }

  /// A value as a string; empty for NULL.
  package func text(at column: Int) -> String { String(decoding: bytes(of: column), as: UTF8.self) }

  /// The bytes of a string or blob in the current row, valid until the next step.
  func bytes(of column: Int) -> UnsafeRawBufferPointer {
    let column = Int32(column)
    let start: UnsafeRawPointer? =
      sqlite.column_type(handle, column) == SQLITE_BLOB
      ? sqlite.column_blob(handle, column)
      : sqlite.column_text(handle, column).map { UnsafeRawPointer($0) }
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite.column_bytes(handle, column)))
  }

  /// A value of the current row as it is shown, valid until the next step.
  func value(shownAt column: Int) -> ShownValue {
    switch kind(of: column) {
    case SQLITE_INTEGER: .integer(integer(at: column))
    case SQLITE_FLOAT: .real(real(at: column))
    case SQLITE_TEXT: .text(bytes(of: column))
    case SQLITE_BLOB: .blob(bytes(of: column))
    default: .null
    }
  }

  /// The size of a string or blob in bytes.
  func byteCount(of column: Int) -> Int { Int(sqlite.column_bytes(handle, Int32(column))) }

  /// The number of virtual machine instructions since the last call
  /// (<https://www.sqlite.org/c3ref/c_stmtstatus_counter.html>).
  func takeStepCount() -> Int { Int(sqlite.stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1)) }
}

extension SQLiteStatement: QueryRow {
  func truth(at column: Int) -> Bool? {
    kind(of: column) == SQLITE_NULL ? nil : integer(at: column) != 0
  }

  func values(at places: [Int], _ forms: [ColumnForm?]) -> [SQLValue] {
    places.map(value(at:))
  }
}

extension SQLValue {
  fileprivate var byteCount: Int {
    switch self {
    case .null, .integer, .real: 0
    case .text(let bytes), .blob(let bytes): bytes.count
    }
  }
}
