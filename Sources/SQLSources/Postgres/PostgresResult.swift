import CPostgres

/// The rows that a statement returned, in the server's text form.
package final class PostgresResult {
  private let library: PostgresLibrary
  private let handle: OpaquePointer

  package let rowCount: Int
  package let columnCount: Int

  /// Takes ownership of a libpq result, and releases it when this object is released.
  init(_ handle: OpaquePointer, _ library: PostgresLibrary) {
    (self.handle, self.library) = (handle, library)
    rowCount = Int(library.functions.ntuples(handle))
    columnCount = Int(library.functions.nfields(handle))
  }

  deinit { library.functions.clear(handle) }

  package func name(of column: Int) -> String {
    library.functions.fname(handle, Int32(column)).map { String(cString: $0) } ?? ""
  }

  /// The OID of the type of a column.
  package func type(of column: Int) -> UInt32 { library.functions.ftype(handle, Int32(column)) }

  /// The modifier of the type of a column, such as a length; -1 if it has none.
  package func modifier(of column: Int) -> Int {
    Int(library.functions.fmod(handle, Int32(column)))
  }

  /// The OID of the table from which a column comes, and the number of the column there, from 1;
  /// nil for an expression.
  package func origin(of column: Int) -> (table: UInt32, column: Int)? {
    let table = library.functions.ftable(handle, Int32(column))
    guard table != 0 else { return nil }
    return (table, Int(library.functions.ftablecol(handle, Int32(column))))
  }

  /// A value as the server writes it, valid as long as the result exists; nil for NULL.
  package func value(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
    let (row, column) = (Int32(row), Int32(column))
    guard library.functions.getisnull(handle, row, column) == 0 else { return nil }
    return UnsafeRawBufferPointer(
      start: library.functions.getvalue(handle, row, column),
      count: Int(library.functions.getlength(handle, row, column)))
  }

  /// A value as a string, in which bytes that are not UTF-8 become U+FFFD; nil for NULL.
  package func text(_ row: Int, _ column: Int) -> String? {
    value(row, column).map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: For the connection

  var status: ExecStatusType { library.functions.resultStatus(handle) }

  /// The error that the server reported; nil if the server reported none.
  var error: PostgresFault? {
    guard status == PGRES_FATAL_ERROR else { return nil }
    return PostgresFault(
      state: field("C"), message: field("M") ?? "the server gave no reason", hint: field("H"),
      endsConnection: field("V").map { $0 == "FATAL" || $0 == "PANIC" } ?? true)
  }

  /// The field of the server's error that has a given letter (`PQresultErrorField`).
  private func field(_ letter: Unicode.Scalar) -> String? {
    library.functions.resultErrorField(handle, Int32(letter.value)).map { String(cString: $0) }
  }
}
