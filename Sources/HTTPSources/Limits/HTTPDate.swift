/// A date in a header field, in any of its three forms (RFC 9110, section 5.6.7).
///
///     Sun, 06 Nov 1994 08:49:37 GMT
///     Sunday, 06-Nov-94 08:49:37 GMT
///     Sun Nov  6 08:49:37 1994
struct HTTPDate: Hashable {
  /// Seconds since 1970.
  let seconds: Int

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Parses a date; returns nil if the text is not one.
  init?(_ text: String) {
    var words = text.split { $0 == " " || $0 == "," || $0 == "-" }
    // In the form of asctime(3), the month precedes the day, and the year is last.
    if words.count == 5 { words = [words[0], words[2], words[1], words[4], words[3], "GMT"] }
    guard words.count == 6, words[5] == "GMT", let day = Self.number(words[1], in: 1...31),
      let month = Self.months.firstIndex(of: words[2].lowercased()),
      let year = Self.year(words[3]), let time = Self.time(words[4])
    else { return nil }
    seconds = Self.days(year: year, month: month + 1, day: day) * 86_400 + time
  }

  private static func number(_ text: Substring, in range: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else {
      return nil
    }
    return range.contains(number) ? number : nil
  }

  /// A year of four digits, or of two digits, which stand for 1970 to 2069.
  private static func year(_ text: Substring) -> Int? {
    guard text.utf8.count == 2 else { return number(text, in: 1970...9999) }
    return number(text, in: 0...99).map { $0 < 70 ? 2000 + $0 : 1900 + $0 }
  }

  /// Seconds since midnight; 60 is allowed as a leap second.
  private static func time(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.utf8.count == 2 }),
      let hours = number(parts[0], in: 0...23),
      let minutes = number(parts[1], in: 0...59), let seconds = number(parts[2], in: 0...60)
    else { return nil }
    return hours * 3_600 + minutes * 60 + seconds
  }

  /// Days since 1970 in the Gregorian calendar, computed with years that begin in March.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let years = month < 3 ? year - 1 : year
    let months = (month + 9) % 12
    return years * 365 + years / 4 - years / 100 + years / 400 + (months * 306 + 5) / 10 + day - 1
      - 719_468
  }
}
