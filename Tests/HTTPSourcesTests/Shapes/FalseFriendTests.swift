import HTTPSources
import Testing

/// Values that look as if they led to a next page, but do not.
@Suite(.timeLimit(.minutes(2))) struct `A false friend in an answer` {
  struct Friend: Sendable, CustomTestStringConvertible {
    let name: String
    let typed: String
    let answer: Reply

    init(_ name: String, _ typed: String = "/x", _ answer: Reply) {
      (self.name, self.typed, self.answer) = (name, typed, answer)
    }

    var testDescription: String { name }
  }

  private static let friends = [
    Friend(
      "the next date of a bill", "/x",
      #"{"data": [{"id": 1}], "next_billing_date": "2026-12-01", "next_invoice": 7}"#),
    Friend("a next that is a title", "/x", #"{"items": [{"id": 1}], "next": "The second part"}"#),
    Friend(
      "a next that is an object without an address", "/x",
      #"{"items": [{"id": 1}], "next": {"title": "Two", "number": 2}}"#),
    Friend(
      "an echo of the request's own token", "/x?after=abc",
      #"{"items": [{"id": 1}], "after": "abc"}"#),
    Friend(
      "the cursor of this page beside a next that is null", "/x",
      #"{"items": [{"id": 1}], "cursor": "abc", "next_cursor": null}"#),
    Friend(
      "the ends of this page", "/x",
      #"{"data": [{"id": 1}], "paging": {"cursors": {"before": "b", "after": "a"}}}"#),
    Friend(
      "a total that is money", "/x", #"{"orders": [{"id": 1}], "total": "19.90", "page": {}}"#),
    Friend(
      "a total of this page", "/x", #"{"items": [{"id": 1}, {"id": 2}], "total": 2, "page": 1}"#),
    Friend("a count of the items here", "/x", #"{"items": [{"id": 1}], "count": 1, "offset": 0}"#),
    Friend(
      "a last that is a name", "/x", #"{"items": [{"id": 1}], "first": "Ada", "last": "Byron"}"#),
    Friend(
      "an end that is a date", "/x",
      #"{"items": [{"id": 1}], "start": "2026-01-01", "end": "2026-02-01"}"#),
    Friend(
      "a page that is an object", "/x",
      #"{"items": [{"id": 1}], "page": {"title": "Start", "number_of_visits": 90}}"#),
    Friend(
      "pages that are a list", "/x", #"{"items": [{"id": 1}], "pages": [{"id": 8}, {"id": 9}]}"#),
    Friend(
      "the next chapter", "/x",
      Reply(#"[{"id": 1}]"#, header: #"Link: <ORIGIN/two>; rel="nextchapter""#)),
    Friend(
      "a link from elsewhere", "/x",
      Reply(#"[{"id": 1}]"#, header: #"Link: <ORIGIN/two>; rel="next"; anchor="/other""#)),
    Friend("a page with a name", "/x?page=about", #"[{"id": 1}]"#),
    Friend("a page from the middle", "/x?page=7", #"[{"id": 1}]"#),
    Friend("a year to begin with", "/x?from=2024", #"[{"id": 1}]"#),
    Friend("a date to begin with", "/x?start=2024-01-01&end=2024-02-01", #"[{"id": 1}]"#),
    Friend("a first name", "/x?first=Ada", #"[{"id": 1}]"#),
    Friend("an offset of time zones", "/x?offset=%2B02:00", #"[{"id": 1}]"#),
    Friend(
      "the limit of a rate", "/x",
      #"{"items": [{"id": 1}], "limit": 5000, "remaining": 4999, "rate": {"limit": 60, "page": 1}}"#
    ),
    Friend(
      "bytes of a file", "/x",
      Reply(#"[{"id": 1}]"#, header: "Content-Range: bytes 0-9/400", status: "206 Partial Content")),
    Friend(
      "a continuation of the code of a status", "/x",
      #"{"items": [{"id": 1}], "continue": true, "done": "soon"}"#),
    Friend(
      "a token for the session", "/x",
      #"{"items": [{"id": 1}], "token": "s3", "refresh_token": "r"}"#),
    Friend(
      "a token beside a flag that says that nothing follows", "/x",
      #"{"items": [{"id": 1}], "next_cursor": "abc", "has_more": false}"#),
    Friend(
      "an address beside an inverse flag", "/x",
      #"{"values": [{"id": 1}], "isLast": true, "nextPage": "ORIGIN/x?startAt=1"}"#),
    Friend("the next of an item", "/x", #"[{"id": 1, "next": "/x/2"}, {"id": 2, "next": "/x/3"}]"#),
    Friend("a bookmark that is nil", "/x", #"{"docs": [{"id": 1}], "bookmark": "nil"}"#),
    Friend(
      "numbers of a page that has all", "/x",
      #"{"content": [{"id": 1}], "number": 0, "size": 20, "totalPages": 1, "totalElements": 1}"#),
    Friend("no items, and a page number", "/x?page=1", #"{"items": [], "total": 5}"#),
    Friend(
      "no items, and a token beside a flag that says that nothing follows", "/x",
      #"{"items": [], "next_cursor": "abc", "has_more": false}"#),
  ]

  @Test(arguments: friends) func `is not followed`(_ friend: Friend) async throws {
    let walk = try await Walk(Shape(friend.name, friend.typed, [friend.answer], ids: ""))
    #expect(walk.service.requests.count == 1, "\(walk.service.requests)")
    #expect(walk.failure == nil)
  }

  @Test func `is one of twenty at least`() { #expect(Self.friends.count >= 20) }

  /// Each answer contains another list, which must not be taken for the list of items.
  @Test(arguments: [
    (#"{"meta": {"items": [{"id": 9}]}, "people": [{"id": 1}]}"#, "1"),
    (#"{"errors": [], "people": [{"id": 1}]}"#, "1"),
    (#"{"people": [{"id": 1}], "included": [{"id": 2}], "warnings": [{"id": 3}]}"#, "1"),
    (#"{"users": [], "list_of": {"topics": [{"id": 1}]}}"#, "1"),
    (#"{"ok": true, "result": {"tags": ["a"], "people": [{"id": 1}]}}"#, "1"),
  ]) func `is no list of items`(body: String, ids: String) async throws {
    let walk = try await Walk(Shape("x", "/x", [Reply(body)], ids: ids))
    #expect(walk.ids.joined(separator: " ") == ids)
  }
}
