import Answers
import HTTPSources
import Paging
import PagingTesting
import Synchronization
import Testing

/// A list from a service that limits the number of requests.
///
/// The service and the client use one clock, which only the test moves.
private struct LimitedList {
  /// How the service reports its limit.
  enum Form: CaseIterable {
    case delta, policy, retryAfter, dates
  }

  static let count = 100
  let clock = ManualClock()
  let quota: Quota
  let service: CountingService

  /// Creates a list with ten items per page; the service allows three requests per minute.
  init(_ form: Form) throws {
    let quota = Quota(3, in: .seconds(60), by: clock)
    self.quota = quota
    service = try CountingService { request, _ in
      let (left, reset) = quota.spend()
      var reply = left < 0 ? CountingService.Reply(status: 429) : Self.page(request)
      reply.fields += Self.fields(form, left: left, reset: reset)
      return reply
    }
  }

  private static func page(_ request: String) -> CountingService.Reply {
    // Every address of a page ends with the number of the page.
    let target = request.split(separator: " ")[1]
    let number = String(target.reversed().prefix { $0.isNumber }.reversed())
    let start = (Int(number) ?? 0) * 10
    let items = (start..<max(start, min(start + 10, count))).map { "{\"id\": \($0 + 1)}" }
    let next = start + 10 < count ? ", \"next\": \"/?p=\(start / 10 + 1)\"" : ""
    return CountingService.Reply(body: "{\"items\": [\(items.joined(separator: ","))]\(next)}")
  }

  private static func fields(_ form: Form, left: Int, reset: Duration) -> [String] {
    let (left, seconds) = (max(0, left), Int(reset / .seconds(1)))
    switch form {
    case .delta: return ["X-RateLimit-Remaining: \(left)", "X-RateLimit-Reset: \(seconds)"]
    case .policy: return ["RateLimit: \"a\";r=\(left);t=\(seconds), \"b\";r=900;t=9000"]
    case .retryAfter: return left == 0 ? ["Retry-After: \(seconds).0"] : []
    case .dates:
      let date = "Date: Sun, 06 Nov 1994 08:00:00 GMT"
      let reset = "1994-11-06T08:0\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)Z"
      return [date, "RateLimit-Remaining: \(left)", "RateLimit-Reset: \(reset)"]
    }
  }

  /// A source for the list; sources with the same `limits` share one waiting time.
  func source(_ query: String, _ limits: OriginLimits? = nil) throws -> HTTPSource {
    try HTTPSource("\(service.address)/\(query)", atOnce: 4) {
      ($0.limits, $0.answers.firstPage) = (limits ?? self.limits(), 0)
    }
  }

  func limits(randomFraction: Double = 0) -> OriginLimits {
    OriginLimits(clock: clock, wallTime: { 0 }, randomFraction: { randomFraction })
  }
}

extension PageRequest where Cursor == PageCursor {
  /// The same request, made by a reader who does not want to wait.
  fileprivate var overruling: Self {
    PageRequest(reason: reason, position: position, count: count, overrulesWait: true)
  }
}

/// A service that limits requests: no request is sent before the service allows it, unless the
/// reader overrules the wait.
@Suite(.timeLimit(.minutes(5))) struct `A service with a limit` {
  @Test(arguments: LimitedList.Form.allCases, ["?p={cursor}", "", "?p={page}"])
  fileprivate func `is walked to its end, and never asked before it allows that`(
    form: LimitedList.Form, query: String
  ) async throws {
    let list = try LimitedList(form)
    let source = try list.source(query)
    let pager = await Pager(
      source: source, configuration: .standard.with(pageSize: 10, prefetchDistance: 0),
      clock: list.clock, randomFraction: { 0 })
    let isOver = Mutex(false)
    let walk = Task { @MainActor in
      defer { isOver.withLock { $0 = true } }
      var numbers: [Int] = []
      for try await item in pager.items { numbers.append(item.number ?? 0) }
      return numbers
    }
    try await eventually("the end") {
      if await pager.isResting { list.clock.pass(.milliseconds(500)) }
      return isOver.withLock { $0 }
    }
    #expect(try await walk.value == Array(1...LimitedList.count))
    // If the service reports its limit only when it is reached, several requests may be sent at the
    // same time, and some are refused. Otherwise requests are sent one at a time.
    #expect(list.quota.refused == 0 || form == .retryAfter && query == "?p={page}")
    #expect(list.clock.now.offset >= .seconds(180))
  }

  /// A page uses up the limit; then a refresh, a jump, the next page and another list must wait.
  @Test func `has one clock for all that is asked of it`() async throws {
    let list = try LimitedList(.delta)
    let limits = list.limits()
    let (one, other) = (try list.source("?p={page}", limits), try list.source("", limits))
    for _ in 1...2 { #expect(try await one.load(.start(10)).pause == nil) }
    list.clock.pass(.seconds(20))
    #expect(try await one.load(.start(10)).pause == .seconds(40))
    list.clock.pass(.seconds(10))
    let words = "127.0.0.1:\(list.service.port) asks for a pause"
    let error = PagingError(words, isRetryable: true, retryAfter: .seconds(30))
    let jump = PageRequest<PageCursor>(reason: .refresh, position: .number(55), count: 10)
    let next = PageCursor.page(PageNumberCursor(number: 0, size: 10))
    #expect(await one.failure(of: .start(10)) == error)
    #expect(await one.failure(of: jump) == error)
    #expect(await one.failure(of: .after(next, 10)) == error)
    #expect(await other.failure(of: .start(10)) == error)
    #expect(list.service.requests.count == 3)
    list.clock.pass(.seconds(30))
    #expect(try await other.load(.start(10)).pause == nil)
    #expect(list.quota.refused == 0)
  }

  @Test func `is asked before that where the reader wants it`() async throws {
    let list = try LimitedList(.delta)
    let source = try list.source("?p={page}")
    for _ in 1...3 { _ = try await source.load(.start(10)) }
    let refused = await source.failure(of: .start(10).overruling)
    #expect(refused?.description == "429 Too Many Requests")
    #expect(refused?.retryAfter == .seconds(60))
    #expect(list.service.requests.count == 4)
    // If a later answer names no waiting time, the wait is over.
    let kind = try CountingService { _, number in
      CountingService.Reply(fields: number == 1 ? ["Retry-After: 60"] : [])
    }
    let other = try HTTPSource(kind.address + "/?p={page}") { $0.limits = list.limits() }
    #expect(try await other.load(.start(10)).pause == .seconds(60))
    #expect(await other.failure(of: .start(10))?.retryAfter == .seconds(60))
    #expect(try await other.load(.start(10).overruling).pause == nil)
    #expect(try await other.load(.start(10)).pause == nil)
    #expect(kind.requests.count == 3)
  }

  @Test func `is asked a little later than it allows, and never earlier`() async throws {
    for (fraction, asked, wait) in [
      (0.0, 60, 60.0), (0.5, 60, 63), (1, 60, 66), (1, 3_600, 3_610), (1, 10, 11),
    ] {
      let service = try CountingService { _, _ in
        CountingService.Reply(fields: ["Retry-After: \(asked)"])
      }
      let limits = OriginLimits(
        clock: ManualClock(), wallTime: { 0 }, randomFraction: { fraction })
      let source = try HTTPSource(service.address + "/") { $0.limits = limits }
      #expect(try await source.load(.start(10)).pause == .seconds(wait))
    }
  }

  @Test func `is another service for another origin`() async throws {
    let list = try LimitedList(.delta)
    let free = try CountingService { _, _ in CountingService.Reply() }
    let limits = list.limits()
    let source = try list.source("?p={page}", limits)
    for _ in 1...3 { _ = try await source.load(.start(10)) }
    let other = try HTTPSource(free.address + "/") { $0.limits = limits }
    #expect(try await other.load(.start(10)).pause == nil)
  }

  @Test func `speaks of what it refuses, and not of mistakes`() async throws {
    for (status, isHeld) in [(200, true), (429, true), (503, true), (500, true), (404, false)] {
      let clock = ManualClock()
      let service = try CountingService { _, _ in
        CountingService.Reply(status: status, fields: ["Retry-After: 7"])
      }
      let source = try HTTPSource(service.address + "/") {
        $0.limits = OriginLimits(clock: clock, randomFraction: { 0 })
      }
      let error = await source.failure()
      #expect(error?.retryAfter == (isHeld && status != 200 ? .seconds(7) : nil))
      _ = await source.failure()
      #expect(service.requests.count == (isHeld ? 1 : 2), "\(status)")
    }
  }
}

extension Pager {
  /// Whether the pager sends no requests until time passes.
  fileprivate var isResting: Bool {
    !isLoading
      && [LoadReason.refresh, .append].contains {
        if case .waiting = state(of: $0) { true } else { false }
      }
  }
}

/// Limits that only the text of an answer mentions.
@Suite(.timeLimit(.minutes(5))) struct `A secondary limit of GitHub` {
  private static let said =
    #"{"message": "You have exceeded a Secondary Rate Limit. Please wait a few minutes."}"#

  private struct Asked {
    let clock = ManualClock()
    let source: HTTPSource

    init(_ reply: @escaping @Sendable (Int) -> CountingService.Reply) throws {
      let service = try CountingService { _, number in reply(number) }
      kept = service
      let limits = OriginLimits(clock: clock, wallTime: { 0 }, randomFraction: { 0 })
      source = try HTTPSource(service.address + "/?p={page}") { $0.limits = limits }
    }

    private let kept: CountingService
    var requests: Int { kept.requests.count }
  }

  @Test(arguments: [403, 429]) func `is waited for a minute, and then longer`(status: Int)
    async throws
  {
    let asked = try Asked { number in
      number == 9 ? .init() : .init(status: status, body: Self.said)
    }
    for wait in [60, 120, 240, 480, 960, 1_920, 3_600, 3_600] {
      let error = await asked.source.failure()
      #expect(error?.retryAfter == .seconds(wait) && error?.isRetryable == true)
      asked.clock.pass(.seconds(wait - 1))
      #expect(await asked.source.failure()?.retryAfter == .seconds(1))
      asked.clock.pass(.seconds(1))
    }
    #expect(await asked.source.failure() == nil)
    let again = await asked.source.failure()
    #expect(again?.retryAfter == .seconds(60))
    #expect(asked.requests == 10)
  }

  @Test func `is waited for as long as it says`() async throws {
    let dated = try Asked { _ in
      .init(status: 403, fields: ["Retry-After: 90"], body: Self.said)
    }
    #expect(await dated.source.failure()?.retryAfter == .seconds(90))
    let usedUp = try Asked { _ in
      .init(
        status: 403, fields: ["X-RateLimit-Remaining: 0", "X-RateLimit-Reset: 30"],
        body: #"{"message": "API rate limit exceeded"}"#)
    }
    #expect(
      await usedUp.source.failure()
        == PagingError(
          "403 Forbidden: API rate limit exceeded", isRetryable: true, retryAfter: .seconds(30)))
  }

  @Test func `is no other refusal`() async throws {
    let refused = try Asked { _ in
      .init(status: 403, fields: ["X-RateLimit-Remaining: 59"], body: #"{"message": "no"}"#)
    }
    for _ in 1...2 {
      #expect(
        await refused.source.failure() == PagingError("403 Forbidden: no", isRetryable: false))
    }
    #expect(refused.requests == 2)
    let said = try Asked { _ in .init(status: 400, body: Self.said) }
    #expect(await said.source.failure()?.isRetryable == false)
  }
}

/// Answers that name a waiting time with a status that means no error: 202 and redirects.
@Suite(.timeLimit(.minutes(5))) struct `An answer that is to come later` {
  private func source(_ service: CountingService, _ clock: ManualClock) throws -> HTTPSource {
    try HTTPSource(service.address + "/a?p={page}") {
      $0.limits = OriginLimits(clock: clock, wallTime: { 0 }, randomFraction: { 0 })
    }
  }

  @Test func `is one that is not ready yet`() async throws {
    let service = try CountingService { _, number in
      number == 1
        ? .init(status: 202, fields: ["Retry-After: 5"], body: "{}") : .init(body: #"[{"id": 1}]"#)
    }
    let source = try source(service, ManualClock())
    let words = "202 Accepted: the response is not ready yet"
    #expect(
      await source.failure() == PagingError(words, isRetryable: true, retryAfter: .seconds(5)))
    #expect(try await source.load(.start(10)).numbers == [1])
  }

  @Test func `is one at another address`() async throws {
    let service = try CountingService { request, _ in
      request.hasPrefix("GET /b")
        ? .init(body: #"[{"id": 1}]"#)
        : .init(status: 303, fields: ["Location: /b", "Retry-After: 5"])
    }
    let clock = ManualClock()
    let source = try source(service, clock)
    #expect(await source.failure()?.retryAfter == .seconds(5))
    clock.pass(.seconds(3))
    #expect(await source.failure()?.retryAfter == .seconds(2))
    #expect(service.requests.count == 1)
    clock.pass(.seconds(2))
    #expect(try await source.load(.start(10)).numbers == [1])
    #expect(service.requests.map { $0.prefix(6) } == ["GET /a", "GET /b"])
    #expect(await source.failure()?.retryAfter == .seconds(5))
    #expect(try await source.load(.start(10).overruling).numbers == [1])
  }

  @Test func `is given up where it is always elsewhere`() async throws {
    let service = try CountingService { _, _ in
      .init(status: 307, fields: ["Location: /a?p=1", "Retry-After: 1"])
    }
    let clock = ManualClock()
    let source = try source(service, clock)
    for _ in 1...10 {
      #expect(await source.failure()?.isRetryable == true)
      clock.pass(.seconds(1))
    }
    #expect(await source.failure()?.description.hasSuffix("redirects more than 10 times") == true)
  }
}
