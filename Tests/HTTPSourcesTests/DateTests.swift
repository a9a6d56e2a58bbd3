import Testing

@testable import HTTPSources

/// The three notations of a date in a header (RFC 9110, 5.6.7).
@Suite struct `A date of a header` {
  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ("Wed, 31 Dec 2008 23:59:60 GMT", 1_230_768_000), ("thu, 01 JAN 1970 00:00:01 GMT", 1),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("Saturday, 01-Jan-70 00:00:00 GMT", 0), ("Friday, 01-Jan-69 00:00:00 GMT", 3_124_224_000),
  ]) func `is counted in seconds since 1970`(text: String, seconds: Int) {
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
}
