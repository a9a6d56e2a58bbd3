import Testing

@testable import HTTPSources

/// When a service may be asked again.
@Suite struct `The time that a service asks for` {
  private func time(_ value: String, date: String? = nil) -> Duration? {
    let fields =
      [HTTPField("retry-after", value)] + (date.map { [HTTPField("date", $0)] } ?? [])
    return HTTPHead(url: "", status: 503, fields: fields).retryAfter
  }

  @Test(arguments: [
    ("7", Duration.seconds(7)), ("0", .zero), ("1.5", .milliseconds(1_500)),
    ("0.25", .milliseconds(250)), ("120", .seconds(120)), ("1e12", .seconds(31_536_000)),
    ("99999999999999999999", .seconds(31_536_000)),
  ]) func `is a number of seconds, a year at most`(value: String, time: Duration) {
    #expect(self.time(value) == time)
  }

  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:50:07 GMT", 30), ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
    ("Sun, 06 Nov 1994 08:49:07 GMT", 0), ("Mon, 07 Nov 1994 08:49:37 GMT", 86_400),
    ("Sunday, 06-Nov-94 08:50:37 GMT", 60), ("Sun Nov  6 08:51:37 1994", 120),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 31_536_000),
  ]) func `is a date, counted from that of the answer`(value: String, seconds: Int) {
    #expect(time(value, date: Self.date) == .seconds(seconds))
  }

  @Test func `is none for a date where the answer has none`() {
    #expect(time(Self.date) == nil)
    #expect(time(Self.date, date: "yesterday") == nil)
  }

  @Test(arguments: [
    "", " ", "soon", "-1", "-0.5", "nan", "inf", "infinity", "0x10", "1 2", "7s", "1,5",
    "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37 CET",
  ]) func `is none where it is nonsense`(value: String) {
    #expect(time(value, date: Self.date) == nil)
  }

  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ("Wed, 31 Dec 2008 23:59:60 GMT", 1_230_768_000), ("thu, 01 JAN 1970 00:00:01 GMT", 1),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("Saturday, 01-Jan-70 00:00:00 GMT", 0), ("Friday, 01-Jan-69 00:00:00 GMT", 3_124_224_000),
  ]) func `counts a date in seconds since 1970`(text: String, seconds: Int) {
    #expect(HTTPDate(text)?.seconds == seconds)
  }

  @Test(arguments: [
    "", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nox 1994 08:49:37 GMT",
    "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
    "Sun, 06 Nov 1994 -1:49:37 GMT", "Sun, 06 Nov 1969 08:49:37 GMT",
    "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 PST",
    "1994-11-06T08:49:37Z", "Sun, +6 Nov 1994 08:49:37 GMT",
  ]) func `is none of a text that is no date`(text: String) {
    #expect(HTTPDate(text) == nil)
  }

  @Test func `is the first of several`() {
    let head = HTTPHead(
      url: "", status: 429, fields: [HTTPField("Retry-After", "3"), HTTPField("Retry-After", "9")])
    #expect(head.retryAfter == .seconds(3))
  }
}
