/// A value as a database stores it.
///
/// A text is held as its bytes, because a database may have any: zero bytes, and some that are not UTF-8.
public enum SQLValue: Hashable, Sendable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A number with a fraction, or an infinity.
  case real(Double)
  /// A text, in UTF-8 where it is sound.
  case text([UInt8])
  /// Bytes that are no text.
  case blob([UInt8])

  /// Whether it is NULL.
  public var isNull: Bool { self == .null }

  /// A text of a string.
  public static func text(_ text: String) -> SQLValue { .text(Array(text.utf8)) }
}
