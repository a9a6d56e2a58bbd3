import Testing

@testable import Records

/// Times that a reader types in order to go to them, and their meaning relative to the time of a
/// line.
@Suite struct `A typed time` {
  private func moment(_ typed: String, beside line: String, in zone: TimeZoneUse = .source)
    -> String?
  {
    guard let typed = TypedTime(typed), let base = ItemTime(line: Array(line.utf8)[...], in: zone)
    else { return nil }
    return typed.moment(beside: base, in: zone).map {
      TimeZoneUse.utc.text(of: $0)
        ?? "without zone "
        + (TimeZoneUse.utc.text(of: RecordTime(nanoseconds: $0.nanoseconds)) ?? "")
    }
  }

  @Test(arguments: [
    ("10:02", "2026-11-24T09:00:00Z", "2026-11-24T10:02:00Z"),
    ("9:02", "2026-11-24T09:00:00Z", "2026-11-24T09:02:00Z"),
    ("10:02:03.5", "2026-11-24T09:00:00.123Z x", "2026-11-24T10:02:03.500Z"),
    ("10:02", "2026-11-24 09:00:00 x", "without zone 2026-11-24T10:02:00Z"),
    ("10:02", "[24/Nov/2026:09:00:00 +0100] x", "2026-11-24T09:02:00Z"),
    ("2026-11-25", "2026-11-24T09:00:00+02:00", "2026-11-24T22:00:00Z"),
    ("2026-11-25T01:02", "2026-11-24T09:00:00+02:00", "2026-11-24T23:02:00Z"),
    ("2026-11-25 01:02:03", "2026-11-24T09:00:00+02:00", "2026-11-24T23:02:03Z"),
    ("2026-11-25T01:02Z", "2026-11-24T09:00:00+02:00", "2026-11-25T01:02:00Z"),
    ("2026-11-25T01:02:00-0130", "2026-11-24T09:00:00Z", "2026-11-25T02:32:00Z"),
    ("-15m", "2026-11-24T09:00:00Z", "2026-11-24T08:45:00Z"),
    ("+1h30m", "2026-11-24 23:00:00", "without zone 2026-11-25T00:30:00Z"),
    ("10:02", "Nov 24 09:00:00 host x", "without zone 1972-11-24T10:02:00Z"),
    ("2026-11-25T10:02", "Nov 24 09:00:00 host x", "without zone 1972-11-25T10:02:00Z"),
    ("10:02", "I1124 09:00:00.123456 x", "without zone 1972-11-24T10:02:00Z"),
    ("10:02", "09:00:00 x", "without zone 1970-01-01T10:02:00Z"),
    ("2026-11-25T10:02", "09:00:00 x", "without zone 1970-01-01T10:02:00Z"),
    ("-2s", "[   12.345678] x", "without zone 1970-01-01T00:00:10.345678Z"),
  ]) func `takes what it does not say from the line`(
    typed: String, line: String, is expected: String
  ) {
    let shown = moment(typed, beside: line)
    #expect(shown == expected || shown == expected.replacing(".345678Z", with: "Z"))
  }

  @Test func `counts by the clock that times are shown with`() {
    #expect(
      moment("10:02", beside: "2026-11-24T23:30:00-02:00", in: .utc) == "2026-11-25T10:02:00Z")
  }

  @Test(arguments: [
    "", "10", "1:2", "x:02", "10:2", "10:02x", "25:00", "10:60", "2026-13-01", "2026-11-24T",
    "2026-11-24T1",
    "-", "-15", "15m", "-15q", "-10MB", "2026-11-24T10:02+1", "2026-11-24 10:02 x",
    "yesterday", "99999999999999999999999999999999999999999999",
  ]) func `is none that could be gone to`(text: String) {
    #expect(TypedTime(text) == nil)
  }

  @Test func `of now says as much as the line does`() {
    let now = 1_795_514_400_000_000_000  // 2026-11-24T10:00:00Z
    func text(_ line: String) -> String? {
      ItemTime(line: Array(line.utf8)[...], in: .source)
        .flatMap { ItemTime.now(like: $0, in: .source, nanoseconds: now) }?.description
    }
    #expect(text("2025-01-01T00:00:00+05:00 x") == "2026-11-24T10:00:00Z")
    let local = TimeZoneUse.local.text(of: RecordTime(nanoseconds: now)) ?? ""
    #expect(text("2025-01-01 00:00:00 x") == String(local.prefix(19)))
    #expect(text("Jan  1 00:00:00 x") == String(local.prefix(19).dropFirst(5)))
    #expect(text("00:00:00 x") == String(local.prefix(19).dropFirst(11)))
  }

  @Test(arguments: [
    "2026-11-24T10:00:00+01", "2026-11-24 10:00:00.25+01", "2026-11-24T10:00:00+01:00",
  ]) func `may have a zone without minutes`(value: String) throws {
    let time = try #require(ItemTime(Array(value.utf8)[...], in: .utc))
    #expect(time.description.hasPrefix("2026-11-24T09:00:00"))
  }
}
