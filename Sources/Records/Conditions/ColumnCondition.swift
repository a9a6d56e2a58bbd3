import Bytes

/// What is asked of one column, as in `status>=500`.
public struct ColumnCondition: Equatable, Sendable, CustomStringConvertible {
  /// The column's name, or the path to its field.
  public let column: String
  /// How the value is held against it.
  public let comparison: ColumnOperator
  /// What the value is held against: a text, a number or a pattern.
  public let value: String

  /// Creates a condition.
  public init(_ column: String, _ comparison: ColumnOperator, _ value: String) {
    (self.column, self.comparison, self.value) = (column, comparison, value)
  }

  /// The condition as a reader may type it.
  public var description: String { "\(column) \(comparison.rawValue) \(value)" }
}

/// How the value of a column is held against one that a reader has typed.
public enum ColumnOperator: String, CaseIterable, Sendable {
  // Those of two characters come first, because others begin like them.
  /// The values differ.
  case notEqual = "!="
  /// The value does not match a pattern.
  case notMatching = "!~"
  /// The value is not less.
  case atLeast = ">="
  /// The value is not greater.
  case atMost = "<="
  /// The values are equal.
  case equal = "="
  /// The value is greater.
  case greater = ">"
  /// The value is less.
  case less = "<"
  /// The value matches a pattern.
  case matching = "~"

  /// The operator that begins at an index, `==` for `=` among them, and how many bytes it has.
  static func read(
    at index: Int, in bytes: [UInt8]
  ) -> (found: ColumnOperator, count: Int)? {
    if bytes[index...].starts(with: "==".utf8) { return (.equal, 2) }
    let found = allCases.first { bytes[index...].starts(with: $0.rawValue.utf8) }
    return found.map { ($0, $0.rawValue.utf8.count) }
  }

  /// Whether it is met where the opposite is not, also by a record without the column.
  public var isNegated: Bool { self == .notEqual || self == .notMatching }

  /// Whether a pattern is looked for.
  public var takesPattern: Bool { self == .matching || self == .notMatching }

  /// Whether values are put in order.
  public var isOrder: Bool {
    switch self {
    case .less, .atMost, .greater, .atLeast: true
    case .equal, .notEqual, .matching, .notMatching: false
    }
  }

  /// Whether one of two values that can be ordered meets it, beside the other.
  ///
  /// `notEqual` is met by equal values here, because who asks turns round what is negated (`isNegated`). Patterns are
  /// never met.
  public func isMet<Value: Comparable>(by left: Value, beside right: Value) -> Bool {
    switch self {
    case .equal, .notEqual: left == right
    case .less: left < right
    case .atMost: left <= right
    case .greater: left > right
    case .atLeast: left >= right
    case .matching, .notMatching: false
    }
  }
}

/// The fields of a record of comma-separated values that has no quotes, without a record being made of it.
///
/// It refers to the memory of the record, which has to stay as long as it and its fields are used.
public struct PlainFields {
  private let bytes: UnsafeRawBufferPointer
  private let delimiter: UInt8

  /// Takes a record that has neither quotes nor line ends, and whose values no blanks separate.
  public init(_ record: UnsafeRawBufferPointer, _ dialect: CSVDialect) {
    (bytes, delimiter) = (record, dialect.delimiter)
  }

  /// A field by its place, from 0; nil behind the last.
  ///
  /// Cost: the bytes up to its end.
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
