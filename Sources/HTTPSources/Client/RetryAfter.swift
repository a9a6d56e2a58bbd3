/// When a service may be asked again, as it says it (RFC 9110, 10.2.3).
extension HTTPHead {
  /// The time from the answer on: seconds, or the time until a date, counted from the answer's own.
  var retryAfter: Duration? {
    guard let text = value(of: "Retry-After") else { return nil }
    if let seconds = Double(text), seconds.isFinite, seconds >= 0 {
      return .seconds(min(seconds, 31_536_000))
    }
    guard let until = HTTPDate(text), let now = value(of: "Date").flatMap({ HTTPDate($0) }) else {
      return nil
    }
    return .seconds(max(0, until.seconds - now.seconds))
  }
}

/// A date of a header: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
struct HTTPDate: Hashable {
  /// Seconds since 1970.
  let seconds: Int

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Reads a date; nil where it is none.
  init?(_ text: String) {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }
    guard words.count == 6, let day = Int(words[1]), let year = Int(words[3]), words[5] == "GMT",
      let month = Self.months.firstIndex(of: words[2].lowercased())
    else { return nil }
    let time = words[4].split(separator: ":").map { Int($0) ?? -1 }
    guard time.count == 3, time.allSatisfy({ (0...60).contains($0) }), (1...31).contains(day),
      (1970...9999).contains(year)
    else { return nil }
    let days = Self.days(year: year, month: month + 1, day: day)
    seconds = days * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
  }

  /// Days since 1970 in the Gregorian calendar, by years that begin in March.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let years = month < 3 ? year - 1 : year
    let months = (month + 9) % 12
    return years * 365 + years / 4 - years / 100 + years / 400 + (months * 306 + 5) / 10 + day - 1
      - 719_468
  }
}
