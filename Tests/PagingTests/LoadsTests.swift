import Paging
import Testing

@Suite struct `The loads that are out` {
  private typealias Book = Loads<Int>

  private func request(_ reason: LoadReason, pages: Int = 1) -> PageRequest<Int> {
    PageRequest(reason: reason, position: .start, count: 10, pages: pages)
  }

  @discardableResult
  private func start(
    _ reason: LoadReason, in loads: inout Book, pages: Int = 1, at now: Duration = .zero,
    deadline: Duration? = nil
  ) -> Ticket<Int> {
    loads.start(
      request(reason, pages: pages), for: .extend(.trailing), at: now, deadline: deadline)
  }

  @Test func `are one a reason, and the last one counts`() {
    var loads = Book()
    let first = start(.append, in: &loads)
    let second = start(.append, in: &loads)
    let other = start(.prepend, in: &loads)
    #expect(!loads.isCurrent(first))
    #expect(loads.isCurrent(second))
    #expect(loads.isCurrent(other))
    #expect(first.sequence < second.sequence)
  }

  @Test func `count no more once the list is started again`() {
    var loads = Book()
    let ticket = start(.append, in: &loads)
    loads.beginGeneration()
    #expect(!loads.isCurrent(ticket))
    #expect(loads.isIdle(.append))
  }

  @Test func `count the pages that were asked for, until the reader asks again`() {
    var loads = Book()
    start(.append, in: &loads, pages: 3)
    start(.prepend, in: &loads)
    #expect(loads.requestCount == 4)
    loads.allowRequests()
    #expect(loads.requestCount == 0)
  }

  @Test func `know what came while one was out`() {
    var loads = Book()
    loads.noteArrival()
    let ticket = start(.append, in: &loads)
    #expect(!loads.wasAnswered(during: ticket))
    #expect(!loads.mayBeNewer(1, than: ticket))
    loads.noteArrival()
    #expect(loads.wasAnswered(during: ticket))
    #expect(loads.mayBeNewer(2, than: ticket))
  }

  @Test func `remember why none is out, and which it befell`() {
    var loads = Book()
    let ticket = start(.gap, in: &loads)
    loads.hold(.gap, .cancelled, of: ticket)
    #expect(!loads.isOut(.gap))
    #expect(!loads.isIdle(.gap))
    #expect(loads[.gap].stopped == ticket)
    loads.clear(.gap)
    #expect(loads.isIdle(.gap))
  }

  @Test func `keep the run of their failures while they are tried again`() {
    var loads = Book()
    start(.append, in: &loads)
    #expect(loads.countFailure(.append, at: .seconds(1)).count == 1)
    loads.resume(.append)
    start(.append, in: &loads)
    let run = loads.countFailure(.append, at: .seconds(5))
    #expect(run.count == 2)
    #expect(run.start == .seconds(1))
    loads.clear(.append)
    #expect(loads.countFailure(.append, at: .seconds(9)).count == 1)
  }

  @Test func `are overdue from their deadline on`() {
    var loads = Book()
    let ticket = start(.append, in: &loads, deadline: .seconds(5))
    start(.prepend, in: &loads)
    #expect(loads.overdue(at: .seconds(4)).isEmpty)
    #expect(loads.overdue(at: .seconds(5)) == [ticket])
    #expect(loads.nextTime(after: .zero) == .seconds(5))
  }

  @Test func `that wait are due at their time, and told of each second until then`() {
    var loads = Book()
    let ticket = start(.append, in: &loads)
    loads.hold(
      .append, .waiting(PagingError("offline", isRetryable: true), until: .seconds(3)), of: ticket)
    #expect(!loads.isDue(.append, at: .seconds(2)))
    #expect(loads.isDue(.append, at: .seconds(3)))
    #expect(loads.nextTime(after: .zero) == .seconds(1))
    #expect(loads.nextTime(after: .seconds(2.5)) == .seconds(3))
  }

  @Test func `at the edges wait for a look that is out`() {
    var loads = Book()
    let ticket = start(.append, in: &loads)
    loads.hold(
      .append, .waiting(PagingError("offline", isRetryable: true), until: .seconds(3)), of: ticket)
    start(.refresh, in: &loads)
    #expect(!loads.isDue(.append, at: .seconds(3)))
    #expect(loads.nextTime(after: .zero) == nil)
  }

  @Test func `tell whether a cursor is not known any more`() {
    var loads = Book()
    let ticket = start(.append, in: &loads)
    #expect(!loads.hasExpired)
    loads.hold(
      .append, .failed(PagingError("gone", isRetryable: false, hasExpired: true)), of: ticket)
    #expect(loads.hasExpired)
  }
}
