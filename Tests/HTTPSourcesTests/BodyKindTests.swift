import Answers
import HTTPSources
import Paging
import Records
import Testing

/// How an answer is recognized if its type does not say what it is, or promises more than its bytes
/// contain.
@Suite(.timeLimit(.minutes(2))) struct `An answer` {
  private func open(
    _ address: String, _ set: (inout HTTPSourceOptions) -> Void = { _ in }
  ) async throws -> HTTPSource.Opened {
    var options = HTTPSourceOptions()
    set(&options)
    return try await HTTPSource.open(RequestTemplate(address), pageSize: 100, options)
  }

  /// A complete answer with a type and a body.
  private static func answer(_ type: String?, _ body: String) -> String {
    let field = type.map { "Content-Type: \($0)\r\n" } ?? ""
    return "HTTP/1.1 200 OK\r\n\(field)Content-Length: \(body.utf8.count)\r\n"
      + "Connection: close\r\n\r\n\(body)"
  }

  /// A content type, encoded for a switch of the sample service.
  private static func encoded(_ type: String) -> String {
    type.replacing("/", with: "%2F").replacing("+", with: "%2B")
  }

  private static let unknown = [
    nil, "text/plain", "text/plain; charset=utf-8", "application/octet-stream",
    "binary/octet-stream",
  ]

  @Test(arguments: unknown) func `of no telling type is a list where it is one of JSON`(
    type: String?
  ) async throws {
    for body in [
      #"[{"id":1},{"id":2}]"#, "\u{FEFF} \r\n\t[{\"id\": 1},\n {\"id\": 2}]\n",
      #"{"items": [{"id": 1}, {"id": 2}]}"# + "\n",
    ] {
      let canned = try CannedService([Self.answer(type, body)])
      guard case .pages(let source) = try await open(canned.address) else {
        throw TestFailure("no pages: \(body)")
      }
      #expect(try await source.walked() == [1, 2])
      #expect(canned.requests.count == 1)
    }
  }

  @Test(arguments: unknown) func `of no telling type is a document where it is one of JSON`(
    type: String?
  ) async throws {
    let body = "{\n  \"name\": \"x\"\n}\n"
    let canned = try CannedService([Self.answer(type, body)])
    guard case .document(let bytes, _) = try await open(canned.address) else {
      throw TestFailure("no document")
    }
    #expect(String(decoding: bytes, as: UTF8.self) == body)
  }

  @Test(arguments: [
    "", " \n", "a text\n", "[2026-01-02 03:04:05] a log\n[2026", "{not JSON}\n", "[1, 2", #"{"a":"#,
    "{\"id\":1}\n{\"id\":2}\n", "{\"id\":1}{\"id\":2}", "[1]\n[2]\n", "[1] and more",
    "\u{FEFF}{\"id\":1}\n\n{\"id\":2}\n", "12\n", "\"a\"\n", "\u{FEFF}", "\u{1F}\u{8B}",
    "[" + String(repeating: " ", count: 200_000) + "x", String(repeating: "\n", count: 200_000),
  ]) func `of no telling type is a text of all its bytes where it is no JSON`(
    body: String
  ) async throws {
    for type in Self.unknown {
      let canned = try CannedService([Self.answer(type, body)])
      guard case .text(let text) = try await open(canned.address) else {
        throw TestFailure("no text")
      }
      #expect(text.form == .plain)
      #expect(try text.whole(inPiecesOf: 7_777) == body)
      #expect(canned.requests.count == 1)
    }
  }

  @Test(arguments: [
    "application/x-ndjson", "application/jsonl", "application/ndjson", "text/csv", "text/html",
  ]) func `of a text's type is a text, whatever its bytes are`(type: String) async throws {
    let canned = try CannedService([Self.answer(type, #"[{"id":1}]"#)])
    guard case .text(let text) = try await open(canned.address) else {
      throw TestFailure("no text")
    }
    #expect(try text.whole() == #"[{"id":1}]"#)
  }

  @Test(arguments: ["application/json", "text/plain"]) func `of several values is a text`(
    type: String
  ) async throws {
    let body = "{\"id\":1}\n{\"id\":2}\n"
    let canned = try CannedService([Self.answer(type, body)])
    guard case .text(let text) = try await open(canned.address) else {
      throw TestFailure("no text")
    }
    #expect(try text.whole() == body)
  }

  /// A service that watches something sends a record at each change.
  @Test(arguments: ["", "text/plain", "application/json"])
  func `that pauses behind its records is a text, which is read while it comes`(
    type: String
  ) async throws {
    for count in 1...2 {
      let list = try Switched("count=\(count);hold;type=\(Self.encoded(type))")
      guard case .text(let text) = try await open(list.address("ndjson/users")) else {
        throw TestFailure("no text")
      }
      #expect(try text.whole(atMost: 10).hasPrefix("{\"id\":1,"))
      #expect(try await list.requestCount == 1)
      text.cancel()
    }
  }

  @Test func `is left to a format that a reader has named`() async throws {
    let canned = try CannedService([Self.answer("text/plain", "[1]\n")])
    guard case .text = try await open(canned.address, { $0.answers.reader.format = .text }) else {
      throw TestFailure("no text")
    }
  }

  /// The bytes before the failure can be read, and then the error follows.
  @Test func `of no telling type that ends early is a text`() async throws {
    let body = #"[{"id":1},"#
    let answer = Self.answer("text/plain", body).replacing("Length: 10", with: "Length: 99")
    let canned = try CannedService([answer])
    guard case .text(let text) = try await open(canned.address) else {
      throw TestFailure("no text")
    }
    #expect(try text.whole(atMost: body.utf8.count) == body)
    #expect {
      try text.whole()
    } throws: { error in (error as? HTTPError)?.isPassing == true }
  }

  // MARK: The bound

  @Test(arguments: ["application/json", "text/plain", "application/vnd.x+json"])
  func `that is an array beyond the bound is a text of all its bytes`(type: String) async throws {
    for size in [1_000_000, 1_000_001] {
      let list = try Switched("type=\(Self.encoded(type))")
      let opened = try await open(list.address("fault/huge?bytes=\(size)")) {
        $0.client.mostBody = 1_000_000
      }
      switch opened {
      case .pages: #expect(size == 1_000_000)
      case .text(let text):
        #expect(size == 1_000_001 && text.form == .plain)
        let whole = try await HTTPClient().answer(
          to: HTTPRequest(url: list.address("fault/huge?bytes=\(size)")))
        #expect(Array(try text.whole().utf8) == whole.body)
      case .document: throw TestFailure("a document")
      }
    }
  }

  @Test func `that is an array with too many items is a text`() async throws {
    let list = try Switched()
    let opened = try await open(list.address("fault/huge?bytes=100000")) {
      $0.answers.reader.maximumCount = 1_000
    }
    guard case .text(let text) = opened else { throw TestFailure("no text") }
    #expect(try text.whole().utf8.count == 100_000)
  }

  @Test(arguments: ["application/json", "text/plain"])
  func `that is an object beyond the bound is a document`(type: String) async throws {
    let body = #"{"items": [{"id": 1}, {"id": 2}]}"#
    let canned = try CannedService([Self.answer(type, body)])
    guard case .text(let text) = try await open(canned.address, { $0.client.mostBody = 20 }) else {
      throw TestFailure("no text")
    }
    #expect(text.form == .document)
    #expect(try text.whole() == body)
  }

  /// If the answer were not refused, only one of several pages would be shown.
  @Test func `that is an object beyond the bound and has pages is refused`() async throws {
    let canned = try CannedService([
      Self.answer("application/json", #"{"items": [1, 2, 3], "n": 1}"#)
    ])
    await #expect(throws: HTTPError.tooLarge(maximum: 20)) {
      try await open(canned.address) {
        ($0.client.mostBody, $0.answers.reader.next) = (20, try? .init("/n"))
      }
    }
  }

  @Test func `that names another page keeps the bound`() async throws {
    let canned = try CannedService("Link: </2>; rel=\"next\"", body: "[1, 2, 3, 4, 5, 6, 7, 8]")
    await #expect(throws: HTTPError.tooLarge(maximum: 20)) {
      try await open(canned.address) { $0.client.mostBody = 20 }
    }
  }

  // MARK: Streams

  @Test func `of events has them as they come, and none is asked for twice`() async throws {
    let list = try Switched("count=3;hold")
    guard case .text(let text) = try await open(list.address("events/users")) else {
      throw TestFailure("no text")
    }
    #expect(text.form == .events)
    let service = try Switched("count=3")
    let whole = try await HTTPClient().answer(
      to: HTTPRequest(url: service.address("ndjson/users"))
    ).body
    #expect(try text.whole(atMost: whole.count) == String(decoding: whole, as: UTF8.self))
    #expect(try await list.requestCount == 1)
  }

  @Test func `of events or a sequence has a line for each, in pieces of any size`() async throws {
    let list = try Switched("count=20")
    let whole = try await HTTPClient().answer(
      to: HTTPRequest(url: list.address("ndjson/users"))
    ).body
    for style in ["events", "sequence"] {
      for size in [1, 7, 100_000] {
        guard case .text(let text) = try await open(list.address("\(style)/users")) else {
          throw TestFailure("no text")
        }
        #expect(try text.whole(inPiecesOf: size) == String(decoding: whole, as: UTF8.self))
      }
    }
  }

  @Test func `of events that is given up closes the connection`() async throws {
    let service = try SampleService()
    let list = try Switched("count=1;hold", at: .success(service))
    guard case .text(let text) = try await open(list.address("events/users")) else {
      throw TestFailure("no text")
    }
    #expect(try text.whole(atMost: 1).isEmpty == false)
    text.cancel()
    try await eventually("no connection is left") { service.connections.isEmpty }
  }

  @Test func `that is awaited is given up with its task`() async throws {
    let service = try SampleService()
    let list = try Switched(at: .success(service))
    let opening = Task { try await open(list.address("fault/stall")) }
    try await list.isAsked(1)
    try await eventually("a connection") { !service.connections.isEmpty }
    opening.cancel()
    await #expect(throws: HTTPError.cancelled) { try await opening.value }
    try await eventually("no connection is left") { service.connections.isEmpty }
  }
}
