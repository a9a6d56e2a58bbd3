import Glibc
import Records

extension SQLCondition {
  /// An upper bound for the number of days by which a displayed day may differ from the day in the
  /// string: a time zone may shift the day, and the string may have a date such as 31 February.
  private static let margin = 6

  /// The condition for a comparison of times by the days in stored strings; nil if the comparison
  /// is one with a pattern, or if `text` does not begin with a day AD.
  ///
  /// If a string begins with a day, the day decides, except within the margin, because times may be
  /// shown in another time zone. The result is unknown for all other strings, such as days BC.
  static func order(
    of value: String, _ comparison: ColumnOperator, besideTimeOf text: String
  ) -> SQLCondition? {
    let day = String(text.prefix(10))
    guard !comparison.takesPattern, day.utf8.count == 10, isDay(Array(day.utf8)),
      !text.hasSuffix("BC")
    else { return nil }
    let isMetBefore = comparison == .less || comparison == .atMost
    let isMetAfter = comparison == .greater || comparison == .atLeast
    let isDay =
      "\(value) GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]*'"
      + " AND substr(\(value), 6, 2) BETWEEN '01' AND '12'"
      + " AND substr(\(value), 9, 2) BETWEEN '01' AND '31' AND \(value) NOT GLOB '*BC'"
    return SQLCondition(
      "CASE WHEN NOT (\(isDay)) THEN NULL"
        + " WHEN +\(value) < date(?, '-\(margin) days') COLLATE BINARY THEN \(isMetBefore ? 1 : 0)"
        + " WHEN +\(value) >= date(?, '+\(margin + 1) days') COLLATE BINARY THEN \(isMetAfter ? 1 : 0)"
        + " END", [.text(day), .text(day)], isExact: false)
  }

  private static func isDay(_ bytes: [UInt8]) -> Bool {
    bytes.indices.allSatisfy { index in
      index == 4 || index == 7
        ? bytes[index] == UInt8(ascii: "-")
        : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
    }
  }
}

extension SQLCondition {
  /// Returns the first day of the margin around the day at the start of a string, and the day after
  /// the margin; nil if the string does not begin with a day AD.
  static func daysAround(_ text: String) -> (first: String, last: String)? {
    let day = Array(text.utf8.prefix(10))
    guard day.count == 10, isDay(day), !text.hasSuffix("BC"), let year = Int(text.prefix(4)),
      let month = Int(text.dropFirst(5).prefix(2)), let date = Int(text.dropFirst(8).prefix(2)),
      (1...12).contains(month), (1...31).contains(date)
    else { return nil }
    return (
      Self.day(year, month, date - margin), Self.day(year, month, date + margin + 1)
    )
  }

  /// A day as a string; days beyond the end of a month continue in the next month.
  private static func day(_ year: Int, _ month: Int, _ day: Int) -> String {
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    _ = timegm(&time)
    func digits(_ number: Int32, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return
      "\(digits(time.tm_year + 1900, 4))-\(digits(time.tm_mon + 1, 2))-\(digits(time.tm_mday, 2))"
  }
}
