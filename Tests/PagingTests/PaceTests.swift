import Paging
import PagingSimulation
import Testing

@Suite struct `A reader's pace` {
  /// A list of three pages of ten, with the reader at the first entries; each load takes a second.
  private func run(follows: Bool = true, pagesAtOnce: Int = 1) throws -> MachineRun {
    var run = try MachineRun(
      SimulatedServer(1...500), pageSize: 10, prefetch: 2, followsReader: follows,
      pagesAtOnce: pagesAtOnce)
    run.send(.refresh)
    run.pass(.seconds(1))
    run.answer()
    for _ in 0..<2 {
      run.send(.loadMore(.trailing))
      run.pass(.seconds(1))
      run.answer()
    }
    run.show(0..<5)
    run.forget()
    return run
  }

  /// Scrolls forward entry by entry, the given number of times, with a pause before each.
  private func scroll(_ run: inout MachineRun, by entries: Int, every pause: Duration) {
    for entry in 1...entries {
      run.pass(pause)
      run.show(entry..<entry + 5)
    }
  }

  @Test func `that is slow loads when the distance asked for is reached`() throws {
    var run = try run()
    scroll(&run, by: 22, every: .seconds(2))
    #expect(run.issued.isEmpty)
    scroll(&run, by: 24, every: .seconds(2))
    #expect(run.asked == ["append after(30)"])
  }

  @Test func `that is fast loads as much further ahead as the reader comes while a load is out`()
    throws
  {
    var run = try run()
    scroll(&run, by: 8, every: .milliseconds(100))
    // At ten entries per second, with loads that take a second, a load starts about fifteen entries
    // before the end.
    #expect(run.issued.isEmpty)
    scroll(&run, by: 14, every: .milliseconds(100))
    #expect(run.asked == ["append after(30)"])
  }

  @Test func `has no speed between two places that are told at one moment`() throws {
    var run = try run()
    run.show(10..<15)
    run.show(5..<10)
    #expect(run.issued.isEmpty)
  }

  @Test func `is not followed where a distance is given`() throws {
    var run = try run(follows: false)
    scroll(&run, by: 20, every: .milliseconds(10))
    #expect(run.issued.isEmpty)
  }

  @Test func `towards one edge loads no earlier at the other`() throws {
    var run = try MachineRun(
      SimulatedServer(1...500, goesBack: true), opensAtEnd: true, pageSize: 10, prefetch: 2,
      followsReader: true)
    run.send(.refresh)
    run.answer()
    run.send(.jump(.end))
    run.pass(.seconds(1))
    run.answer()
    run.show(3..<6)
    run.forget()
    for entry in 4...7 {
      run.pass(.milliseconds(50))
      run.show(entry..<entry + 3)
    }
    #expect(run.asked.isEmpty)
  }

  @Test func `never asks for more than four pages ahead, nor for more than is kept`() throws {
    var configuration = try PagerConfiguration(pageSize: 10, keep: 1_000)
    #expect(configuration.longestPrefetchDistance == 40)
    configuration = try PagerConfiguration(pageSize: 10, keep: 50)
    #expect(configuration.longestPrefetchDistance == 20)
    configuration = try PagerConfiguration(pageSize: 10, prefetchDistance: 3)
    #expect(configuration.longestPrefetchDistance == 3)
  }

  /// Simulates a reader who holds a key down: 30 entries per second over pages of 50, each of which
  /// takes 100 ms to load.
  ///
  /// - Returns: the number of screens after the first second that went beyond the held entries.
  private func shortScreens(
    prefetch: Int = 25, follows: Bool = true, pagesAtOnce: Int
  ) throws -> Int {
    var run = try MachineRun(
      SimulatedServer(1...3_000), pageSize: 50, prefetch: prefetch, followsReader: follows,
      pagesAtOnce: pagesAtOnce)
    var (begun, short): ([(load: MachineRun.Load, at: Duration)], Int) = ([], 0)
    run.send(.refresh)
    for entry in 0..<900 {
      begun += run.issued.map { ($0, run.now) }
      run.forget()
      run.pass(.milliseconds(1_000) / 30)
      while let first = begun.first, first.at + .milliseconds(100) <= run.now {
        begun.removeFirst()
        run.answer(first.load)
      }
      let screen = entry..<entry + 48
      if run.now > .seconds(1), screen.upperBound > run.machine.count { short += 1 }
      run.show(screen.clamped(to: 0..<run.machine.count))
    }
    return short
  }

  @Test(arguments: [1, 4]) func `of a key that is held down never shows a page that is missing`(
    pagesAtOnce: Int
  ) throws {
    #expect(try shortScreens(pagesAtOnce: pagesAtOnce) == 0)
    // The early loads are the reason: without them, some screens are short.
    #expect(try shortScreens(prefetch: 0, follows: false, pagesAtOnce: pagesAtOnce) > 0)
  }

  @Test func `that outruns single pages asks for several, where they have addresses`() throws {
    var run = try run(pagesAtOnce: 4)
    scroll(&run, by: 20, every: .milliseconds(20))
    #expect(run.asked.first == "append after(30)")
    let request = try #require(run.issued.first?.request)
    #expect((2...4).contains(request.pages))
    #expect(request.count == 10)
  }

  @Test func `never asks for more pages at once than requests are allowed`() throws {
    var run = try MachineRun(
      SimulatedServer(1...500), pageSize: 10, prefetch: 2, maxRequests: 3, followsReader: true,
      pagesAtOnce: 8)
    run.send(.refresh)
    run.answer()
    run.send(.seekEnd)
    #expect(run.issued.last?.request.pages == 3)
    run.settle()
    #expect(run.state(.append) == .paused(.requests(3)))
  }
}
