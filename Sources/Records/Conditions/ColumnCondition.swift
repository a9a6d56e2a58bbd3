import Bytes

/// What is asked of one column, as in `status>=500`.
public struct ColumnCondition: Equatable, Sendable {
  /// The column's name, or the path to its field.
  public let column: String
  /// How the value is held against it.
  public let comparison: ColumnOperator
  /// What the value is held against: a text, a number or a pattern.
  public let value: String

  /// Reads a condition; nil where no column has exactly that name, and so it is something else.
  ///
  /// The first operator counts behind which a value and before which a column stands. Blanks around it are left out,
  /// unless the column's name ends with them. In quotes a value may begin and end with blanks.
  public init?(_ text: String, isColumn: (String) -> Bool) {
    let bytes = Array(text.utf8)
    for index in bytes.indices {
      guard let found = Self.comparison(at: index, in: bytes) else { continue }
      let before = bytes[..<index]
      let name = [before, before.trimmed(\.isBlank)].map { String(decoding: $0, as: UTF8.self) }
        .first(where: isColumn)
      guard let name else { continue }
      let value = bytes[(index + found.rawValue.utf8.count)...].trimmed(\.isBlank)
      (column, comparison) = (name, found)
      self.value = String(decoding: found.takesPattern ? value : value.unquoted, as: UTF8.self)
      return
    }
    return nil
  }

  private static func comparison(at index: Int, in bytes: [UInt8]) -> ColumnOperator? {
    ColumnOperator.allCases.first { bytes[index...].starts(with: $0.rawValue.utf8) }
  }

  /// The condition in words that tell it from a pattern.
  public var description: String { "column \(column) \(comparison.rawValue) \(value)" }
}

extension ArraySlice<UInt8> {
  /// What stands between quotes, if all of it does.
  fileprivate var unquoted: Self {
    count > 1 && first == .quote && last == .quote ? dropFirst().dropLast() : self
  }
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
public struct PlainFields {
  private let bytes: UnsafeRawBufferPointer
  private let delimiter: UInt8

  /// Looks at the bytes of a record.
  ///
  /// - Parameter item: the record with its line end.
  /// - Returns: nil of a record with quotes, with more line ends, without fields, or with blanks between them.
  public init?(_ item: UnsafeRawBufferPointer, _ dialect: CSVDialect) {
    var count = item.count
    if count > 0, item[count - 1] == .lineFeed { count -= 1 }
    if count > 0, item[count - 1] == .carriageReturn { count -= 1 }
    bytes = UnsafeRawBufferPointer(rebasing: item[..<count])
    delimiter = dialect.delimiter
    guard count > 0, !dialect.isSeparatedByBlanks, bytes.firstIndex(of: .quote, from: 0) == nil,
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
