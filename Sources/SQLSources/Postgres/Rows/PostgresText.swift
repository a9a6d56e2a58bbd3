/// SQL for PostgreSQL, with the values of its placeholders.
struct PostgresText: Hashable, Sendable {
  /// The placeholder for a value until the values are numbered: a character that SQL cannot
  /// contain.
  static let place = "\0"

  /// The text, with `$1`, `$2` and so on for the values.
  let sql: String
  let values: [SQLValue]

  /// Numbers the placeholders in SQL.
  ///
  /// - Parameter sql: SQL with `place` for each value, in their order.
  init(_ sql: String, _ values: [SQLValue] = []) {
    var (text, number) = ([UInt8](), 0)
    text.reserveCapacity(sql.utf8.count + values.count)
    for byte in sql.utf8 {
      guard byte == 0 else {
        text.append(byte)
        continue
      }
      number += 1
      text += "$\(number)".utf8
    }
    self.sql = String(decoding: text, as: UTF8.self)
    self.values = values
  }

  /// The statement that is sent, with its values in text form.
  var statement: PostgresStatement {
    PostgresStatement(sql, values.map(\.postgresText))
  }

  /// A string as a quoted literal in SQL.
  static func literal(_ text: String) -> String {
    let parts = text.split(separator: "'" as Character, omittingEmptySubsequences: false)
    // In other literals, a setting of the server determines the meaning of a backslash. In this
    // form, a backslash is always an escape character.
    let escaped = parts.joined(separator: "''").split(
      separator: "\\" as Character, omittingEmptySubsequences: false
    ).joined(separator: "\\\\")
    return "E'\(escaped)'"
  }
}

extension SQLValue {
  /// The value as PostgreSQL reads it; nil for NULL.
  fileprivate var postgresText: [UInt8]? {
    switch self {
    case .null: nil
    case .integer(let number): Array("\(number)".utf8)
    case .real(let number): Array("\(number)".utf8)
    case .text(let bytes), .blob(let bytes): bytes
    }
  }
}
