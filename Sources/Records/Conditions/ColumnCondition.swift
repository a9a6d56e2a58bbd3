import Bytes

/// A condition on one column, as in `status>=500`.
public struct ColumnCondition: Equatable, Sendable, CustomStringConvertible {
  /// The column's name, or the path to its field.
  public let column: String
  /// The comparison of the column's value.
  public let comparison: ColumnOperator
  /// The value to compare with: a string, a number or a pattern.
  public let value: String

  /// Creates a condition.
  public init(_ column: String, _ comparison: ColumnOperator, _ value: String) {
    (self.column, self.comparison, self.value) = (column, comparison, value)
  }

  /// The condition in the form that a reader types.
  public var description: String { "\(column) \(comparison.rawValue) \(value)" }
}

/// The comparison of a column's value with the given value of a condition.
public enum ColumnOperator: String, CaseIterable, Sendable {
  // Operators of two characters come first, because some operators of one character are prefixes of
  // them.
  /// The values differ.
  case notEqual = "!="
  /// The value does not match a pattern.
  case notMatching = "!~"
  /// The value is greater than the given one, or equal to it.
  case atLeast = ">="
  /// The value is less than the given one, or equal to it.
  case atMost = "<="
  /// The values are equal.
  case equal = "="
  /// The value is greater than the given one.
  case greater = ">"
  /// The value is less than the given one.
  case less = "<"
  /// The value matches a pattern.
  case matching = "~"

  /// Parses the operator at an index, including `==` for `=`, and returns it with its length in
  /// bytes; nil if no operator is there.
  static func read(
    at index: Int, in bytes: [UInt8]
  ) -> (found: ColumnOperator, count: Int)? {
    if bytes[index...].starts(with: "==".utf8) { return (.equal, 2) }
    let found = allCases.first { bytes[index...].starts(with: $0.rawValue.utf8) }
    return found.map { ($0, $0.rawValue.utf8.count) }
  }

  /// Whether the operator is the negation of another one, and is therefore also met by a record
  /// without the column.
  public var isNegated: Bool { self == .notEqual || self == .notMatching }

  /// Whether the operator takes a pattern as its value.
  public var takesPattern: Bool { self == .matching || self == .notMatching }

  /// Whether the operator compares the order of values.
  public var isOrder: Bool {
    switch self {
    case .less, .atMost, .greater, .atLeast: true
    case .equal, .notEqual, .matching, .notMatching: false
    }
  }

  /// Whether a value meets the comparison with another value.
  ///
  /// `notEqual` is met by equal values here, because the caller negates the result (`isNegated`).
  /// Operators that take a pattern are never met.
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

/// The fields of a record of comma-separated values without quotes, read without creating a record.
///
/// The fields refer to the memory of the record, which must stay valid while the fields are used.
public struct PlainFields {
  private let bytes: UnsafeRawBufferPointer
  private let delimiter: UInt8

  /// Creates the fields of a record that has neither quotes nor line ends, and whose delimiter is
  /// not a blank.
  public init(_ record: UnsafeRawBufferPointer, _ dialect: CSVDialect) {
    (bytes, delimiter) = (record, dialect.delimiter)
  }

  /// The field at an index, from 0; nil after the last one.
  ///
  /// Cost: proportional to the number of bytes up to the end of the field.
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
