import Bytes
package import Records
package import Search

/// A test of whether strings match a pattern; use one on each thread, because a matcher cannot be
/// shared.
package final class PatternTest {
  private let matcher: Matcher
  /// Whether the search in a string was abandoned because it took too long.
  package private(set) var hasGivenUp = false

  package init(_ pattern: SearchPattern) { matcher = Matcher(pattern) }

  /// Whether a string has a match; false if the search is abandoned.
  package func matches(_ text: UnsafeRawBufferPointer) -> Bool {
    do {
      guard text.isEmpty else { return try matcher.firstMatch(in: text, from: 0) != nil }
      return try Self.emptyLine.withUnsafeBytes { try matcher.firstMatch(in: $0, from: 0) != nil }
    } catch {
      hasGivenUp = true
      return false
    }
  }

  /// The line that is searched in place of an empty string, because a pattern matches an empty line
  /// only if it has a line end.
  private static let emptyLine: [UInt8] = [.lineFeed]
}

/// A test of values against a wanted value; use one on each thread, like a `PatternTest`.
///
/// Two numbers are compared by value, and other strings by their Unicode scalars. A number and
/// another string are never equal and cannot be ordered, so `>500` does not match `null`. Digits
/// with leading zeros, such as a postal code, are treated as a string, and so is a value that is
/// compared with such digits. Log levels are ordered by severity, even if they are numbers, so
/// `level>=warn` matches errors. In a column with a usual name for levels, equal severities are
/// equal; in other columns a word such as `info` equals only itself. Times in any format are
/// compared as times. Two sizes or two durations, such as `1.5s` and `1500ms`, are compared by
/// their amounts.
package final class ValueMatcher {
  private let wanted: WantedValue
  private let pattern: PatternTest?
  /// The levels seen so far; a column of levels has few different values.
  private var levels: [(text: [UInt8], severity: LogSeverity)] = []
  /// The number of levels to remember.
  private static let mostLevels = 12
  /// Whether the search in a value was abandoned because it took too long.
  package var hasGivenUp: Bool { pattern?.hasGivenUp ?? false }

  package init(_ wanted: WantedValue) {
    self.wanted = wanted
    pattern = wanted.pattern.map { PatternTest($0) }
  }

  /// Whether a value meets the comparison; if the comparison is negated, whether the value meets
  /// the opposite comparison.
  package func matches(_ value: Value) -> Bool {
    let text = value.utf8
    return text.withUnsafeBytes { matches($0) }
  }

  /// Whether a value meets the comparison, judged by its type: a string of digits is not a number,
  /// and cannot be ordered relative to one.
  package func matches(typed value: Value) -> Bool {
    let text = value.utf8
    guard value.kind != .number, pattern == nil, wanted.number != nil else { return matches(value) }
    return text.withUnsafeBytes { text in
      DecimalNumber(text) == nil ? matches(text) : !comparison.isOrder && isMet(by: text)
    }
  }

  /// Whether a value with the given text meets the comparison.
  package func matches(_ text: UnsafeRawBufferPointer) -> Bool {
    if let pattern { return pattern.matches(text) }
    // This is a fast path, because most numbers are small integers, and most columns of numbers
    // have only such values.
    if let integer = wanted.integer, let found = text.smallInteger {
      return comparison.isMet(by: found, beside: integer)
    }
    if let severity = wanted.severity {
      if let found = self.severity(of: text) {
        return comparison.isMet(by: found, beside: severity)
      }
      if wanted.isOfLevels { return false }
    }
    if let time = wanted.time, let isOrdered = time.isMet(by: Array(text)[...], comparison) {
      // The text in the file is also equal, even if the time is shown in another zone.
      return isOrdered || !comparison.isOrder && isMet(by: text)
    }
    if let quantity = wanted.quantity, let found = Quantity(text), found.kind == quantity.kind {
      return comparison.isMet(by: found.amount, beside: quantity.amount)
    }
    if wanted.hasLeadingZeros || wanted.number != nil && text.hasLeadingZeros {
      return isMet(by: text)
    }
    switch (wanted.number, DecimalNumber(text)) {
    case (let wanted?, let number?): return comparison.isMet(by: number, beside: wanted)
    case (nil, nil): return isMet(by: text)
    // PostgreSQL writes infinite numbers as words.
    case (_?, nil): return text.infinity.map { comparison.isMet(by: $0, beside: 0) } ?? false
    // A number and other text are neither equal nor ordered.
    case (nil, _?): return false
    }
  }

  private var comparison: ColumnOperator { wanted.comparison }

  private func severity(of text: UnsafeRawBufferPointer) -> LogSeverity? {
    if let known = levels.first(where: { text.elementsEqual($0.text) }) { return known.severity }
    guard let found = LogSeverity(level: text) else { return nil }
    if levels.count < Self.mostLevels { levels.append((Array(text), found)) }
    return found
  }

  private func isMet(by text: UnsafeRawBufferPointer) -> Bool {
    switch comparison {
    case .equal, .notEqual: isEqual(text)
    case .less: text.lexicographicallyPrecedes(wanted.text)
    case .atMost: !wanted.text.lexicographicallyPrecedes(text)
    case .greater: wanted.text.lexicographicallyPrecedes(text)
    case .atLeast: !text.lexicographicallyPrecedes(wanted.text)
    case .matching, .notMatching: false
    }
  }

  private func isEqual(_ text: UnsafeRawBufferPointer) -> Bool {
    if text.elementsEqual(wanted.text) { return true }
    // A string whose length differs by more than case can explain need not be decoded.
    guard let folded = wanted.foldedText, text.count <= 3 * wanted.text.count,
      wanted.text.count <= 3 * text.count
    else { return false }
    return String(decoding: text, as: UTF8.self).lowercased() == folded
  }
}

/// The wanted value in every form that is compared.
package struct WantedValue: Sendable {
  let comparison: ColumnOperator
  let text: [UInt8]
  /// The text in lower case, if case is ignored.
  package let foldedText: String?
  let number: DecimalNumber?
  /// The value as a small integer; nil if it is not one, or if it may also be a level, a time, a
  /// size or a duration.
  let integer: Int?
  /// Whether the text is a number that begins with a zero and another digit.
  let hasLeadingZeros: Bool
  /// The value as a log level, if the comparison is by order, such as `>=`, or if the column has a
  /// usual name for levels.
  let severity: LogSeverity?
  /// Whether the wanted value is a log level, and the column has a usual name for levels; if so,
  /// values that are not levels are neither equal nor ordered.
  let isOfLevels: Bool
  /// The value as a time; nil if it is not one, or if the comparison is not by order and only the
  /// same text is equal.
  let time: WantedTime?
  /// The value as a size or a duration.
  let quantity: Quantity?
  package let pattern: SearchPattern?

  /// - Parameter zone: the time zone in which times are shown.
  /// - Throws: an error if a pattern is invalid.
  package init(
    _ condition: ColumnCondition, _ rule: SearchCase, in zone: TimeZoneUse = .source,
    now: () -> Int = SystemTime.now
  ) throws(PatternError) {
    comparison = condition.comparison
    text = Array(condition.value.utf8)
    number = DecimalNumber(condition.value)
    hasLeadingZeros = number != nil && text.withUnsafeBytes { $0.hasLeadingZeros }
    let level = comparison.takesPattern ? nil : LogSeverity(text)
    isOfLevels = level != nil && LogNames.isOfLevels(condition.column)
    severity = comparison.isOrder || isOfLevels ? level : nil
    let time = comparison.takesPattern ? nil : WantedTime(text, in: zone, now: now)
    self.time = comparison.isOrder || time?.hasEquals == true ? time : nil
    quantity = comparison.takesPattern ? nil : Quantity(text)
    let isOther = severity != nil || self.time != nil || quantity != nil
    integer = isOther ? nil : text.withUnsafeBytes { $0.smallInteger }
    foldedText = rule.ignoresCase(literal: condition.value) ? condition.value.lowercased() : nil
    pattern =
      comparison.takesPattern ? try SearchPattern(condition.value, case: rule.rule) : nil
  }
}

extension WantedValue {
  /// The reason why this value cannot be compared by order with the sample values of a column; nil
  /// if it can, or if these values are not all times, all levels or all numbers.
  func mistake(beside values: [Value]) -> String? {
    let values = values.filter { $0.kind != .null && !$0.utf8.isEmpty }
    guard comparison.isOrder, !values.isEmpty else { return nil }
    let shown = "'\(String(decoding: text, as: UTF8.self))'"
    if time == nil,
      values.allSatisfy({
        $0.kind == .string && RecordTime($0) != nil && DecimalNumber($0.text) == nil
      })
    {
      return "\(shown) is not a time: write 10:02, 2026-11-24T10:02 or -15m"
    }
    if severity == nil, number == nil, values.allSatisfy({ LogSeverity($0.utf8) != nil }) {
      return "\(shown) is not a level: write info, warn or error"
    }
    if number == nil, time == nil, severity == nil,
      values.allSatisfy({ DecimalNumber($0.text) != nil })
    {
      return "\(shown) is not a number"
    }
    return nil
  }
}

extension UnsafeRawBufferPointer {
  /// 1 for `Infinity`, which is greater than all numbers, -1 for `-Infinity`, and nil for other
  /// strings.
  fileprivate var infinity: Int? {
    elementsEqual("Infinity".utf8) ? 1 : elementsEqual("-Infinity".utf8) ? -1 : nil
  }

  /// Whether the text begins with a zero that is followed by another digit.
  fileprivate var hasLeadingZeros: Bool { count > 1 && self[0] == .zero && self[1].isDigit }

  /// The number for up to 15 digits without leading zeros; nil for other strings.
  fileprivate var smallInteger: Int? {
    guard (1...15).contains(count), count == 1 || self[0] != .zero else { return nil }
    var number = 0
    for byte in self {
      guard byte.isDigit else { return nil }
      number = number * 10 + Int(byte - .zero)
    }
    return number
  }
}
