import Bytes

/// The fields of a record of comma-separated values that has no quotes, without a record being made of it.
public struct PlainFields {
  private let bytes: UnsafeRawBufferPointer
  private let delimiter: UInt8

  /// Looks at the bytes of a record.
  ///
  /// - Parameter item: the record with its line end.
  /// - Returns: nil of a record with quotes, with more line ends, or without fields.
  public init?(_ item: UnsafeRawBufferPointer, _ dialect: CSVDialect) {
    var count = item.count
    if count > 0, item[count - 1] == .lineFeed { count -= 1 }
    if count > 0, item[count - 1] == .carriageReturn { count -= 1 }
    bytes = UnsafeRawBufferPointer(rebasing: item[..<count])
    delimiter = dialect.delimiter
    guard count > 0, bytes.firstIndex(of: .quote, from: 0) == nil,
      bytes.firstIndex(of: .carriageReturn, from: 0) == nil
    else { return nil }
  }

  /// A field by its place, from 0; nil behind the last.
  public func field(at index: Int) -> UnsafeRawBufferPointer? {
    var start = 0
    for _ in 0..<index {
      guard let end = bytes.firstIndex(of: delimiter, from: start) else { return nil }
      start = end + 1
    }
    let end = bytes.firstIndex(of: delimiter, from: start) ?? bytes.count
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }
}
