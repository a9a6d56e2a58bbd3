import Answers
import Glibc
import HTTPSources
import Paging
import PagingTesting
import Testing

/// Services that do not answer as they should.
@Suite(.timeLimit(.minutes(2))) struct `A service that fails` {
  private static func source(
    _ list: Switched, _ path: String, body: String? = nil,
    _ set: (inout HTTPSourceOptions) -> Void = { _ in }
  ) throws -> HTTPSource {
    try HTTPSource(list.address(path), body: body) {
      $0.client.mostBody = 1 << 20
      set(&$0)
    }
  }

  /// The faults, each with its message and with whether a retry may help; `HOST` stands for the
  /// host of the service.
  private static let faults = [
    (
      "html", "the response is a web page (HTML), not data: is this the address of the API?", false
    ),
    (
      "invalid", "first page: the page is not valid JSON: unexpected end at line 1, column 780",
      false
    ),
    ("stall", "no data from HOST for 1 s: see --timeout", true),
    ("silent", "no data from HOST for 1 s: see --timeout", true),
    ("endless", "the page is larger than 1 MiB: request fewer items", false),
    ("huge?bytes=1048577", "the page is larger than 1 MiB: request fewer items", false),
    ("status/404", "404 Not Found: status 404", false),
    ("status/403", "403 Forbidden: status 403", false),
    ("status/418", "418: status 418", false),
    ("status/500", "500 Internal Server Error: status 500", true),
    ("status/502", "502 Bad Gateway: status 502", true),
    ("status/503", "503 Service Unavailable: status 503", true),
    ("status/504", "504 Gateway Timeout: status 504", true),
    ("status/501", "501 Not Implemented: status 501", false),
    ("status/429", "429 Too Many Requests: status 429", true),
    ("status/408", "408 Request Timeout: status 408", true),
    ("status/304", "304 Not Modified", false),
  ]

  @Test(arguments: faults) func `is named in one line, which says whether to try again`(
    fault: String, words: String, isRetryable: Bool
  ) async throws {
    let list = try Switched()
    let source = try Self.source(list, "fault/\(fault)") {
      // With this limit, a busy machine could be too late for any other answer.
      if words.contains("for 1 s") { $0.client.silence = .seconds(1) }
    }
    let error = await source.failure()
    let host = "127.0.0.1:\(list.service.port)"
    #expect(
      error == PagingError(words.replacing("HOST", with: host), isRetryable: isRetryable))
    try await list.isAsked(1)
    #expect(try await list.requestCount == 1)
  }

  @Test(arguments: [#"{"items": [{"id": 1, "v": NaN}], "total": 3}"#, #"{"items": [1]}x"#, "oops"])
  func `by sending invalid JSON is named, and its text is no item`(body: String) async throws {
    for path in ["/x", "/x?page={page}"] {
      let canned = try CannedService("", body: body)
      let source = try await HTTPSource.open(
        RequestTemplate(canned.address + path), pageSize: 10
      ).source()
      let error = await source.failure()
      #expect(error?.isRetryable == false)
      #expect(error?.description.contains("the page is not valid JSON: ") == true, "\(path)")
      #expect(canned.requests.count == 1)
    }
  }

  @Test func `with the last byte that is read is none`() async throws {
    let list = try Switched()
    let source = try Self.source(list, "fault/huge?bytes=1048576")
    #expect(try await source.load(.start(10)).items.count == 16_383)
  }

  @Test func `by closing the connection may be tried again`() async throws {
    let list = try Switched()
    let error = await (try Self.source(list, "fault/cut")).failure()
    #expect(error?.isRetryable == true)
    let words = "the connection to 127.0.0.1:\(list.service.port) was lost: "
    #expect(error?.description.hasPrefix(words) == true, "\(error?.description ?? "")")
  }

  @Test func `by leading round in circles is followed ten times`() async throws {
    let list = try Switched()
    let error = await (try Self.source(list, "fault/loop")).failure()
    let address = list.address("fault/loop")
    #expect(
      error == PagingError("\(address) redirects more than 10 times", isRetryable: false))
    #expect(try await list.requestCount == 11)
  }

  @Test func `may say when it can be asked again`() async throws {
    for (status, asked) in [(429, true), (503, true), (500, true), (404, false)] {
      let list = try Switched("retry-after=7")
      let error = await
        (try Self.source(list, "fault/status/\(status)") {
          $0.limits = OriginLimits(clock: ManualClock(), randomFraction: { 0 })
        }).failure()
      #expect(error?.retryAfter == (asked ? .seconds(7) : nil), "\(status)")
    }
    let dated = try CannedService(
      "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nRetry-After: Sun, 06 Nov 1994 08:50:07 GMT",
      body: "{}", status: "503 No")
    let source = try HTTPSource(dated.address + "/") {
      $0.limits = OriginLimits(clock: ManualClock(), randomFraction: { 0 })
    }
    #expect(await source.failure()?.retryAfter == .seconds(30))
  }

  @Test func `is asked again by the list, once it may be`() async throws {
    let list = try Switched("fail=1:503,3:429;retry-after=0;count=60")
    let source = try Self.source(list, "cursors/users?cursor={cursor}")
    let pager = await Pager(
      source: source,
      configuration: .standard.with(
        pageSize: 20, retry: RetryPolicy(limit: .seconds(30), firstDelay: .milliseconds(1))))
    var numbers: [Int] = []
    for try await item in pager.items { numbers.append(item.number ?? 0) }
    #expect(numbers == Array(1...60))
    #expect(try await list.requestCount == 5)
  }

  @Test func `is not asked again where it was sent a body, unless that was said`() async throws {
    let body = #"{"pageToken": "{cursor}"}"#
    for (fault, silent) in [("status/503", false), ("status/429", false), ("cut", true)] {
      let once = try Self.source(Switched(), "fault/\(fault)", body: body)
      #expect(await once.failure()?.isRetryable == false, "\(silent)")
      let again = try Self.source(Switched(), "fault/\(fault)", body: body) {
        $0.retriesPosts = true
      }
      #expect(await again.failure()?.isRetryable == true)
    }
  }

  @Test func `is told apart from one that is not there`() async throws {
    let port = try LoopbackPort.dead()
    let dead = await (try HTTPSource("http://127.0.0.1:\(port)/")).failure()
    #expect(dead?.isRetryable == true)
    #expect(
      dead?.description.hasPrefix("cannot connect to 127.0.0.1:\(port): ") == true,
      "\(dead?.description ?? "")")
    #expect(
      await (try HTTPSource("http://nohost.invalid/")).failure()
        == PagingError("no such host: nohost.invalid", isRetryable: false))
  }

  /// If the service has answered before, its host exists, so the network must be down.
  @Test func `that has answered before is asked again where its host is not found`() async throws {
    let list = try Switched("count=10")
    let source = try HTTPSource(list.address("echo?n={limit}"))
    _ = try await source.load(.start(10))
    let next = PageCursor.cursor(AnswerCursor(text: "http://nohost.invalid/"))
    #expect(
      await source.failure(of: .after(next, 10))
        == PagingError("no such host: nohost.invalid", isRetryable: true))
  }

  @Test func `is reached through a proxy of the environment, which is named where it is dead`()
    async throws
  {
    let port = try LoopbackPort.dead()
    let list = try Switched()
    let address = list.address("single/users")
    let proxy = ["http_proxy": "http://ada:s3cret@127.0.0.1:\(port)"]
    let dead = try Viewer.run(["--retry-for", "0", address], proxy)
    #expect(dead.status != 0)
    #expect(dead.errors.contains("cannot connect to 127.0.0.1:\(list.service.port)"), "\(dead)")
    #expect(!dead.errors.contains("s3cret"), "\(dead)")
    #expect(try await list.requestCount == 0)
    let passed = try Viewer.run([address], proxy.merging(["no_proxy": "127.0.0.1"]) { $1 })
    #expect(passed.status == 0)
    #expect(try await list.requestCount == 1)
    let unknown = try Viewer.run(
      ["--retry-for", "0", address], ["http_proxy": "http://nohost.invalid:1"])
    #expect(unknown.errors.contains("no such proxy: "), "\(unknown)")
  }

  /// If the queue of the listener is full, the kernel accepts no connection, like a firewall that
  /// drops all packets.
  @Test func `by not taking a connection is given up`() async throws {
    let (listener, port) = try LoopbackPort.listen(row: 0)
    let (first, second) = (try LoopbackPort.connect(to: port), try LoopbackPort.connect(to: port))
    defer { for descriptor in [listener, first, second] { close(descriptor) } }
    let source = try HTTPSource("http://127.0.0.1:\(port)/") {
      $0.client.connecting = .seconds(1)
    }
    let error = await source.failure()
    #expect(error?.isRetryable == true)
    #expect(
      error?.description.hasPrefix("cannot connect to 127.0.0.1:\(port): ") == true,
      "\(error?.description ?? "")")
  }

  @Test func `with a header that never ends is given up`() async throws {
    let field = "X-Long: " + String(repeating: "x", count: 60_000)
    let canned = try CannedService(Array(repeating: field, count: 6).joined(separator: "\r\n"))
    #expect(
      await (try HTTPSource(canned.address + "/")).failure()
        == PagingError("the response header is larger than 256 KiB", isRetryable: false))
  }

  @Test(arguments: [
    (#"{"message": "no"}"#, "no"), (#"{"error": {"message": "deep"}}"#, "deep"),
    (#"{"error_description": "words", "error": "code"}"#, "words"), (#"{"detail": "d"}"#, "d"),
    (#"{"errors": [{"message": "deep inside", "code": 9}, {"message": "b"}]}"#, "deep inside"),
    (#"{"errors": ["first"]}"#, "first"), (#"{"errors": [{"title": "t", "detail": "d"}]}"#, "d"),
    (#"{"error": {"type": "x", "reason": "too large"}, "status": 400}"#, "too large"),
    (
      #"{"error": {"root_cause": [{"type": "x", "reason": "too large"}], "reason": "all failed"}}"#,
      "too large"
    ),
    (#"{"message": "", "detail": ["d"]}"#, "d"),
  ]) func `is named by what it says of the failure`(body: String, words: String) async throws {
    let canned = try CannedService("", body: body, status: "400 X")
    #expect(
      await (try HTTPSource(canned.address + "/")).failure()?.description
        == "400 Bad Request: \(words)")
  }

  @Test func `is named in one line, whatever it says of the failure`() async throws {
    let canned = try CannedService("", body: #"{"message": "a\r\nb\nc"}"#, status: "400 X")
    #expect(
      await (try HTTPSource(canned.address + "/")).failure()?.description
        == "400 Bad Request: a b c")
  }

  @Test func `is no service that has nothing to say`() async throws {
    let source = try HTTPSource(Switched().address("fault/status/204"))
    #expect(try await source.walked() == [])
  }

  @Test func `with a web page that does not say so is found out`() async throws {
    let page = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\n <!doctype HTML><p>Sign in</p>"
    let canned = try CannedService([page])
    #expect(
      await (try HTTPSource(canned.address + "/")).failure()?.description.hasPrefix(
        "the response is a web page (HTML)") == true)
  }

  @Test func `is no service that says something before its answer`() async throws {
    let canned = try CannedService([
      "HTTP/1.1 103 Early Hints\r\nLink: <file:///x>; rel=next\r\n\r\n"
        + CannedService.answer("", body: "[1]")
    ])
    let page = try await HTTPSource(canned.address + "/").load(.start(10))
    #expect(page.items.count == 1)
    #expect(page.after == .end)
  }

  @Test func `with an answer that is no HTTP is one`() async throws {
    let canned = try CannedService(["no HTTP at all\r\n\r\n"])
    let error = await (try HTTPSource(canned.address + "/")).failure()
    #expect(error?.description.hasPrefix("127.0.0.1:\(canned.port)") == true)
  }
}
