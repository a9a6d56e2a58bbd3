import Bytes

/// What is asked of one column, as in `status>=500`.
public struct ColumnCondition: Equatable, Sendable {
  /// The column's name, or the path to its field.
  public let column: String
  /// How the value is held against it.
  public let comparison: ColumnOperator
  /// What the value is held against: a text, a number or a pattern.
  public let value: String

  /// Reads a condition; nil where no column is meant, and so it is something else.
  ///
  /// The first operator counts behind which a value and before which a column stands; `==` is `=`. Blanks around it are left
  /// out, unless the column's name ends with them. In quotes a value may begin and end with blanks.
  ///
  /// - Parameter column: the column that a typed name means, by the name that it has; nil where there is none.
  public init?(_ text: String, named column: (String) -> String?) {
    let bytes = Array(text.utf8)
    for index in bytes.indices {
      guard let (found, count) = Self.comparison(at: index, in: bytes) else { continue }
      let before = bytes[..<index]
      let written = column(String(decoding: before, as: UTF8.self))
      guard
        let name = written ?? column(String(decoding: before.trimmed(\.isBlank), as: UTF8.self))
      else { continue }
      let value = bytes[(index + count)...].trimmed(\.isBlank)
      (self.column, comparison) = (name, found)
      self.value = String(decoding: found.takesPattern ? value : value.unquoted, as: UTF8.self)
      return
    }
    return nil
  }

  /// An operator, and how many bytes it has.
  private static func comparison(
    at index: Int, in bytes: [UInt8]
  ) -> (found: ColumnOperator, count: Int)? {
    if bytes[index...].starts(with: "==".utf8) { return (.equal, 2) }
    let found = ColumnOperator.allCases.first { bytes[index...].starts(with: $0.rawValue.utf8) }
    return found.map { ($0, $0.rawValue.utf8.count) }
  }

  /// The name that stands where a condition has its column, of a text that reads as one: a name of letters, digits and
  /// `_ . -`, an operator, and a value.
  package static func name(readIn text: String) -> String? {
    let bytes = Array(text.utf8)
    let name = bytes.prefix { $0.isNamePart || $0 == .dot || $0 == .minus }
    let rest = bytes[name.endIndex...].drop(while: \.isBlank)
    guard let first = name.first, !first.isDigit, first != .minus, first != .dot,
      let operation = comparison(at: rest.startIndex, in: bytes),
      rest.dropFirst(operation.count).contains(where: { !$0.isBlank })
    else { return nil }
    return String(decoding: name, as: UTF8.self)
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
