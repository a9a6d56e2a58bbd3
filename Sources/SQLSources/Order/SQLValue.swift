/// A value as a database stores it.
///
/// A string is held as bytes, because a database may store any bytes, including zero bytes and
/// invalid UTF-8.
public enum SQLValue: Hashable, Sendable {
  /// NULL.
  case null
  /// An integer.
  case integer(Int64)
  /// A floating-point number, possibly infinite.
  case real(Double)
  /// A string, as bytes that are usually valid UTF-8.
  case text([UInt8])
  /// A blob.
  case blob([UInt8])

  /// Whether the value is NULL.
  public var isNull: Bool { self == .null }

  /// Creates a text value from a string.
  public static func text(_ text: String) -> SQLValue { .text(Array(text.utf8)) }
}
