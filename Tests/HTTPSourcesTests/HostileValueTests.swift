import Answers
import Foundation
import HTTPSources
import Paging
import Randomness
import Records
import Testing

/// Values from a service that could be taken for more than a value.
@Suite struct `A value of a service` {
  private static let pieces: [Noise.Piece] =
    [
      "\"", "\\", "\\\"", "\r\n", "\n", "\0", "{", "}", "{cursor}", "{{page}}", "&", "=", "%",
      "%0A",
      "+", " ", "/", "?", "#", "é", "😀", "\u{2028}", "x", "7", "-", "\u{7F}", "\u{1B}[31m", ",",
      "\"}", "\": 1, \"", "null", "\t", "\u{301}",
    ].map { text in { $0.put(text) } }

  private static func trial(_ name: String, _ brokenRule: @escaping @Sendable (String) -> String?)
    -> Trial<UInt8>
  {
    Trial(
      name, drawing: { Noise.drawn(from: $0) { $0.some(of: pieces) } },
      brokenRule: { brokenRule(String(decoding: $0, as: UTF8.self)) })
  }

  private static func request(
    _ address: String, _ value: String, headers: [HTTPField] = [], body: String? = nil
  ) throws -> HTTPRequest {
    try RequestTemplate(address, headers: headers, body: body)
      .request(for: .cursor(AnswerCursor(text: value)), limit: 20)
  }

  private static let jsonTrial = trial("values in JSON") { value in
    let body = #"{"a": {cursor}, "b": "{cursor}", "c": "\"{cursor}\\", "d": "{{cursor}}{cursor}"}"#
    guard let request = try? request("http://h.example/", value, body: body),
      let record = try? JSONReader().record(request.body[...]), record.count == 4
    else { return "the body is an object of its fields" }
    let wanted = [
      "a": value, "b": value, "c": "\"" + value + "\\", "d": "{cursor}" + value,
    ]
    let isKept = wanted.allSatisfy { name, text in
      record.last { $0.name == name }?.value.text.utf8.elementsEqual(text.utf8) ?? false
    }
    return isKept ? nil : "each field has the value"
  }

  /// Parts of a JSON string, and their meanings; a placeholder is empty as long as it has no value.
  private static let written: [(text: String, meaning: String)] = [
    ("{cursor}", ""), ("{cursor}", ""), (#"\""#, "\""), (#"\\"#, "\\"), ("a", "a"), (#"\n"#, "\n"),
    ("{{cursor}}", "{cursor}"), ("{x}", "{x}"), ("é", "é"),
  ]

  /// JSON strings with placeholders that have no value.
  ///
  /// A string is `null` if it contains only such placeholders.
  private static let emptyTrial = Trial<Int>(
    "texts of JSON without values",
    drawing: { seed in
      var random = SplitMix64(start: seed)
      return (0..<random.within(1...5)).map { _ in random.within(0...written.count - 1) }
    },
    brokenRule: { choices in
      let parts = choices.map { written[$0] }
      let text = parts.map(\.text).joined()
      let template = try? RequestTemplate(
        "http://h.example/", body: #"{"a": "\#(text)", "b": ["{cursor}"], "c": "\\"}"#)
      guard let body = try? template?.request(for: .cursor(nil), limit: 1).body,
        let record = try? JSONReader().record(body[...]), let value = record.value(at: "a")
      else { return "the body is an object" }
      guard record.value(at: "c")?.text == "\\", record.value(at: "b")?.elements?.count == 1 else {
        return "what follows is as it was"
      }
      let isNothing = !parts.isEmpty && parts.allSatisfy { $0.text == "{cursor}" }
      if isNothing { return value.kind == .null ? nil : "nothing is null" }
      return value.text == parts.map(\.meaning).joined() ? nil : "the rest of the text is kept"
    })

  @Test(arguments: [1, 2, 3] as [UInt64]) func `leaves JSON whole where there is none yet`(
    seed: UInt64
  ) {
    #expect(Self.emptyTrial.failure(from: seed, count: 300)?.description == nil)
  }

  private static let headerTrial = trial("values in a header") { value in
    let field = HTTPField("X-Cursor", "a{cursor}b")
    guard let request = try? request("http://h.example/", value, headers: [field]) else {
      return value.utf8.contains { $0 < 0x20 && $0 != 9 || $0 == 0x7F } ? nil : "a text is taken"
    }
    guard request.headers == [HTTPField("X-Cursor", "a\(value)b")] else {
      return "the header has the value"
    }
    return value.utf8.contains { $0 < 0x20 && $0 != 9 || $0 == 0x7F } ? "a line is one line" : nil
  }

  private static let queryTrial = trial("values in a query") { value in
    guard let request = try? request("http://h.example/a?b={cursor}&n={limit}", value),
      let address = WebAddress(request.url)
    else { return "the address is one" }
    guard address.authority == "h.example", address.path == "/a", address.fragment == nil else {
      return "the value stays in the query"
    }
    let parts = (address.query ?? "").split(separator: "&", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1] == "n=20", parts[0].hasPrefix("b=") else {
      return "the value is one parameter"
    }
    let text = String(parts[0].dropFirst(2)).removingPercentEncoding
    return text?.utf8.elementsEqual(value.utf8) ?? false ? nil : "the parameter has the value"
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `stays a value in JSON`(seed: UInt64) {
    #expect(Self.jsonTrial.failure(from: seed, count: 300)?.description == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `stays on its line in a header`(seed: UInt64) {
    #expect(Self.headerTrial.failure(from: seed, count: 300)?.description == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `stays a parameter in a query`(seed: UInt64) {
    #expect(Self.queryTrial.failure(from: seed, count: 300)?.description == nil)
  }

  @Test func `comes to the service as it was, in each place`() async throws {
    let value = "a \"b\\c\" {page}/é😀&=+%"
    let list = try Switched()
    let source = try HTTPSource(
      list.address("echo?c={cursor}"), headers: [HTTPField("X-C", "{cursor}")],
      body: #"{"c": "{cursor}"}"#)
    let page = try await source.load(.after(.cursor(AnswerCursor(text: value)), 10))
    let item = try #require(page.items.first)
    #expect(item.text("query.c") == value)
    #expect(item.text("headers.x-c") == value)
    let body = try JSONReader().record(Array(try #require(item.text("body")).utf8)[...])
    #expect(body.value(at: "c")?.text == value)
  }
}
