import Paging
import PagingSimulation
import Testing

/// The next load of the machine shows where it expects the reader.
@Suite struct `The place of a reader` {
  @Test func `is beside what stood near, where an answer takes away all that is drawn`() throws {
    var run = try MachineRun(SimulatedServer(1...9), pageSize: 6)
    run.load(pages: 1)
    run.show(3..<5)
    run.server.ids = [-1, 0, 1, 2, 3, 6, 7, 8, 9]
    run.send(.refresh)
    run.answer()
    #expect(run.list == "-1 0 1 2 3 6")
    // The row after 3, where 4 was, is the last one.
    #expect(run.asked == ["refresh start", "append after(6)"])
  }

  @Test func `is where it was, though the next page has an item from above it`() throws {
    var run = try MachineRun(SimulatedServer(1...20), prefetch: 4)
    run.load(pages: 2)
    run.show(4..<5)
    run.answer([1, 7, 8], after: .more(8))
    #expect(run.list == "2 3 4 5 6 1 7 8")
    // Four items follow 5.
    #expect(run.asked == ["append after(6)"])
  }

  @Test func `is where it was, though a gap above it is filled with what is all new`() throws {
    var run = try MachineRun(SimulatedServer(1...30), prefetch: 2)
    run.load(pages: 2)
    run.server.ids.insert(contentsOf: -6...0, at: 0)
    run.send(.refresh)
    run.answer()
    run.show(6..<8)
    #expect(run.list == "-6 -5 -4 … 1 2 3 4 5 6")
    run.forget()
    run.send(.fill(gap: try #require(run.gap), from: .leading))
    run.answer()
    #expect(run.list == "-6 -5 -4 -3 -2 -1 … 1 2 3 4 5 6")
    run.show(6..<11)
    #expect(run.asked == ["gap after(-4)"])
    run.show(7..<12)
    #expect(run.asked == ["gap after(-4)", "append after(6)"])
  }
}

/// An iteration draws nothing; it reports that it has passed the last entry.
@Suite struct `A reader without a screen` {
  private func run(prefetch: Int = 0) throws -> MachineRun {
    var run = try MachineRun(
      SimulatedServer(1...60, goesBack: true), prefetch: prefetch, pagesAtOnce: 4)
    run.load(pages: 1)
    return run
  }

  private func pages(_ run: MachineRun) -> [Int] { run.issued.map(\.request.pages) }

  @Test func `who has waited behind the last entry is given all pages at once, and that once`()
    throws
  {
    var run = try run()
    run.show(3..<3)
    run.answer()
    run.show(14..<15)
    #expect(pages(run) == [4, 1])
  }

  @Test func `is not one who sees the last entry`() throws {
    var run = try run()
    run.show(0..<3)
    #expect(pages(run) == [1])
  }

  @Test func `is not one whose list is out of sight`() throws {
    var run = try run(prefetch: 5)
    run.show(0..<0)
    #expect(pages(run) == [1])
  }

  /// A list of the first ten items, whose source loads one page of ten items at a time.
  private func chain() throws -> MachineRun {
    var run = try MachineRun(
      SimulatedServer(1...60), pageSize: 10, prefetch: 2, followsReader: true)
    run.load(pages: 1)
    return run
  }

  @Test func `who waits for a page is given the next one as it arrives, without asking`() throws {
    var run = try chain()
    run.show(10..<10)
    run.answer()
    #expect(run.asked == ["append after(10)", "append after(20)"])
  }

  @Test func `who waits is given all pages at once as they arrive, and then what is passed`() throws
  {
    var run = try MachineRun(
      SimulatedServer(1...300), pageSize: 10, prefetch: 2, followsReader: true, pagesAtOnce: 3)
    run.load(pages: 1)
    run.show(10..<10)
    run.answer()
    run.answer()
    run.show(68..<69)
    #expect(pages(run) == [3, 3, 1])
  }

  @Test func `who waits is given the next page before one behind them is dropped`() throws {
    var run = try MachineRun(
      SimulatedServer(1...60), pageSize: 10, prefetch: 2, keep: 35, followsReader: true)
    run.load(pages: 3)
    run.show(30..<30)
    run.answer()
    #expect(run.asked.last == "append after(40)")
    #expect(run.machine.count == 40)
    run.show(30..<31)
    #expect(run.machine.count == 30)
    #expect(run.asked.last == "append after(40)")
  }

  @Test func `who has passed that page and waits again is always one page behind`() throws {
    var run = try chain()
    for count in [10, 20, 30] {
      run.show(count..<count)
      run.answer()
    }
    #expect(run.asked == (1...4).map { "append after(\($0)0)" })
  }

  @Test func `who does not wait for that page is given no other before it is near its end`() throws
  {
    var run = try chain()
    run.show(10..<10)
    run.answer()
    run.answer()
    #expect(run.asked == ["append after(10)", "append after(20)"])
    run.show(25..<26)
    #expect(run.asked.count == 2)
    run.show(28..<29)
    #expect(run.asked.count == 3)
  }

  @Test func `who waits for the first page is given no second one`() throws {
    var run = try MachineRun(
      SimulatedServer(1...60), pageSize: 10, prefetch: 2, followsReader: true)
    run.send(.refresh)
    run.show(0..<0)
    run.answer()
    run.show(0..<1)
    #expect(run.asked == ["refresh start"])
  }

  @Test func `who waits is given no page ahead where a distance is set`() throws {
    var run = try MachineRun(SimulatedServer(1...60), pageSize: 10, prefetch: 10)
    run.load(pages: 1)
    run.show(10..<10)
    run.answer()
    #expect(run.asked == ["append after(10)"])
  }

  @Test func `who waits is given no page ahead of one that is larger than all that is read ahead`()
    throws
  {
    var run = try MachineRun(
      SimulatedServer(1...900), pageSize: 10, prefetch: 2, keep: 1_000, followsReader: true,
      pagesAtOnce: 5)
    run.load(pages: 1)
    run.show(10..<10)
    run.answer()
    #expect(pages(run) == [5])
    // The next page counts as usual, by the distance to the end.
    run.show(25..<26)
    #expect(pages(run) == [5])
    run.show(58..<59)
    #expect(pages(run).count == 2)
  }

  @Test func `of a list that is exchanged has not waited, though an iteration did before`() throws {
    var run = try chain()
    run.show(10..<10)
    run.answer()
    run.forget()
    run.send(.exchange(.chain, at: .start))
    run.answer()
    run.show(0..<5)
    #expect(run.asked == ["refresh start"])
  }

  @Test func `has not waited for what is above`() throws {
    var run = try run(prefetch: 5)
    run.send(.jump(.after(57)))
    run.answer()
    run.forget()
    run.show(3..<3)
    #expect(run.asked == ["prepend before(58)"])
    #expect(pages(run) == [1])
  }
}
