import Bytes

/// Conversion of times in other forms to RFC 3339.
extension LogTime {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ].map { Array($0.utf8) }

  /// Converts a time in another form to RFC 3339, in its own zone; nil for any other text, such as
  /// a time that is already in that form or has no year.
  ///
  /// The forms are those of Apache's two logs, nginx and Go, and RFC 3339 with a blank in place of
  /// the `T`, optionally with the name of a zone, as in PostgreSQL.
  package static func asRFC3339(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard (10...40).contains(text.count), let first = text.first else { return nil }
    if first.isUppercase { return calendarTime(text) }
    guard first.isDigit, text.count >= 19 else { return nil }
    return webTime(text) ?? dateAndTime(text)
  }

  /// Parses `02/Jan/2024:10:11:12 +0000`.
  private static func webTime(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count >= 20, fits(webForm, text), let month = month(text, at: 3) else { return nil }
    let zone = text.dropFirst(20).drop { $0 == .space }
    guard zone.isEmpty || isOffset(zone) else { return nil }
    let day = day(part(text, 7, 4), month, part(text, 0, 2))
    return day + part(text, 12, 8) + zone
  }

  /// Parses `2024/01/02 10:11:12` and `2024-01-02 10:11:12.345 UTC`.
  private static func dateAndTime(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard fits(slashForm, text) || fits(blankForm, text) else { return nil }
    let rest = text.dropFirst(19)
    let fraction = rest.prefix { $0.isDigit || $0 == .dot || $0 == .comma }
    let zone = rest[fraction.endIndex...].drop { $0 == .space }
    let isUniversal = zone.elementsEqual("UTC".utf8) || zone.elementsEqual("GMT".utf8)
    // PostgreSQL writes BC after years before the year 1.
    let isNamed =
      (2...5).contains(zone.count) && zone.allSatisfy(\.isUppercase)
      && !zone.elementsEqual("BC".utf8)
    guard zone.isEmpty || isNamed || isOffset(zone) || zone.elementsEqual("Z".utf8) else {
      return nil
    }
    let day = day(part(text, 0, 4), part(text, 5, 2), part(text, 8, 2))
    let clock = day + part(text, 11, 8) + fraction
    if isUniversal { return clock + [UInt8(ascii: "Z")] }
    return isNamed ? clock : clock + zone
  }

  /// Parses `Tue Jan 02 10:11:12.345678 2024`.
  private static func calendarTime(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard fits(calendarForm, text), let month = month(text, at: 4) else { return nil }
    let rest = text.dropFirst(19)
    let fraction = rest.prefix { $0.isDigit || $0 == .dot }
    let year = rest[fraction.endIndex...].dropFirst()
    guard rest[fraction.endIndex...].first == .space, year.count == 4, year.allSatisfy(\.isDigit)
    else { return nil }
    let number = part(text, 8, 2).map { $0 == .space ? UInt8.zero : $0 }
    let clock = part(text, 11, 8) + fraction
    return day(Array(year), month, number) + clock
  }

  private static let webForm = Array("00/Aaa/0000:00:00:00".utf8)
  private static let slashForm = Array("0000/00/00 00:00:00".utf8)
  private static let blankForm = Array("0000-00-00 00:00:00".utf8)
  private static let calendarForm = Array("Aaa Aaa _0 00:00:00".utf8)

  /// The date, followed by `T`.
  private static func day(_ year: [UInt8], _ month: [UInt8], _ day: [UInt8]) -> [UInt8] {
    Array([year, month, day].joined(separator: [.minus])) + [UInt8(ascii: "T")]
  }

  /// Whether a zone is an offset from UTC in hours, and optionally minutes.
  private static func isOffset(_ zone: ArraySlice<UInt8>) -> Bool {
    (zone.first == .plus || zone.first == .minus) && (3...6).contains(zone.count)
      && zone.dropFirst().allSatisfy { $0.isDigit || $0 == .colon }
  }

  static func part(_ text: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> [UInt8] {
    Array(text.dropFirst(offset).prefix(count))
  }

  static func month(_ text: ArraySlice<UInt8>, at offset: Int) -> [UInt8]? {
    let name = part(text, offset, 3)
    guard let index = months.firstIndex(of: name) else { return nil }
    let number = UInt8(index + 1)
    return [.zero + number / 10, .zero + number % 10]
  }
}
