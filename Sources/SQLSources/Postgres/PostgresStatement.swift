import Bytes

/// A statement with its values, each in the text form that the server reads.
package struct PostgresStatement: Hashable, Sendable {
  /// The statement, with `$1`, `$2` and so on for its values.
  package var sql: String
  /// The values; nil for NULL.
  package var values: [[UInt8]?]
  /// The OIDs of the types of the values; zero, or an empty array, if the server determines the
  /// types.
  package var types: [UInt32]

  package init(_ sql: String, _ values: [[UInt8]?] = [], types: [UInt32] = []) {
    (self.sql, self.values, self.types) = (sql, values, types)
  }

  /// Throws an error if a string contains a NUL byte, which PostgreSQL does not allow.
  func check() throws(SQLError) {
    guard !sql.utf8.contains(0), !values.contains(where: { $0?.contains(0) == true }) else {
      throw SQLError(.mistaken, "PostgreSQL text cannot contain a NUL byte")
    }
  }

  /// Calls a closure with the statement and its values as C strings.
  func withPointers<Value>(
    _ body: (UnsafePointer<CChar>, [UnsafePointer<CChar>?]) -> Value
  ) -> Value {
    var (texts, starts) = (Array(sql.utf8).cString, [Int?]())
    for value in values {
      starts.append(value.map { _ in texts.count })
      if let value { texts += value.cString }
    }
    return texts.withUnsafeBufferPointer { texts in
      guard let start = texts.baseAddress else { fatalError("a text without its zero") }
      return body(start, starts.map { $0.map { start + $0 } })
    }
  }
}
