import Bytes
import Randomness
import Testing

@testable import Records

/// Times of records, read and shown in a time zone.
@Suite struct `A time of a record` {
  private func text(_ text: String) -> String? {
    (RecordTime(text: Array(text.utf8)[...]) ?? RecordTime(number: Array(text.utf8)[...]))
      .map { TimeZoneUse.utc.text(of: $0) ?? "local \($0.nanoseconds / 1_000_000_000)" }
  }

  @Test(arguments: [
    ("2026-11-23T22:00:01Z", "2026-11-23T22:00:01Z"),
    ("2026-11-23 22:00:01.5+01:00", "2026-11-23T21:00:01.500Z"),
    ("2026-01-01t00:30:00,123456789-0100", "2026-01-01T01:30:00.123456789Z"),
    ("2024-02-29T23:59:60.1234z", "2024-03-01T00:00:00.123400Z"),
    ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
    ("1970-01-01T00:00:07", "local 7"), ("1700000000", "2023-11-14T22:13:20Z"),
    ("1700000000.25", "2023-11-14T22:13:20.250Z"), ("1700000000123", "2023-11-14T22:13:20.123Z"),
    ("1700000000123456", "2023-11-14T22:13:20.123456Z"),
    ("1700000000123456789", "2023-11-14T22:13:20.123456789Z"),
    ("2100000000123456789", "2036-07-18T13:20:00.123456789Z"),
  ]) func `is read in all its forms`(written: String, shown: String) {
    #expect(text(written) == shown)
  }

  @Test(arguments: [
    (250, "250 ms"), (1_000, "1 s"), (12_345, "12 s"), (87_000, "1 min 27 s"), (120_999, "2 min"),
    (725_000, "12 min"), (7_200_000, "2 h"), (-12_000_000, "3 h 20 min"), (86_400_000, "1 day"),
    (187_200_000, "2 days 4 h"),
  ]) func `is roughly so far from another`(milliseconds: Int, expected: String) {
    #expect(TimeDistance(nanoseconds: milliseconds * 1_000_000).rough == expected)
  }

  @Test func `begins a line of a log only where each of its signs fits`() {
    let written = Array("2026-03-01 00:59:07 ".utf8)
    for place in 0..<19 {
      for byte in UInt8.min...UInt8.max {
        var line = written
        line[place] = byte
        let mayBe =
          place == 10 ? [0x20, 0x54].contains(byte) : written[place].isDigit && byte.isDigit
        let isTime = mayBe || byte == written[place]
        #expect(line.withUnsafeBytes { LogTime.begins(at: 0, in: $0) } == isTime)
      }
    }
    #expect(written.dropLast(2).withUnsafeBytes { !LogTime.begins(at: 0, in: $0) })
  }

  @Test(arguments: [
    ("02/Jan/2024:10:11:12 +0100", "2024-01-02T10:11:12+0100"),
    ("2024/12/02 10:11:12", "2024-12-02T10:11:12"),
    ("2024-01-02 10:11:12.345 UTC", "2024-01-02T10:11:12.345Z"),
    ("2024-01-02 10:11:12,345 CET", "2024-01-02T10:11:12,345"),
    ("2024-01-02 10:11:12+01", "2024-01-02T10:11:12+01"),
    ("Tue Jan  2 10:11:12.345678 2024", "2024-01-02T10:11:12.345678"),
  ]) func `is read as logs write it`(written: String, expected: String) {
    let time = LogTime.asRFC3339(Array(written.utf8)[...])
    #expect(time.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test(arguments: [
    ("2024-01-02 10:00", "2024-01-02 10:11", true), ("2024-01-02 10:00", "2024-01-02T09:59", false),
    ("2024-01-02T10:00", "02/Jan/2024:10:00:00 +0000", true),
    ("2024-01-02", "2024-01-01 23:59:59.999 UTC", false), ("2024-01-02", "2024-01-02", true),
    ("2024-01-02", "Tue Jan  2 10:11:12 2024", true), ("2024-01-02", "Jan  2 10:11:12", nil),
    ("2024-01-02", "7", nil), ("2024-01-02", "", nil),
  ]) func `is held against what is typed`(wanted: String, value: String, isMet: Bool?) throws {
    let wanted = try #require(WantedTime(Array(wanted.utf8)))
    #expect(wanted.isMet(by: Array(value.utf8)[...], .atLeast) == isMet)
    #expect(wanted.isMet(by: Array(value.utf8)[...], .less) == isMet.map { !$0 })
  }

  @Test(arguments: [
    ("2020-01-01T00:00:01Z", "2020-01-01 00:00:01+00", "2020-01-01 00:00:01.001+00"),
    ("2020-01-01 00:00:01", "2020-01-01T00:00:01.000Z", "2020-01-01T00:00:01.5Z"),
    ("2020-01-01T00:00:01.50+02:00", "2020-01-01 00:00:01.5", "2020-01-01 00:00:01.51"),
    ("2020-01-01", "2020-01-01T00:00:00Z", "2020-01-01T00:00:00.001Z"),
    ("2020-01-01T10:02", "2020-01-01 10:02:00,000 CET", "2020-01-01 10:02:00,001"),
    ("10:02", "2020-01-01T10:02:00Z", "10:02:00,001"),
    ("10:02:01.5", "X 10:02:01.500 y", "10:02:01.51"),
    ("2020-01-01", "2020-01-01", "200000-01-01 00:00:00+00"),
    ("2020-01-01", "2020-01-01Z", "200000-01-01"),
    ("200000-01-01", "200000-01-01 00:00:00+00", "200000-01-02"),
    ("4713-01-01 BC", "4713-01-01 00:00:00+00 BC", "4712-01-01 BC"),
    ("4713-12-31 BC", "4713-12-31 BC", "0001-01-01 00:00:00"),
  ]) func `is compared by its value, without its zone`(
    wanted: String, equal: String, later: String
  ) throws {
    let wanted = try #require(WantedTime(Array(wanted.utf8)))
    func meets(_ value: String) -> [Bool?] {
      [ColumnOperator.less, .atMost, .greater, .atLeast].map {
        wanted.isMet(by: Array(value.utf8)[...], $0)
      }
    }
    #expect(meets(equal) == [false, true, false, true])
    #expect(meets(later) == [false, false, true, true])
  }

  @Test func `is compared as it is written if its form is not known`() throws {
    let wanted = try #require(WantedTime(Array("2024-01-02 10:11".utf8)))
    #expect(wanted.isMet(by: Array("2024-01-02 later".utf8)[...], .greater) == true)
    #expect(wanted.isMet(by: Array("2024-01-02x".utf8)[...], .greater) == true)
  }

  @Test(arguments: [
    "", "2024", "2024-01", "1:11", "10:1", "10:11x", "-", "-15", "-m", "-15q", "2024-01-02x",
    "24-01-02 10:11",
  ])
  func `is none that could be held against others`(text: String) {
    #expect(WantedTime(Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    "", "2024-01-02T10:11:12Z", "Jan  2 10:11:12", "Tue Jan 02 10:11:12", "0102 10:11:12.123456",
    "02/Abc/2024:10:11:12 +0000",
    "2024-01-02 10:11:12 is when", "02/Jan/2024:10:11:12 or so", "2024-01-02 10:11:12 + 1",
    "2024/12/02", "10:11:12.345 and more than that", "0044-03-15 12:00:00 BC",
  ]) func `is left as it is where it has no other form`(text: String) {
    #expect(LogTime.asRFC3339(Array(text.utf8)[...]) == nil)
  }

  @Test(arguments: [
    "", "12", "99999999", "2026-11-23", "2026-13-01T00:00:00Z", "2026-11-23T24:00:00Z", "1e9",
    "2026-11-23T22:00:01.Z", "2026-11-23T22:00:01+1", "2026-11-23T22:00:01Zz", "1700000000x",
    "9999999999", "99999999999999999999", "9300000000000000000", "-1700000000",
    "1500-01-01T00:00:00Z",
  ]) func `is nothing else`(written: String) { #expect(text(written) == nil) }

  @Test func `is of the day that counting days makes it`() {
    // The nanoseconds of times from 1678 on fit into 64 bits.
    var (year, month, day) = (1678, 1, 1)
    for number in Calendar.days(before: 1678, 1, 1)..<Calendar.days(before: 2262, 1, 1) {
      let isRight =
        Calendar.day(after: number) == Calendar.Day(year: year, month: month, day: day)
        && Calendar.days(before: year, month, day) == number
      guard isRight else { return #expect(Bool(false), "day \(number)") }
      day += 1
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
      if day > length { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(Calendar.days(before: 1970, 1, 1) == 0)
    #expect(year == 2262)
  }

  @Test func `is never wrong for any bytes`() {
    var random = SplitMix64(start: 21)
    // The parts that each position of a time may have, right or wrong.
    let places = [
      ["2026-11-23", "1999-02-29", "0000-00-00", "9999-12-31", "17"], ["T", " ", "t", ""],
      ["22:00:01", "24:00:00", "23:59:60", "9:1"], ["", ".5", ".123456789012", ",", "\0"],
      ["Z", "+01:00", "-23:59", "+0100", "z", ""],
    ]
    var times = 0
    for _ in 0..<5_000 {
      let written = places.map { random.pick($0) }.joined()
      guard let shown = text(written), shown.hasSuffix("Z") else { continue }
      times += 1
      #expect(text(shown) == shown, "\(written)")
    }
    #expect(times > 100)
  }

  @Test(arguments: [
    (0, "0 ns"), (999, "999 ns"), (1_500, "1.500 µs"), (-12_000_000, "12 ms"),
    (12_000_001, "12.000001 ms"), (1_250_000_000, "1.250 s"), (2_000_000_000, "2.000 s"),
    (1_000_000_001, "1.000000001 s"), (59_999_999_999, "59.999999999 s"),
    (125_000_000_000, "2 min 5 s"),
    (12_000_000_000_000, "3 h 20 min"), (100_800_000_000_000, "1 day 4 h"),
    (.min, "106751 days 23 h"),
  ]) func `is some time after another`(nanoseconds: Int, words: String) {
    #expect(TimeDistance(nanoseconds: nanoseconds).description == words)
  }
}
