package import Records

extension SQLCondition {
  /// Translates a condition on a column, which applies to shown values, into a condition on stored
  /// values.
  ///
  /// A negated condition is translated like its opposite, as in `ColumnOperator.isMet`, and the
  /// caller negates the result. The translation decides about most values if the condition compares
  /// them with a number, or with a string that is not a time, a log level, a size or a duration. It
  /// also decides about most values if the condition is a pattern without special characters. If
  /// strings are compared by their order, the result is unknown for strings that may be numbers. If
  /// case is ignored, the result may be unknown for strings with characters outside ASCII or with
  /// zero bytes.
  ///
  /// - Parameters:
  ///   - column: the name of the column in the database.
  ///   - ignoresCase: whether case is ignored.
  ///   - isUTF8: whether the database stores text in UTF-8; the order of strings is then that of
  ///     their bytes.
  package init(
    _ condition: ColumnCondition, of column: String, ignoresCase: Bool, isUTF8: Bool = true
  ) {
    let wanted = WantedText(condition, ignoresCase: ignoresCase, isUTF8: isUTF8)
    let bound = condition.comparison.isNegated ? nil : wanted.bound(of: column)
    self = wanted.condition(of: "page.\(column.asIdentifier)").within(bound)
  }
}

extension SQLCondition {
  private static let special = Set("\\^$.|?*+()[]{}".utf8)

  /// Whether a pattern is not empty, and has no special characters or control characters.
  package static func isLiteral(_ pattern: String) -> Bool {
    !pattern.isEmpty
      && pattern.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !special.contains($0) }
  }
}

/// The text that a condition compares values with, and the SQL conditions for stored values of each
/// type.
struct WantedText {
  let comparison: ColumnOperator
  let column: String
  let text: String
  let number: DecimalNumber?
  let ignoresCase: Bool
  private let isUTF8: Bool
  let hasLeadingZeros: Bool
  let isQuantity: Bool

  /// The maximum length of a `LIKE` pattern in bytes, below the default limit of SQLite, which is
  /// 50,000.
  static let longestPattern = 10_000

  init(_ condition: ColumnCondition, ignoresCase: Bool, isUTF8: Bool) {
    (comparison, column, text) = (condition.comparison, condition.column, condition.value)
    (self.ignoresCase, self.isUTF8) = (ignoresCase, isUTF8)
    number = DecimalNumber(text)
    let bytes = Array(text.utf8)
    hasLeadingZeros =
      number != nil && bytes.count > 1 && bytes[0] == UInt8(ascii: "0")
      && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[1])
    isQuantity = Quantity(bytes) != nil
  }

  func condition(of value: String) -> SQLCondition {
    // In a UTF-16 database, U+FFFD may result from the conversion of another character, so strings
    // with it are not compared.
    guard !text.unicodeScalars.contains("\u{FFFD}") else { return .unknown }
    if isOfOthers { return times(value)?.condition(of: value) ?? .unknown }
    if comparison.takesPattern { return pattern(value)?.condition(of: value) ?? .unknown }
    return (number != nil && !hasLeadingZeros ? numbers(value) : texts(value)).condition(of: value)
  }

  /// The value that an index can look up; nil if rows with other values may also meet the
  /// condition.
  func bound(of column: String) -> SQLCondition.Bound? {
    // Only equality has a bound: for a range, SQLite would have to choose between this bound and
    // that of the page, and might choose the wrong one.
    guard comparison == .equal, !isOfOthers else { return nil }
    if number != nil, !hasLeadingZeros {
      guard let value = Int64(text).map({ SQLValue.integer($0) }) ?? real,
        // Beyond 2^53, several spellings denote the same floating-point number.
        abs(Double(text) ?? .infinity) <= 0x1p53
      else { return nil }
      return .init(column: column, value: value, needsNumbers: true)
    }
    guard !mayBeOfBlob, missing == .unmet, !isQuantity, !text.isEmpty, isUTF8,
      !ignoresCase || !text.utf8.contains(where: Self.mayHaveOthers)
    else { return nil }
    return .init(column: column, value: .text(text), needsNumbers: false)
  }

  /// Whether strings with this byte may equal other strings if case is ignored; true for letters,
  /// for bytes outside ASCII, and for `;` and the grave accent, which Unicode encodes twice.
  static func mayHaveOthers(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): true
    default: byte >= 0x80 || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "`")
    }
  }

  /// Whether the comparison is one of log levels or times, which are not compared like strings.
  var isOfOthers: Bool {
    guard !comparison.takesPattern else { return false }
    let (level, time) = (LogSeverity(text.utf8), WantedTime(Array(text.utf8)))
    if comparison.isOrder { return level != nil || time != nil }
    return level != nil && LogNames.isOfLevels(column) || time?.hasEquals == true
  }

  var sign: String { comparison == .notEqual ? "=" : comparison.rawValue }

  /// A comparison without type conversion; a column with a declared type would convert the other
  /// operand.
  private func compared(_ value: String, _ other: SQLValue) -> SQLCondition {
    SQLCondition("+\(value) \(sign) ? COLLATE BINARY", [other])
  }

  // MARK: Numbers

  /// The number as a stored floating-point value; nil if the nearest such value is written as
  /// another number.
  private var real: SQLValue? {
    Double(text).flatMap { number in
      DecimalNumber(RowLayout.text(of: number)) == self.number ? .real(number) : nil
    }
  }

  private func numbers(_ value: String) -> ByType {
    let integer = Int64(text).map { SQLValue.integer($0) } ?? real
    return ByType(
      null: .unmet, integer: integer.map { compared(value, $0) } ?? .unknown,
      real: real.map { compared(value, $0) } ?? .unknown,
      // A number with leading zeros is compared as text, and an infinity as a number.
      text: comparison.isOrder
        ? .unmet.unless("\(value) GLOB '0[0-9]*' OR +\(value) GLOB '*Infinity'") : equal(value),
      blob: .unmet)
  }

  /// The condition that a stored string equals the text; if `ignoresCase` is true, the case of
  /// ASCII letters is ignored.
  private func equal(_ value: String) -> SQLCondition {
    SQLCondition("+\(value) = ? COLLATE \(ignoresCase ? "NOCASE" : "BINARY")", [.text(text)])
  }

  /// The same condition, but unknown for strings that may be numbers, about which the test then
  /// decides.
  private func unlessNumber(_ value: String, _ other: SQLCondition) -> SQLCondition {
    other.unless("\(value) GLOB '[-+.0-9]*'")
  }

  // MARK: Texts

  private func texts(_ value: String) -> ByType {
    let isEqual = !comparison.isOrder
    let integer: SQLCondition =
      !hasLeadingZeros || isEqual
      ? .unmet : isUTF8 ? compared("CAST(\(value) AS TEXT)", .text(text)) : .unknown
    return ByType(
      null: missing, integer: integer, real: !hasLeadingZeros || isEqual ? .unmet : .unknown,
      text: isEqual ? equalText(value) : orderedText(value),
      blob: isEqual && !mayBeOfBlob ? .unmet : .unknown)
  }

  private func equalText(_ value: String) -> SQLCondition {
    // Digits are the same in upper and lower case.
    if hasLeadingZeros { return equal(value) }
    let condition =
      if !ignoresCase {
        equal(value)
      } else if text.lowercased().utf8.allSatisfy({ $0 < 0x80 }) {
        SQLCondition("+\(value) = ? COLLATE NOCASE", [.text(text.lowercased())])
          .unless("NOT \(Self.isASCII(value))")
      } else {
        SQLCondition.unknown
      }
    return isQuantity ? condition.unless("\(value) GLOB '[0-9]*'") : condition
  }

  private func orderedText(_ value: String) -> SQLCondition {
    guard isUTF8 else { return .unknown }
    return unlessNumber(value, compared(value, .text(text)))
  }

  /// The condition that a string has only ASCII characters and no zero byte; `length` stops at a
  /// zero byte.
  private static func isASCII(_ value: String) -> String {
    "length(\(value)) = length(CAST(\(value) AS BLOB))"
  }

  /// Whether the string may be the description of a blob: its size, or its digits.
  private var mayBeOfBlob: Bool {
    let text = text.lowercased()
    return text.hasSuffix("b") || text.hasSuffix("byte") || text.hasSuffix("bytes")
      || text.hasPrefix("x'")
  }

  /// The condition for a comparison of times; nil for any other comparison, or if the text is a log
  /// level or does not begin with a day.
  private func times(_ value: String) -> ByType? {
    guard LogSeverity(Array(text.utf8)) == nil,
      let order = SQLCondition.order(of: value, comparison, besideTimeOf: text)
    else { return nil }
    return ByType(null: missing, integer: .unknown, real: .unknown, text: order, blob: .unknown)
  }

  /// The condition on NULL, which is shown as text.
  var missing: SQLCondition {
    if comparison.isOrder {
      return comparison.isMet(by: TextOrder("NULL"), beside: TextOrder(text)) ? .met : .unmet
    }
    return (ignoresCase ? text.lowercased() == "null" : text == "NULL") ? .met : .unmet
  }

  // MARK: Patterns

  /// The condition for a pattern without special characters; nil for other patterns and for very
  /// long ones.
  private func pattern(_ value: String) -> ByType? {
    guard text.utf8.count <= Self.longestPattern, SQLCondition.isLiteral(text) else { return nil }
    let mayBeInteger = text.utf8.allSatisfy { Self.integerParts.contains($0) }
    let mayBeReal = text.utf8.allSatisfy { Self.realParts.contains($0) }
    return ByType(
      null: isInNull ? .met : .unmet,
      integer: mayBeInteger
        ? SQLCondition("instr(CAST(\(value) AS TEXT), ?) > 0", [.text(text)]) : .unmet,
      real: mayBeReal ? .unknown : .unmet, text: containing(value), blob: .unknown)
  }

  var isInNull: Bool {
    let wanted = Array((ignoresCase ? text.lowercased() : text).utf8)
    let shown = Array((ignoresCase ? "null" : "NULL").utf8)
    return shown.indices.contains { shown[$0...].starts(with: wanted) }
  }

  private func containing(_ value: String) -> SQLCondition {
    let found = SQLCondition("instr(\(value), ?) > 0", [.text(text)])
    guard ignoresCase else { return found }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return SQLCondition("CASE WHEN \(found.sql) THEN 1 END", found.values, isExact: false)
    }
    // LIKE does not know that the Kelvin sign matches k and the long s matches s, and it stops at a
    // zero byte. Therefore the result is unknown for strings that may have such letters, or that
    // have a zero byte.
    let hasForeignCases = text.utf8.contains { Self.foreign.contains($0) }
    let doubt = hasForeignCases ? "NOT \(Self.isASCII(value))" : "instr(\(value), char(0)) > 0"
    let escaped = text.map { Self.wild.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return SQLCondition(
      "CASE WHEN \(value) LIKE ? ESCAPE '\\' THEN 1 WHEN \(doubt) THEN NULL ELSE 0 END",
      [.text("%\(escaped)%")], isExact: false)
  }

  private static let wild: Set<Character> = ["%", "_", "\\"]
  static let foreign = Set("kKsS".utf8)
  private static let integerParts = Set("-0123456789".utf8)
  private static let realParts = Set("+-.0123456789eE".utf8)
}

/// A string that is ordered by its bytes.
private struct TextOrder: Comparable {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

/// A condition for each type of value.
private struct ByType {
  let null: SQLCondition
  let integer: SQLCondition
  let real: SQLCondition
  let text: SQLCondition
  let blob: SQLCondition

  func condition(of value: String) -> SQLCondition {
    let parts = [null, integer, real, text, blob]
    if parts.allSatisfy(\.isUnknown) { return .unknown }
    return SQLCondition(
      "CASE typeof(\(value)) WHEN 'null' THEN \(null.sql) WHEN 'integer' THEN \(integer.sql)"
        + " WHEN 'real' THEN \(real.sql) WHEN 'text' THEN \(text.sql) ELSE \(blob.sql) END",
      parts.flatMap(\.values), isExact: parts.allSatisfy(\.isExact))
  }
}

extension SQLCondition {
  /// The same condition, but unknown for rows in which an expression is true.
  func unless(_ doubt: String) -> SQLCondition {
    isUnknown
      ? self : SQLCondition("CASE WHEN \(doubt) THEN NULL ELSE \(sql) END", values, isExact: false)
  }
}
