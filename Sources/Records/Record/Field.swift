/// A field of a record: its name and its value.
public struct Field: Sendable {
  /// The value.
  public let value: Value
  let writtenName: Value

  /// The name, without quotes and escapes.
  public var name: String { writtenName.text }

  /// The bytes of the name as they were written, with the quotes.
  public var rawName: ArraySlice<UInt8> { writtenName.raw }
}
