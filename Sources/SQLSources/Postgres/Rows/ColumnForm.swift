/// The form in which PostgreSQL sends the values of a column: complete, as the server writes them,
/// or shortened.
enum ColumnForm: Hashable, Sendable {
  /// An integer; a cursor holds it as a number.
  case integer
  /// A number of any other type.
  case number
  /// A floating-point number, which the server may round in its text; a cursor holds the exact
  /// value.
  case float
  /// A date, with or without a time, that the server does not write in the form of ISO 8601.
  ///
  /// A cursor holds the date in the form of ISO 8601, because the server may misread a date in the
  /// form that it writes.
  case date
  /// A value that is never shortened, because its text is usually short, such as a date.
  case short
  /// Text of any length, of a type that contains only text.
  case text
  /// A value of any other type, whose text may have any length.
  case long
  /// Bytes.
  case bytes
  /// The position of a row in its table (`ctid`); a cursor holds it as a number: see `RowPlace`.
  case place

  /// The form of a type, by its OID
  /// (<https://www.postgresql.org/docs/current/catalog-pg-type.html>).
  ///
  /// The OIDs of built-in types never change.
  init(ofType type: UInt32) {
    self =
      switch type {
      case 20, 21, 23: .integer  // int8, int2, int4
      case 26, 1700: .number  // oid, numeric
      case 700, 701: .float  // float4, float8
      case 1082, 1114, 1184: .date  // date, timestamp, timestamptz
      case 17: .bytes  // bytea
      case 25, 1043: .text  // text, varchar
      // bool, "char", name, time, interval, timetz, uuid, inet, cidr, macaddr, macaddr8, money,
      // pg_lsn; and char(n), because a cast to text would remove its blanks.
      case 16, 18, 19, 1083, 1186, 1266, 2950, 869, 650, 829, 774, 790, 3220, 1042: .short
      default: .long
      }
  }

  /// The form of a type in a session.
  init(ofType type: UInt32, in session: PostgresSession) {
    self.init(ofType: type)
    // The text of a date in the form of ISO 8601 is exact. CockroachDB has no function that gives
    // the bits of a number.
    if self == .date, session.writesISODates { self = .short }
    if self == .float, session.kind == .cockroach { self = .number }
  }

  /// Whether the values are numbers.
  var isNumber: Bool { [.integer, .number, .float].contains(self) }

  /// The SQL that selects a column for a cursor, in a form that the server reads as the same value,
  /// whatever the settings of the session are.
  func key(of value: String) -> String {
    switch self {
    // A value of float4 is converted without loss.
    case .float: "encode(float8send(\(value)), 'hex')"
    // JSON contains dates in the form of ISO 8601, whatever the date style of the session is.
    case .date: "to_json(\(value)) #>> '{}'"
    case .integer, .number, .short, .text, .long, .bytes, .place: value
    }
  }

  /// The SQL that selects a column or another expression in this form.
  ///
  /// - Parameters:
  ///   - longest: the maximum length of text, in bytes.
  ///   - writesBlobs: whether a blob is written as hexadecimal digits; otherwise its length and its
  ///     first bytes are written.
  ///   - longestBlob: if not nil, blobs of at most this many bytes are written completely, and
  ///     longer ones as NULL.
  func sql(
    of value: String, longest: Int, writesBlobs: Bool, longestBlob: Int? = nil
  ) -> String {
    switch self {
    case .integer, .number, .float, .date, .short, .place: value
    // A character has at least one byte, so a result of at most `longest` bytes was certainly not
    // shortened.
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

  /// The number of bytes at the start of a blob that are read to recognize its type.
  private static let startCount = 16
}

/// The forms in which the columns of a query are selected.
struct ColumnForms: Hashable, Sendable {
  /// The forms, one for each column.
  let forms: [ColumnForm]
  var longest: Int
  let writesBlobs: Bool
  /// If not nil, blobs of at most this many bytes are written completely, and longer ones as NULL.
  var longestBlob: Int?

  /// The forms of the columns of a layout; nil for SQLite.
  init?(of layout: RowLayout) {
    guard let forms = layout.forms else { return nil }
    (self.forms, longest, writesBlobs) = (forms, layout.longest, layout.writesBlobs)
  }

  func sql(of value: String, at index: Int) -> String {
    forms[index].sql(
      of: value, longest: longest, writesBlobs: writesBlobs, longestBlob: longestBlob)
  }
}
