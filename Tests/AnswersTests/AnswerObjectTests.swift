import Answers
import Testing

/// The places in an object where the items and the next cursor are found.
@Suite struct `An object` {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    var items = ["1"]
    var next: String?
    let words: String
    var testDescription: String { text }

    init(_ text: String, _ words: String, next: String? = nil, items: [String] = ["1"]) {
      (self.text, self.words, self.next, self.items) = (text, words, next, items)
    }
  }

  private static let cases = [
    Case(#"{"items": [1]}"#, "1 item at /items, no next cursor"),
    Case(
      #"{"items": [1], "nextPageToken": "t"}"#,
      "1 item at /items, next cursor at /nextPageToken", next: "t"),
    Case(
      #"{"Contents": [1], "IsTruncated": true, "NextToken": "n"}"#,
      "1 item at /Contents, next cursor at /NextToken", next: "n"),
    Case(
      #"{"Contents": [1], "IsTruncated": true, "Next/A~": "a", "NextB": 2}"#,
      "1 item at /Contents, next cursor at /Next~1A~0", next: #"{"Next/A~":"a","NextB":2}"#),
    Case(
      #"{"Buckets": [1], "NextToken": "n"}"#, "1 item at /Buckets, next cursor at /NextToken",
      next: "n"),
    Case(
      #"{"Contents": [1], "IsTruncated": false, "NextToken": "n"}"#,
      "1 item at /Contents, /IsTruncated marks the last page"),
    Case(
      #"{"errors": [], "data": {"items": [1], "next": 7}}"#,
      "1 item at /data/items, next cursor at /data/next", next: "7"),
    Case(
      #"{"data": [1], "meta": {"next_cursor": "a/b"}}"#,
      "1 item at /data, next cursor at /meta/next_cursor", next: "a/b"),
    Case(
      #"{"data": {"repository": {"issues": {"nodes": [1], "pageInfo": {"hasNextPage": true, "endCursor": "c"}}}}}"#,
      "1 item at /data/repository/issues/nodes, next cursor at /data/repository/issues/pageInfo/endCursor",
      next: "c"),
    Case(
      #"{"data": {"q": {"nodes": [1], "pageInfo": {"hasNextPage": false, "endCursor": "c"}}}}"#,
      "1 item at /data/q/nodes, /data/q/pageInfo/hasNextPage marks the last page"),
    Case(
      #"{"kind": "Listing", "data": {"after": "t3", "children": [1]}}"#,
      "1 item at /data/children, next cursor at /data/after", next: "t3"),
    Case(
      #"{"kind": "List", "items": [1], "metadata": {"continue": "tok"}}"#,
      "1 item at /items, next cursor at /metadata/continue", next: "tok"),
    Case(
      #"{"_links": {"next": {"href": "/p?2"}}, "results": [1]}"#,
      "1 item at /results, next cursor at /_links/next/href", next: "/p?2"),
    Case(
      #"{"links": {"next": {"href": "/p?2"}}, "results": [1]}"#,
      "1 item at /results, next cursor at /links/next/href", next: "/p?2"),
    Case(
      #"{"value": [1], "@odata.nextLink": "https://x/y?$skip=1"}"#,
      "1 item at /value, next cursor at /@odata.nextLink", next: "https://x/y?$skip=1"),
    Case(
      #"{"items": [1], "next_cursor": "2026-01-01 10:00:00"}"#,
      "1 item at /items, next cursor at /next_cursor", next: "2026-01-01 10:00:00"),
    Case(#"{"items": [1], "next_cursor": " "}"#, "1 item at /items, no next cursor"),
    Case(#"{"items": [1], "next_cursor": "\t\n"}"#, "1 item at /items, no next cursor"),
    Case(
      #"{"items": [1], "next_cursor": "a\r\nb\u0000"}"#,
      "1 item at /items, next cursor at /next_cursor", next: "a\r\nb\0"),
    Case(#"{"items": [1], "next": "Part 2"}"#, "1 item at /items, no next cursor"),
    Case(#"{"items": [1], "next": null}"#, "1 item at /items, no next cursor"),
    Case(#"{"items": [1], "next": ""}"#, "1 item at /items, no next cursor"),
    Case(#"{"items": [1], "next": false}"#, "1 item at /items, no next cursor"),
    Case(#"{"a/b": [1]}"#, "1 item at /a~1b, no next cursor"),
    Case(#"{"items": [], "items": [1]}"#, "1 item at /items, no next cursor"),
  ]

  @Test(arguments: cases) func `says where its items and the next cursor are`(_ one: Case) throws {
    let answer = try AnswerReader().read(one.text)
    #expect(answer.texts == one.items)
    #expect(answer.next?.text == one.next)
    #expect(answer.explanation == "an object with \(one.words), identified by position")
    #expect(answer.canLeadOn)
  }

  @Test func `is read by pointers where these are given, and says what they do not find`() throws {
    var reader = AnswerReader()
    reader.items = try JSONPointer("/a~1b/0/x~0y")
    reader.next = try JSONPointer("/more/1")
    let text = #"{"a/b": [{"x~y": [1, 2]}], "more": ["no", "yes"], "items": [3], "next": "z"}"#
    let answer = try reader.read(text)
    #expect(answer.texts == ["1", "2"])
    #expect(answer.next?.text == "yes")
    #expect(try reader.read(#"{"a/b": [{"x~y": null}], "more": ["no"]}"#).items.isEmpty)

    func failure(_ text: String) -> String {
      do throws(AnswerError) {
        return try reader.read(text).explanation
      } catch { return "\(error)" }
    }
    #expect(failure(#"{"b": 1, "c": 2}"#) == "the page has no value at /a~1b/0/x~0y (it has b, c)")
    #expect(
      failure(#"{"a/b": [{"x~y": 3}]}"#) == "the page has no array at /a~1b/0/x~0y")
    #expect(failure("[1]") == "--items needs a page that is a JSON object")
    reader.items = try JSONPointer("")
    #expect(failure(#"{"a": [1]}"#) == "the page is not an array")
    reader.items = nil
    #expect(failure("one\ntwo") == "--next needs a page that is a JSON object")
    reader.next = nil
    #expect(
      failure(#"{"a": 1, "b\nc": {}, "d": [], "e": []}"#)
        == "no list of items found: name one with --items (the page has a, b c, d, e)")
  }

  @Test func `is itself the list where an empty pointer says so`() throws {
    var reader = AnswerReader()
    reader.items = try JSONPointer("")
    #expect(try reader.read("[1, 2]").texts == ["1", "2"])
  }

  @Test func `names the next page by any value, which is kept byte for byte`() throws {
    var reader = AnswerReader()
    reader.next = try JSONPointer("/n")
    let values = [
      #""a\u0062\/c""#: "ab/c", "12.50e0": "12.50e0", "[1463538857, \"x\"]": "[1463538857, \"x\"]",
      #"{"id": {"S": "é"}}"#: #"{"id": {"S": "é"}}"#, "true": "true", "0": "0",
    ]
    for (json, text) in values {
      let next = try reader.read("{\"items\": [1], \"n\": \(json)}").next
      #expect(next.map { String(decoding: $0.json, as: UTF8.self) } == json)
      #expect(next?.text == text)
    }
    for json in ["null", "false", "\"\"", "[]", "{}"] {
      #expect(try reader.read("{\"items\": [1], \"n\": \(json)}").next == nil, "\(json)")
    }
    let key = #"{"id": {"S": "x"}}"#
    #expect(
      try AnswerReader().read("{\"Items\": [1], \"LastEvaluatedKey\": \(key)}").next?.text == key)
    #expect(try AnswerReader().read(#"{"items": [1], "next": {"page": 2}}"#).next == nil)
  }

  struct Count: Sendable, CustomTestStringConvertible {
    let text: String
    let items: Int?
    var testDescription: String { text }
  }

  private static let counts = [
    Count(text: #"{"items": [1], "total_count": 95}"#, items: 95),
    Count(text: #"{"items": [1], "totalCount": "95"}"#, items: 95),
    Count(text: #"{"items": [1], "meta": {"totalItems": 1}}"#, items: nil),
    Count(
      text: #"{"hits": {"total": {"value": 95, "relation": "eq"}, "hits": [1]}}"#, items: 95),
    Count(
      text: #"{"hits": {"total": {"value": 10000, "relation": "gte"}, "hits": [1]}}"#, items: nil),
    Count(
      text: #"{"content": [1], "page": {"size": 20, "totalElements": 41, "totalPages": 3}}"#,
      items: 41),
    Count(text: #"{"items": [1], "per_page": 20, "last_page": 5}"#, items: 100),
    Count(text: #"{"count": 95, "results": [1]}"#, items: 95),
    Count(text: #"{"count": 2, "results": [1, 2]}"#, items: nil),
    Count(text: #"{"total": 1, "items": [1, 2]}"#, items: nil),
    Count(text: #"{"items": [1], "total": null}"#, items: nil),
    Count(text: #"{"items": [1], "total_count": -1}"#, items: nil),
    Count(text: #"{"items": [1], "total_count": 1e3}"#, items: nil),
    Count(text: #"{"items": [1], "total_pages": 9223372036854775807, "size": 9}"#, items: nil),
  ]

  @Test(arguments: counts) func `says how many there are, where its numbers mean that`(
    _ one: Count
  ) throws {
    let answer = try AnswerReader().read(one.text)
    #expect(answer.counts.totalItems == one.items)
    #expect(answer.explanation.contains(" in all") == (one.items != nil))
  }

  @Test func `is pointed into as RFC 6901 has it`() throws {
    let root = #"{"foo": ["bar", "baz"], "": 0, "a/b": 1, "m~n": 8, " ": 7, "i\\j": 5}"#
    var reader = AnswerReader()
    let expected = [
      "/foo/0": "bar", "/": "0", "/a~1b": "1", "/m~0n": "8", "/ ": "7", "/i\\j": "5",
      "/foo/00": nil, "/foo/2": nil, "/foo/-3": nil, "/foo/-0": nil, "/foo/+1": nil,
      "/foo/0/x": nil, "/bar": nil,
    ]
    for (pointer, value) in expected {
      reader.next = try JSONPointer(pointer)
      #expect(try reader.read(root).next?.text == value, "\(pointer)")
    }
    // Unlike in RFC 6901, a negative index counts from the end.
    for (pointer, value) in ["/foo/-1": "baz", "/foo/-2": "bar"] {
      reader.next = try JSONPointer(pointer)
      #expect(try reader.read(root).next?.text == value, "\(pointer)")
    }
    for wrong in ["foo", "/~", "/a~2", "/~01~"] {
      #expect(throws: AnswerError.invalidPointer(wrong)) { try JSONPointer(wrong) }
    }
  }
}
