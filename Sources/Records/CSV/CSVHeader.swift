import Bytes

/// The names of the fields of a text of comma-separated values.
public struct CSVHeader: Sendable {
  /// How many names there are; further fields have the numbers of their columns as names, from 1 on.
  public let count: Int
  private let names: [Value]

  /// No names: all fields have the numbers of their columns.
  public static let numbered = CSVHeader(names: [])

  private init(names: [Value]) {
    (self.names, count) = (names, names.count)
  }

  /// The names that a first record has; nil where it has none.
  ///
  /// It has names if all of its values are different, and each is neither blank nor a number.
  public init?(_ record: Record) {
    let names = record.map(\.value)
    var seen: Set<ArraySlice<UInt8>> = []
    for name in names.map(\.utf8) {
      let text = name.trimmed(\.isJSONBlank)
      guard !text.isEmpty, !text.isNumber, seen.insert(name).inserted else { return nil }
    }
    guard !names.isEmpty else { return nil }
    self.init(names: names)
  }

  /// The name of a column, from 0 on.
  func name(at index: Int) -> Value {
    index < count ? names[index] : Value(.string, .plain, raw: Array(String(index + 1).utf8)[...])
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is a number as people write them; `DecimalNumber` says how.
  var isNumber: Bool { withUnsafeBytes { DecimalNumber($0) != nil } }
}
