/// How a value of a column comes from PostgreSQL: as the server writes it, or a part of that.
enum ColumnForm: Hashable, Sendable {
  /// A whole number, which a place in an order has as a number.
  case integer
  /// Another number.
  case number
  /// A text that is never long, such as a date.
  case short
  /// A text of any length, of one of the types that are nothing else.
  case text
  /// A value of any other type, whose text has any length.
  case long
  /// Bytes.
  case bytes
  /// Where a table has a row, which a place in an order has as a number: see `RowPlace`.
  case place

  /// The form of a type, by the number that the server has for it
  /// (<https://www.postgresql.org/docs/current/catalog-pg-type.html>): those of built-in types never change.
  init(ofType type: UInt32) {
    self =
      switch type {
      case 20, 21, 23: .integer  // int8, int2, int4
      case 26, 700, 701, 1700: .number  // oid, float4, float8, numeric
      case 17: .bytes  // bytea
      case 25, 1043: .text  // text, varchar
      // bool, "char", name, date, time, timestamp, timestamptz, interval, timetz, uuid, inet, cidr, macaddr, macaddr8, money,
      // pg_lsn; char(n), because a cast to text takes its blanks.
      case 16, 18, 19, 1082, 1083, 1114, 1184, 1186, 1266, 2950, 869, 650, 829, 774, 790, 3220,
        1042:
        .short
      default: .long
      }
  }

  /// What is asked for, of a column or another expression.
  ///
  /// - Parameters:
  ///   - longest: how long a text is held at the most, in bytes.
  ///   - writesBlobs: whether bytes are written as digits; else their number and the first of them are.
  ///   - longestBlob: of how many bytes all are written, whatever else is said; NULL is, of more.
  func sql(
    of value: String, longest: Int, writesBlobs: Bool, longestBlob: Int? = nil
  ) -> String {
    switch self {
    case .integer, .number, .short, .place: value
    // A character has one byte at least: what comes whole is whole.
    case .text, .long: longest >= Int(Int32.max) ? value : "left(\(value)::text, \(longest + 1))"
    case .bytes:
      if let longestBlob {
        "CASE WHEN octet_length(\(value)) <= \(longestBlob) THEN '\\x' || encode(\(value), 'hex') END"
      } else if writesBlobs {
        "'\\x' || encode(\(value), 'hex')"
      } else {
        "octet_length(\(value))::text || ':' || encode(substring(\(value) from 1 for \(Self.startCount)), 'hex')"
      }
    }
  }

  /// Bytes that tell what other bytes are.
  private static let startCount = 16
}

/// How the columns of a query are asked for.
struct ColumnForms: Hashable, Sendable {
  /// Of each column.
  let forms: [ColumnForm]
  var longest: Int
  let writesBlobs: Bool
  /// Of how many bytes all are written, whatever else is said; nil to write them as `writesBlobs` says.
  var longestBlob: Int?

  /// The forms of a layout; nil in SQLite.
  init?(of layout: RowLayout) {
    guard let forms = layout.forms else { return nil }
    (self.forms, longest, writesBlobs) = (forms, layout.longest, layout.writesBlobs)
  }

  func sql(of value: String, at index: Int) -> String {
    forms[index].sql(
      of: value, longest: longest, writesBlobs: writesBlobs, longestBlob: longestBlob)
  }
}
