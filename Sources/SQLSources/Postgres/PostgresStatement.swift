import Bytes

/// A statement with its values, each as the text that the server reads.
package struct PostgresStatement: Hashable, Sendable {
  /// The statement, whose values are `$1`, `$2` and so on.
  package var sql: String
  /// The values; nil is NULL.
  package var values: [[UInt8]?]
  /// The types of the values by their OIDs, zero for what the server finds; empty for that of all.
  package var types: [UInt32]

  package init(_ sql: String, _ values: [[UInt8]?] = [], types: [UInt32] = []) {
    (self.sql, self.values, self.types) = (sql, values, types)
  }

  /// Throws where one of its texts has a zero byte, which no text of PostgreSQL may have.
  func check() throws(SQLError) {
    guard !sql.utf8.contains(0), !values.contains(where: { $0?.contains(0) == true }) else {
      throw SQLError(.mistaken, "a text of PostgreSQL cannot contain a zero byte")
    }
  }

  /// Calls with the statement and its values as C has texts.
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
