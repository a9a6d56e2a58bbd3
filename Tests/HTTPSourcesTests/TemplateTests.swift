import Answers
import HTTPSources
import Paging
import Records
import Testing

/// How the placeholders of a request are replaced.
@Suite struct `A request with placeholders` {
  private static let form = HTTPField("Content-Type", "application/x-www-form-urlencoded")

  private static func cursor(_ text: String) -> PageAddress { .cursor(AnswerCursor(text: text)) }

  private static func json(_ body: String, _ address: PageAddress) throws -> String {
    let request = try RequestTemplate("http://h.example/", body: body)
      .request(for: address, limit: 20)
    return String(decoding: request.body, as: UTF8.self)
  }

  @Test(arguments: [
    ("page={page}", PagedAnswers.Style.page, PageAddress.page(3), "page=3"),
    ("start={offset}&n={limit}", .offset, .offset(40), "start=40&n=20"),
    ("c={cursor}", .cursor, cursor("x"), "c=x"),
    ("l={last}", .last, .last(AnswerKey("k")), "l=k"),
    ("n={limit}", .link, .cursor(nil), "n=20"),
    ("n=5", .link, .cursor(nil), "n=5"),
  ]) func `has the values of a page in its query`(
    query: String, style: PagedAnswers.Style, address: PageAddress, filled: String
  ) throws {
    let template = try RequestTemplate("http://h.example/items?\(query)")
    #expect(template.style == style)
    #expect(
      try template.request(for: address, limit: 20).url == "http://h.example/items?\(filled)")
  }

  @Test func `has a number in its path`() throws {
    let template = try RequestTemplate("http://h.example/{page}/items/{limit}")
    #expect(template.placeholders == [.page, .limit])
    #expect(
      try template.request(for: .page(7), limit: 20).url == "http://h.example/7/items/20")
  }

  @Test func `leaves other braces as they are`() throws {
    for text in ["{pages}", "{}", "{", "}", "{Page}", "{ page }", "${x}", "{page"] {
      let template = try RequestTemplate("http://h.example/", body: text)
      #expect(template.placeholders == [], "\(text)")
      #expect(try Self.json(text, .cursor(nil)) == text)
    }
  }

  @Test func `has the text of a placeholder where it stands in two braces`() throws {
    for placeholder in Placeholder.allCases {
      let template = try RequestTemplate(
        "http://h.example/", body: "a {\(placeholder.text)} b")
      #expect(template.placeholders == [])
      #expect(try Self.json("a {\(placeholder.text)} b", .cursor(nil)) == "a \(placeholder.text) b")
    }
    let template = try RequestTemplate("http://h.example/?a={{page}}&b={page}")
    #expect(
      try template.request(for: .page(2), limit: 1).url == "http://h.example/?a={page}&b=2")
  }

  @Test func `encodes values of a query and a form`() throws {
    let query = try RequestTemplate("http://h.example/?c={cursor}&d=x{cursor}")
    #expect(
      try query.request(for: Self.cursor("a b+c&d=é/?#%"), limit: 1).url
        == "http://h.example/?c=a%20b%2Bc%26d%3D%C3%A9%2F%3F%23%25"
        + "&d=xa%20b%2Bc%26d%3D%C3%A9%2F%3F%23%25")
    let form = try RequestTemplate(
      "http://h.example/", headers: [Self.form], body: "c={cursor}&n={limit}")
    let body = try form.request(for: Self.cursor("a&b=c d"), limit: 9).body
    #expect(String(decoding: body, as: UTF8.self) == "c=a%26b%3Dc%20d&n=9")
  }

  @Test func `leaves out what has no value on the first page`() throws {
    let template = try RequestTemplate(
      "http://h.example/?a=1&c={cursor}&n={limit}",
      headers: [HTTPField("X-Cursor", "at {cursor}"), HTTPField("X-Other", "o")])
    let request = try template.request(for: .cursor(nil), limit: 20)
    #expect(request.url == "http://h.example/?a=1&n=20")
    #expect(request.headers == [HTTPField("X-Other", "o")])
    let only = try RequestTemplate("http://h.example/x?c={cursor}")
    #expect(try only.request(for: .cursor(nil), limit: 1).url == "http://h.example/x")
    let form = try RequestTemplate(
      "http://h.example/", headers: [Self.form], body: "a=1&token={last}")
    #expect(
      String(decoding: try form.request(for: .last(nil), limit: 1).body, as: UTF8.self) == "a=1")
  }

  @Test(arguments: [
    (#"{"c": "{cursor}"}"#, #"{"c": "a\"b\\c\n"}"#), (#"{"c": {cursor}}"#, #"{"c": "a\"b\\c\n"}"#),
    (#"{"c": "x{cursor}y"}"#, #"{"c": "xa\"b\\c\ny"}"#),
    (#"{"c": "\"{cursor}\""}"#, #"{"c": "\"a\"b\\c\n\""}"#),
    (#"{"c": "\\", "d": {cursor}}"#, #"{"c": "\\", "d": "a\"b\\c\n"}"#),
    (#"{"c": "{cursor}{cursor}", "n": {limit}}"#, #"{"c": "a\"b\\c\na\"b\\c\n", "n": 20}"#),
  ]) func `writes a text as JSON has it, within quotes and without`(
    body: String, filled: String
  ) throws {
    #expect(try Self.json(body, Self.cursor("a\"b\\c\n")) == filled)
  }

  @Test(arguments: [
    (#"{"c": "{cursor}"}"#, #"{"c": null}"#), (#"{"c": {cursor}}"#, #"{"c": null}"#),
    (#"["{cursor}", "{cursor}"]"#, "[null, null]"), (#"{"c": "x{cursor}"}"#, #"{"c": "x"}"#),
    (#"{"c": "{cursor}y"}"#, #"{"c": "y"}"#), (#"{"c": "\"{cursor}"}"#, #"{"c": "\""}"#),
    (#"{"c": "\\\"{cursor}"}"#, #"{"c": "\\\""}"#), (#"{"c": "{cursor}\""}"#, #"{"c": "\""}"#),
    (#"{"c": "\\", "d": "{cursor}"}"#, #"{"c": "\\", "d": null}"#),
    (#"{"c": "{cursor}{cursor}"}"#, #"{"c": null}"#),
    (#"{"c": "{cursor}{limit}"}"#, #"{"c": "20"}"#),
  ]) func `is null in JSON where there is no value, without the quotes around it`(
    body: String, filled: String
  ) throws {
    #expect(try Self.json(body, .cursor(nil)) == filled)
  }

  @Test func `writes cursors in JSON as the service has written them`() throws {
    for json in ["7", "[1, \"a\"]", #"{"a": 1}"#, "true", "12345678901234567890", "1.50"] {
      let cursor = try #require(AnswerCursor(JSONReader().value(Array(json.utf8)[...])))
      #expect(try Self.json(#"{"c": {cursor}}"#, .cursor(cursor)) == #"{"c": \#(json)}"#)
    }
  }

  @Test(arguments: [
    ("7", "7"), ("-7", "-7"), ("007", "\"007\""), ("1.0", "\"1.0\""), ("a", "\"a\""),
    ("99999999999999999999", "\"99999999999999999999\""), ("true", "\"true\""), ("", "\"\""),
  ]) func `writes a key in JSON as a number where it is a whole one`(key: String, json: String)
    throws
  {
    #expect(try Self.json("[{last}]", .last(AnswerKey(key))) == "[\(json)]")
  }

  @Test func `is a POST of JSON with a body, unless a field says another type`() throws {
    let request = try RequestTemplate("http://h.example/", body: "{}")
      .request(for: .cursor(nil), limit: 1)
    #expect(request.method == .post)
    #expect(request.headers == [HTTPField("Content-Type", "application/json")])
    let typed = try RequestTemplate(
      "http://h.example/", headers: [HTTPField("content-type", "application/x+json; a=b")],
      body: "[\"{cursor}\"]")
    #expect(
      String(decoding: try typed.request(for: .cursor(nil), limit: 1).body, as: UTF8.self)
        == "[null]")
    let text = try RequestTemplate(
      "http://h.example/", headers: [HTTPField("Content-Type", "text/plain")], body: "a {cursor}\"")
    #expect(
      String(decoding: try text.request(for: Self.cursor("\"b"), limit: 1).body, as: UTF8.self)
        == "a \"b\"")
    #expect(try RequestTemplate("http://h.example/").isPost == false)
    #expect(try RequestTemplate("http://h.example/", method: .post).isPost)
  }

  @Test(arguments: [
    ("h.example/x", "not an address: write https://HOST/PATH"),
    ("https://", "not an address: write https://HOST/PATH"),
    ("http:///x", "not an address: write https://HOST/PATH"),
    ("http://:80/x", "not an address: write https://HOST/PATH"),
    ("http://u@/x", "not an address: write https://HOST/PATH"),
    ("http://h.example/\n", "not an address: write https://HOST/PATH"),
    ("http://h.example\\@evil.example/", "not an address: write https://HOST/PATH"),
    ("", "not an address: write https://HOST/PATH"),
    ("http://127.0.0.1:99999/", "not an address: write https://HOST/PATH"),
    ("http://h.example:x/", "not an address: write https://HOST/PATH"),
    ("http://a b/", "not an address: write https://HOST/PATH"),
    ("http://[::1", "not an address: write https://HOST/PATH"),
    ("http://[::1/x", "not an address: write https://HOST/PATH"),
    ("http://a]/", "not an address: write https://HOST/PATH"),
    ("ftp://h.example/", "cannot open 'ftp:' addresses: only http and https are supported"),
    (
      "file://localhost/etc/passwd",
      "cannot open 'file:' addresses: only http and https are supported"
    ),
    ("gopher://h.example/", "cannot open 'gopher:' addresses: only http and https are supported"),
    ("http://{page}.example/", "a placeholder cannot be used in the host part of an address"),
    ("http://{cursor}@h.example/", "a placeholder cannot be used in the host part of an address"),
    ("http://h.example:{limit}/", "a placeholder cannot be used in the host part of an address"),
    ("http://h.example/?a={page}&b={offset}", "{page} and {offset} cannot be used together"),
    ("http://h.example/{page}?b={last}", "{page} and {last} cannot be used together"),
    (
      "http://h.example/{cursor}",
      "{cursor} cannot be used in the path, because it has no value for the first page: put it in the query"
    ),
    (
      "http://h.example/a/{last}?x=1",
      "{last} cannot be used in the path, because it has no value for the first page: put it in the query"
    ),
  ]) func `is refused where it could not be asked`(address: String, words: String) {
    #expect(throws: HTTPError.invalid(words)) { try RequestTemplate(address) }
  }

  @Test(arguments: [
    (HTTPField("X", "a\r\nY: b"), "the value of X contains a line break or a control character"),
    (HTTPField("X", "a\nb"), "the value of X contains a line break or a control character"),
    (HTTPField("X", "a\0"), "the value of X contains a line break or a control character"),
    (HTTPField("X", "a\u{7F}"), "the value of X contains a line break or a control character"),
    (HTTPField("X Y", "a"), "'X Y' is not a valid header name"),
    (HTTPField("X:", "a"), "'X:' is not a valid header name"),
    (HTTPField("", "a"), "'' is not a valid header name"),
    (HTTPField("é", "a"), "'é' is not a valid header name"),
  ]) func `is refused where a header would be another one`(field: HTTPField, words: String) {
    #expect(throws: HTTPError.invalid(words)) {
      try RequestTemplate("http://h.example/", headers: [field])
    }
  }

  @Test func `is refused with a body and GET, and with two ways in address and body`() {
    #expect(throws: HTTPError.invalid("a body needs --method POST")) {
      try RequestTemplate("http://h.example/", body: "{}", method: .get)
    }
    #expect(throws: HTTPError.invalid("{page} and {cursor} cannot be used together")) {
      try RequestTemplate("http://h.example/?p={page}", body: "{cursor}")
    }
    #expect(throws: HTTPError.invalid("{offset} and {last} cannot be used together")) {
      try RequestTemplate(
        "http://h.example/?p={offset}", headers: [HTTPField("X", "{last}")])
    }
  }

  @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\0b", "\u{7F}"])
  func `is not sent where a value would be another header`(value: String) throws {
    let template = try RequestTemplate(
      "http://h.example/", headers: [HTTPField("X-Cursor", "{cursor}")])
    #expect(
      throws: HTTPError.invalid("the service's value for X-Cursor is not valid in a header")
    ) {
      try template.request(for: Self.cursor(value), limit: 1)
    }
  }

  @Test func `encodes what cannot stand in an address as it was typed`() throws {
    let encoded = try RequestTemplate("http://h.example/a%2Fb%20?q=%C3%A9#part")
    #expect(
      try encoded.request(for: .cursor(nil), limit: 1).url == "http://h.example/a%2Fb%20?q=%C3%A9")
    let template = try RequestTemplate("http://h.example/straße/a b?q=é {page}")
    #expect(
      try template.request(for: .page(1), limit: 1).url
        == "http://h.example/stra%C3%9Fe/a%20b?q=%C3%A9%201")
  }

  @Test func `leads where a page says, as it says it, where pages name each other`() throws {
    let template = try RequestTemplate("http://h.example/?n={limit}")
    let next = Self.cursor("http://h.example/?n=5&after=%7Bpage%7D")
    #expect(
      try template.request(for: next, limit: 20).url == "http://h.example/?n=5&after=%7Bpage%7D")
  }
}
