import Paging
import SpilledJSON
import SpilledSources
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A source that is asked once for each page` {
  typealias Answer = Page<Stream.Number, SpillCursor>

  private let folder = Folder()
  private let executor = HandExecutor()
  private let held = HeldSource(source: Stream(total: 100, restarts: true))

  @Test func `answers all who ask at the same time`() async throws {
    let pages = try makePages()
    let tasks = (0..<3).map { _ in ask(pages, .start) }
    held.gate.open()
    executor.run()
    for task in tasks { #expect(try await task.value.get().items.map(\.id) == Array(0..<10)) }
    #expect(held.source.loadCount == 1)
  }

  @Test(arguments: [true, false])
  func `loses no answer to a load that was cancelled`(askingBefore: Bool) async throws {
    let pages = try makePages()
    var position = PageRequest<SpillCursor>.Position.start
    for first in [0, 10, 20] {
      let stopped = ask(pages, position)
      stopped.cancel()
      executor.run()
      #expect(await stopped.value == .failure(.init("the load was stopped", isRetryable: true)))
      var next = askingBefore ? ask(pages, position) : nil
      held.gate.open()
      executor.run()
      if next == nil { next = ask(pages, position) }
      let page = try #require(try await next?.value.get())
      #expect(page.items.map(\.id) == Array(first..<first + 10))
      position = .after(try #require(page.after.cursor))
    }
    #expect(held.source.loadCount == 3)
    #expect(held.gate.stopCount == 0)
  }

  @Test func `is stopped before its first page, if it can begin again`() async throws {
    let pages = try makePages(restarts: true)
    for stops in 1...2 {
      let stopped = ask(pages, .start)
      stopped.cancel()
      executor.run()
      #expect(await stopped.value == .failure(.init("the load was stopped", isRetryable: true)))
      #expect(held.gate.stopCount == stops)
    }
    let first = ask(pages, .start)
    held.gate.open()
    executor.run()
    let page = try await first.value.get()
    #expect(page.items.map(\.id) == Array(0..<10))
    // A later page is stored, because the source could not return it again.
    let stopped = ask(pages, .after(try #require(page.after.cursor)))
    stopped.cancel()
    executor.run()
    #expect(held.gate.isTaken && held.gate.stopCount == 2)
  }

  @Test func `is stopped before its first page only when no task waits`() async throws {
    let pages = try makePages(restarts: true)
    let (stopped, waiting) = (ask(pages, .start), ask(pages, .start))
    stopped.cancel()
    executor.run()
    held.gate.open()
    executor.run()
    #expect(try await waiting.value.get().items.map(\.id) == Array(0..<10))
    #expect(held.gate.stopCount == 0 && held.source.loadCount == 1)
  }

  @Test func `is asked again where it failed`() async throws {
    let failing = FailingSource(source: Stream(total: 100), failures: 2)
    let pages = try SpilledSource(failing, folder: folder.path)
    for _ in 0..<2 {
      await #expect(throws: FailingSource<Stream>.error) { try await pages.load(.start) }
    }
    #expect(try await pages.load(.start).items.count == 10)
  }

  @Test func `is stopped when nobody has it any more`() async throws {
    var pages: SpilledSource? = try makePages()
    let task = pages.map { ask($0, .start) }
    task?.cancel()
    executor.run()
    #expect(held.gate.isTaken)
    pages = nil
    executor.run()
    #expect(held.gate.stopCount == 1)
  }

  private func makePages(restarts: Bool = false) throws -> SpilledSource<HeldSource<Stream>> {
    try SpilledSource(held, folder: folder.path, restarts: restarts, executor: executor)
  }

  /// Starts a load, and returns when every task on the executor waits or is done.
  private func ask(
    _ pages: SpilledSource<HeldSource<Stream>>, _ position: PageRequest<SpillCursor>.Position
  ) -> Task<Result<Answer, PagingError>, Never> {
    defer { executor.run() }
    return Task(executorPreference: executor) {
      do throws(PagingError) { return .success(try await pages.load(position)) } catch {
        return .failure(error)
      }
    }
  }
}
