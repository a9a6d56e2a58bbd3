import Bytes

/// A time to go to, as the reader has typed it: a day, a moment, a time of day, or a distance from
/// another moment.
package struct TypedTime: Equatable, Sendable {
  private enum Form: Equatable {
    /// A moment in RFC 3339 format, with its zone if one was typed.
    case moment([UInt8], zone: [UInt8])
    /// A time of day without a date: `10:02:00`.
    case clock([UInt8])
    /// A distance in nanoseconds from another moment, negative before that moment.
    case distance(Int)
  }

  private let form: Form

  private static let day = Array("0000-00-00".utf8)
  private static let clock = Array("00:00".utf8)
  private static let midnight = Array("00:00:00".utf8)
  private static let longest = 40

  /// Parses `2024-01-02`, `2024-01-02T10:11`, `10:11:12.5`, `9:30`, `-15m`, `+1h30m` and similar
  /// forms; nil for anything else.
  ///
  /// A date may be followed by a blank in place of the `T`, and a moment by its zone.
  package init?(_ text: String) {
    var bytes = Array(text.utf8)
    if bytes.count > 3, bytes[1] == .colon { bytes.insert(.zero, at: 0) }
    guard bytes.count <= Self.longest, let form = Self.distance(bytes) ?? Self.time(bytes) else {
      return nil
    }
    self.form = form
  }

  /// Whether the time was typed as a distance from another moment.
  package var isRelative: Bool { if case .distance = form { true } else { false } }

  private static func distance(_ text: [UInt8]) -> Form? {
    guard let sign = text.first, sign == .minus || sign == .plus,
      let quantity = Quantity(text.dropFirst()), quantity.kind == .duration
    else { return nil }
    let nanoseconds = Int(min(quantity.amount * 1e9, 1e18))
    return .distance(sign == .minus ? -nanoseconds : nanoseconds)
  }

  private static func time(_ text: [UInt8]) -> Form? {
    if LogTime.fits(clock, text[...]) {
      return wholeClock(text[...]).flatMap { clock, rest in rest.isEmpty ? .clock(clock) : nil }
        .flatMap { isTime($0) ? $0 : nil }
    }
    guard LogTime.fits(day, text[...]) else { return nil }
    let rest = text.dropFirst(day.count)
    guard let mark = rest.first else { return moment(text, midnight, []) }
    guard [.space, UInt8(ascii: "T"), UInt8(ascii: "t")].contains(mark),
      let (clock, zone) = wholeClock(rest.dropFirst())
    else { return nil }
    return moment(Array(text.prefix(day.count)), clock, Array(zone))
  }

  private static func moment(_ day: [UInt8], _ clock: [UInt8], _ zone: [UInt8]) -> Form? {
    let form = Form.moment(day + [UInt8(ascii: "T")] + clock, zone: zone)
    return isTime(form) ? form : nil
  }

  /// The hours, minutes and seconds at the start of a text, and the rest of the text; missing
  /// seconds are 00.
  private static func wholeClock(_ text: ArraySlice<UInt8>) -> ([UInt8], ArraySlice<UInt8>)? {
    guard LogTime.fits(clock, text) else { return nil }
    let clock = text.prefix { $0.isDigit || $0 == .colon || $0 == .dot }
    let seconds = clock.count == Self.clock.count ? Array(":00".utf8) : []
    return (Array(clock) + seconds, text[clock.endIndex...])
  }

  /// Whether the typed time exists, unlike `25:00`.
  private static func isTime(_ form: Form) -> Bool {
    switch form {
    case .moment(let text, let zone): RecordTime(text: (text + zone)[...]) != nil
    case .clock(let clock): RecordTime(text: (day1970 + clock)[...]) != nil
    case .distance: true
    }
  }

  private static let day1970 = Array("1970-01-01T".utf8)

  /// The typed moment; a missing day or zone is that of another moment.
  ///
  /// - Parameters:
  ///   - other: the time of an item; a distance is counted from it, and its day and zone, as they
  ///     are shown, replace missing ones.
  ///   - zone: the zone in which moments are shown.
  package func moment(beside other: ItemTime, in zone: TimeZoneUse) -> RecordTime? {
    switch form {
    case .distance(let distance):
      let (sum, isTooFar) = other.time.nanoseconds.addingReportingOverflow(distance)
      return isTooFar ? nil : RecordTime(nanoseconds: sum, hasZone: other.time.hasZone)
    case .clock(let clock):
      return Self.moment(other.day + clock, other, zone)
    case .moment(let text, let typedZone):
      let text = other.knownPart.fit(text)
      guard typedZone.isEmpty || !other.time.hasZone else {
        return RecordTime(text: (text + typedZone)[...])
      }
      return Self.moment(text, other, zone)
    }
  }

  /// A moment in the zone in which the other moment is shown.
  private static func moment(
    _ text: [UInt8], _ other: ItemTime, _ zone: TimeZoneUse
  ) -> RecordTime? {
    let moment = RecordTime(text: (text + other.zone)[...])
    // The offset of this machine's clock may differ at that time, because of summer time.
    guard zone == .local, let moment, let shown = zone.text(of: moment),
      !shown.utf8.starts(with: text.prefix(19))
    else { return moment }
    return RecordTime(text: (text + ItemTime.zone(in: Array(shown.utf8)))[...])
  }
}

/// The time of an item (a log line or a record), as it is shown.
package struct ItemTime: Sendable {
  /// The moment; a missing year is 1972, and a missing date 1970-01-01.
  package let time: RecordTime
  /// The time in RFC 3339 format, in the zone in which times are shown.
  private let text: [UInt8]
  /// The part of the moment that the item contains.
  let knownPart: KnownPart

  /// The parts of a moment that were written.
  enum KnownPart: Sendable {
    case all
    /// Everything except the year, as in the times of syslog(3).
    case day
    /// Only hours, minutes and seconds.
    case clock

    /// A moment reduced to the known part.
    func fit(_ text: [UInt8]) -> [UInt8] {
      switch self {
      case .all: text
      case .day: ItemTime.leapYear + text.dropFirst(4)
      case .clock: ItemTime.firstDay + text.dropFirst(10)
      }
    }
  }

  private static let leapYear = Array("1972".utf8)
  private static let firstDay = Array("1970-01-01".utf8)

  /// The date with the separator after it.
  var day: [UInt8] { Array(text.prefix(11)) }
  /// The zone; empty if it is not known.
  var zone: [UInt8] { Self.zone(in: text) }

  static func zone(in text: [UInt8]) -> [UInt8] {
    Array(text.dropFirst(19).drop { $0.isDigit || $0 == .dot || $0 == .comma })
  }

  /// Parses the value of a record; nil if it is not a time.
  package init?(_ value: ArraySlice<UInt8>, in zone: TimeZoneUse) {
    if let text = zone.shown(value).map(Self.withClock), let time = RecordTime(text: text[...]) {
      (self.time, self.text, knownPart) = (time, text, .all)
    } else if let (text, part) = LogTime.partly(value), let time = RecordTime(text: text[...]) {
      (self.time, self.text, knownPart) = (time, text, part)
    } else {
      return nil
    }
  }

  /// Finds the time at the start of a log line or in its first brackets; nil if there is none.
  package init?(line: ArraySlice<UInt8>, in zone: TimeZoneUse) {
    guard let range = LogTime.range(in: line) else { return nil }
    var text = line.dropFirst(range.lowerBound).prefix(range.count)
    if text.first == .openBracket { text = text.dropFirst().dropLast() }
    self.init(text, in: zone)
  }

  /// The current time of this machine, reduced to the parts that another time states.
  package static func now(
    like other: ItemTime, in zone: TimeZoneUse, nanoseconds: Int = SystemTime.now()
  ) -> ItemTime? {
    let now = RecordTime(nanoseconds: nanoseconds)
    let use = zone == .source && other.time.hasZone ? TimeZoneUse.utc : zone
    guard !other.time.hasZone else {
      return use.text(of: now).flatMap { ItemTime(Array($0.utf8)[...], in: use) }
    }
    // A time without a zone is treated as a time of this machine's clock.
    guard let local = TimeZoneUse.local.text(of: now) else { return nil }
    let text = other.knownPart.fit(Array(local.utf8.prefix(19)))
    return RecordTime(text: text[...]).map { ItemTime($0, text, other.knownPart) }
  }

  /// The text, with midnight as the time of day if it has only a date.
  private static func withClock(_ text: [UInt8]) -> [UInt8] {
    text.count == 10 ? text + "T00:00:00".utf8 : text
  }

  private init(_ time: RecordTime, _ text: [UInt8], _ knownPart: KnownPart) {
    (self.time, self.text, self.knownPart) = (time, text, knownPart)
  }

  /// The time as a string, with only the known part.
  package var description: String {
    let known: ArraySlice<UInt8> =
      switch knownPart {
      case .all: text[...]
      case .day: text.dropFirst(5)
      case .clock: text.dropFirst(11)
      }
    return String(decoding: known, as: UTF8.self)
  }
}

/// Parsing times without a year or a date.
extension LogTime {
  private static let monthDay = Array("Aaa _0 00:00:00".utf8)
  private static let klog = Array("A0000 00:00:00".utf8)
  private static let bare = Array("00:00:00".utf8)

  /// Converts a time without a year or a date to RFC 3339, with a fixed year or date; nil for any
  /// other text.
  ///
  /// The forms are those of syslog(3), glog and many programs, and the kernel's seconds, which are
  /// counted from the fixed date.
  static func partly(_ text: ArraySlice<UInt8>) -> ([UInt8], ItemTime.KnownPart)? {
    if fits(monthDay, text), let month = month(text, at: 0) {
      let day = part(text, 4, 2).map { $0 == .space ? UInt8.zero : $0 }
      return (moment(month, day, text.dropFirst(7)), .day)
    }
    if fits(klog, text) {
      return (moment(part(text, 1, 2), part(text, 3, 2), text.dropFirst(6)), .day)
    }
    if fits(bare, text) { return (Array("1970-01-01T".utf8) + clock(text), .clock) }
    return secondsOfKernel(text).map { ($0, .clock) }
  }

  private static func moment(
    _ month: [UInt8], _ day: [UInt8], _ clock: ArraySlice<UInt8>
  ) -> [UInt8] {
    Array("1972-".utf8) + month + [.minus] + day + [UInt8(ascii: "T")] + self.clock(clock)
  }

  /// A time of day, including fractions of a second.
  private static func clock(_ text: ArraySlice<UInt8>) -> [UInt8] {
    Array(text.prefix { $0.isDigit || $0 == .colon || $0 == .dot || $0 == .comma })
  }

  /// Converts seconds such as `   12.345678` to the moment that many seconds after the start of the
  /// fixed date.
  private static func secondsOfKernel(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let parts = text.drop { $0 == .space }.split(separator: .dot, omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }),
      let seconds = Int(String(decoding: parts[0], as: UTF8.self)),
      let fraction = Int(
        String(decoding: (Array(parts[1]) + "000000000".utf8).prefix(9), as: UTF8.self)),
      seconds < 1_000_000_000
    else { return nil }
    let time = RecordTime(nanoseconds: seconds * 1_000_000_000 + fraction)
    return TimeZoneUse.utc.text(of: time, digits: 6).map { Array($0.utf8.dropLast()) }
  }
}
