/// A field's value as it was written, read on demand.
///
/// It shares the memory of what it was read from. Making one costs no text and no memory.
public struct Value: Sendable {
  /// What it is.
  public let kind: Kind
  /// The bytes as they were written: of a string with its quotes, of a number with all its digits.
  public let raw: ArraySlice<UInt8>
  let notation: Notation

  init(_ kind: Kind, _ notation: Notation, raw: ArraySlice<UInt8>) {
    (self.kind, self.notation, self.raw) = (kind, notation, raw)
  }

  /// What kinds of values there are (RFC 8259, 3); every value of CSV is a string.
  public enum Kind: Equatable, Sendable {
    /// A null.
    case null
    /// True or false.
    case bool
    /// A number of any length.
    case number
    /// A text.
    case string
    /// Fields with names.
    case object
    /// Values in an order.
    case array
  }

  /// How the bytes say what they say.
  enum Notation: Equatable {
    /// As they are.
    case plain
    /// Between quotes, and there as they are.
    case quoted
    /// Between quotes, with escapes of JSON.
    case jsonEscapes
    /// As CSV has them: with quotes that are doubled, or with text after the closing one.
    case csvQuotes
  }
}
