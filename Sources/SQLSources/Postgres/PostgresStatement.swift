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

  /// Calls with the statement and its values as C has texts.
  ///
  /// - Throws: that one has a zero byte, which no text of PostgreSQL may have.
  func withPointers<Value>(
    _ body: (UnsafePointer<CChar>, [UnsafePointer<CChar>?]) -> Value
  ) throws(SQLError) -> Value {
    var (texts, starts) = (Array(sql.utf8.map(CChar.init(bitPattern:))) + [0], [Int?]())
    for value in values {
      starts.append(value.map { _ in texts.count })
      if let value { texts += value.cString }
    }
    let ends = 1 + values.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
    guard texts.reduce(0, { $0 + ($1 == 0 ? 1 : 0) }) == ends else {
      throw SQLError(.mistaken, "a text of PostgreSQL has no zero byte")
    }
    return texts.withUnsafeBufferPointer { texts in
      // Never empty: the statement ends with a zero.
      guard let start = texts.baseAddress else { fatalError("no text") }
      return body(start, starts.map { $0.map { start + $0 } })
    }
  }
}
