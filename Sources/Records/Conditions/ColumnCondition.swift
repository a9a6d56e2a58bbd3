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
    for place in bytes.indices {
      guard let found = Self.comparison(at: place, in: bytes) else { continue }
      let before = bytes[..<place]
      let name = [before, before.trimmed(\.isBlank)].map { String(decoding: $0, as: UTF8.self) }
        .first(where: isColumn)
      guard let name else { continue }
      let value = bytes[(place + found.rawValue.utf8.count)...].trimmed(\.isBlank)
      (column, comparison) = (name, found)
      self.value = String(decoding: found.takesPattern ? value : value.unquoted, as: UTF8.self)
      return
    }
    return nil
  }

  private static func comparison(at place: Int, in bytes: [UInt8]) -> ColumnOperator? {
    ColumnOperator.allCases.first { bytes[place...].starts(with: $0.rawValue.utf8) }
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
