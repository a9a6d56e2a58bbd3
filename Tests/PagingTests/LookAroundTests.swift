import Paging
import PagingSimulation
import Testing

/// Case P80 of docs/paging-cases.md.
@Suite struct `A look around the reader` {
  /// A list of 1...9 in three pages; the server has since deleted 5.
  private func run(drawn: Range<Int>, maxRequests: Int? = nil) throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...12), maxRequests: maxRequests)
    run.load(pages: 3)
    run.show(drawn)
    run.server.version = 1
    run.server.ids.removeAll { $0 == 5 }
    run.forget()
    return run
  }

  @Test func `P81: is at the head where a reader asked for that, whatever the source says after`()
    throws
  {
    var run = try MachineRun(SimulatedServer(1...20))
    run.load(pages: 3)
    run.show(4..<5)
    for event in [.refresh, .refresh, .sourceChanged] as [PagerEvent<Post, Int>] { run.send(event) }
    run.forget()
    run.answer()
    #expect(run.asked == ["refresh start"])
  }

  @Test func `asks for the page that is drawn, and not for the head`() throws {
    var run = try run(drawn: 3..<5)
    run.send(.refreshAround)
    #expect(run.asked == ["refresh after(3)"])
    run.answer()
    #expect(run.list == "1 2 3 4 6 7 8 9")
    #expect(run.versions == [0, 0, 0, 1, 1, 1, 0, 0])
    #expect(run.changes.last == .refreshed(new: 0))
    #expect(run.mirror.isCopy(of: run.machine))
  }

  @Test func `asks for each page that is drawn, one after the other, and tells of its end once`()
    throws
  {
    var run = try run(drawn: 2..<7)
    run.server.ids = Array(1...12)
    run.send(.refreshAround)
    run.settle()
    #expect(run.asked == ["refresh start", "refresh after(3)", "refresh after(6)"])
    #expect(run.versions == Array(repeating: 1, count: 9))
    #expect(run.changes.count { if case .refreshed = $0 { true } else { false } } == 1)
  }

  @Test func `asks on for a page whose first item has come into the one above it`() throws {
    var run = try run(drawn: 2..<8)
    run.send(.refreshAround)
    run.settle()
    #expect(run.list.hasPrefix("1 2 3 4 6 7 8 9"))
    #expect(run.versions.prefix(8) == [1, 1, 1, 1, 1, 1, 1, 1])
  }

  @Test func `asks for a page that the reader has jumped to by its place`()
    throws
  {
    var run = try MachineRun(SimulatedServer(1...60, counts: true), pageSize: 6, keep: 20)
    run.load(pages: 1)
    run.show(30..<34)
    run.settle()
    run.show(2..<6)
    run.settle()
    let first = try #require(run.machine[0].item?.id.number)
    run.server.version = 1
    run.server.ids.removeAll { $0 == first + 4 }
    run.forget()
    run.send(.refreshAround)
    run.settle()
    #expect(run.asked.allSatisfy { $0.hasPrefix("refresh") })
    #expect(!run.list.contains("\(first + 4) "))
    #expect(!run.list.contains("…"))
    #expect(run.versions[2..<5] == [1, 1, 1])
  }

  @Test func `shows what is at a place where the answer was only what is above it`() throws {
    var run = try MachineRun(SimulatedServer(1...60, counts: true), pageSize: 6, keep: 20)
    run.load(pages: 1)
    run.show(30..<34)
    run.settle()
    let first = try #require(run.machine[0].item?.id.number)
    run.server.version = 1
    run.send(.refreshAround)
    // The source answers as if its pages were numbered and one of them ended directly above the
    // first held item.
    run.answer(
      with: run.server.page(
        for: PageRequest(reason: .refresh, position: .number(first - 7), count: 6)))
    run.settle()
    let drawn = try #require(run.machine.index(of: .item(PostID(first))))
    #expect(run.machine[drawn].item?.version == 1)
    #expect(!run.list.contains("…"))
  }

  @Test func `P68: begins again at a place where none of the items is that were there`() throws {
    var run = try MachineRun(SimulatedServer(1...60, counts: true), pageSize: 6)
    run.load(pages: 1)
    run.show(30..<34)
    run.settle()
    run.server.ids.insert(contentsOf: -80...0, at: 0)
    run.send(.refreshAround)
    run.answer()
    #expect(run.changes.contains(.moved))
    let held = (0..<run.machine.count).compactMap { run.machine[$0].item?.id.number }
    #expect(held == Array(held[0]..<held[0] + held.count))
    #expect(!held.contains(31))
  }

  @Test func `P68: shows what is left where the items of a place that was jumped to have gone`()
    throws
  {
    var run = try MachineRun(SimulatedServer(1...60, counts: true), pageSize: 6)
    run.load(pages: 1)
    run.show(54..<60)
    run.settle()
    run.server.ids.removeAll { $0 > 20 }
    run.send(.refreshAround)
    run.settle()
    #expect(!run.list.contains("55"))
    #expect(run.state(.refresh) == .idle)
  }

  @Test func `finds what is new where the head is drawn`() throws {
    var run = try run(drawn: 0..<2)
    run.server.ids.insert(0, at: 0)
    run.send(.refreshAround)
    run.answer()
    #expect(run.list.hasPrefix("0 1 2 3"))
    #expect(run.changes.last == .refreshed(new: 1))
  }

  /// A list of 80 and 90, whose first page had no items and ended at 50.
  private func runBehindNothing(refresh: RefreshPolicy = .merge) throws -> MachineRun {
    var server = SimulatedServer([50, 80, 90])
    server.hidden = [50]
    var run = try MachineRun(server, pageSize: 1, refresh: refresh)
    run.load(pages: 3)
    run.show(0..<1)
    run.settle()
    run.forget()
    #expect(run.list == "80 90")
    return run
  }

  @Test(arguments: [RefreshPolicy.merge, .replace])
  func `asks from where an answer of nothing ends, too`(refresh: RefreshPolicy) throws {
    var run = try runBehindNothing(refresh: refresh)
    run.server.ids.insert(70, at: 1)
    run.send(.refreshAround)
    run.settle()
    #expect(run.asked == ["refresh start", "refresh after(50)"])
    #expect(run.list.hasPrefix("70 … 80"))
  }

  @Test func `finds what is new above a page that follows an answer of nothing`() throws {
    var run = try runBehindNothing()
    run.server.ids.insert(40, at: 0)
    run.send(.refreshAround)
    run.settle()
    #expect(run.list.hasPrefix("40"))
    #expect(run.changes.last == .refreshed(new: 1))
  }

  /// A list of 10 and 40; an empty page between the two was passed at the edge.
  private func runAroundNothing() throws -> MachineRun {
    var server = SimulatedServer([10, 20, 40])
    server.hidden = [20]
    var run = try MachineRun(server, pageSize: 1)
    run.load(pages: 3)
    #expect(run.list == "10 40")
    run.show(0..<1)
    run.forget()
    return run
  }

  @Test func `finds what is new where a page of nothing was, below the page that is drawn`() throws
  {
    var run = try runAroundNothing()
    run.server.ids.insert(15, at: 1)
    run.send(.refreshAround)
    run.settle()
    #expect(run.asked == ["refresh start", "refresh after(10)"])
    #expect(run.list == "10 15 … 40")
  }

  @Test func `leaves no gap where pages of nothing still lead to what is held`() throws {
    var run = try runAroundNothing()
    run.send(.refreshAround)
    run.settle()
    #expect(run.asked == ["refresh start", "refresh after(10)"])
    #expect(run.list == "10 40")
    run.show(1..<2)
    run.send(.refreshAround)
    run.settle()
    #expect(run.asked.last == "refresh after(20)")
  }

  @Test func `looks below a head that is as it was, up to what is held and to the end`() throws {
    var server = SimulatedServer([10, 20, 30])
    (server.validates, server.hidden) = (true, [30])
    var run = try MachineRun(server, pageSize: 2)
    run.load(pages: 2)
    #expect(run.state(.append) == .end)
    run.show(0..<1)
    run.server.ids.append(40)
    run.server.hidden = [30]
    run.forget()
    run.send(.refreshAround)
    run.settle()
    #expect(run.asked.prefix(2) == ["refresh start", "refresh after(20)"])
    #expect(run.list == "10 20 40")
  }

  @Test func `looks at the page that is drawn, where one request is left`() throws {
    var server = SimulatedServer([10, 20, 30])
    server.hidden = [10]
    var run = try MachineRun(server, pageSize: 1, maxRequests: 1)
    run.load(pages: 3)
    run.show(0..<1)
    run.server.ids = [10, 30, 20]
    run.forget()
    run.send(.refreshAround)
    run.settle()
    #expect(run.asked == ["refresh after(10)"])
    #expect(run.list == "30")
  }

  @Test func `looks at what is left of a page whose answer is shorter than it was`() throws {
    var server = SimulatedServer([10, 20, 30, 40])
    server.hidden = [20]
    var run = try MachineRun(server, pageSize: 2)
    run.load(pages: 2)
    run.server.ids.insert(15, at: 1)
    run.server.clamp = 1
    run.show(0..<1)
    run.send(.refreshAround)
    run.settle()
    #expect(run.list == "10 15 … 30 40")
  }

  @Test func `takes away what is gone, though no page shows what was beside it`() throws {
    var server = SimulatedServer([10, 20, 30, 40])
    server.hidden = [20]
    var run = try MachineRun(server, pageSize: 1)
    run.load(pages: 4)
    run.server.ids.insert(5, at: 0)
    run.server.hidden = [5, 10, 20]
    run.show(0..<1)
    run.forget()
    run.send(.refreshAround)
    run.settle()
    #expect(run.asked.prefix(2) == ["refresh start", "refresh after(5)"])
    #expect(run.list == "30 40")
  }

  @Test func `looks at the head where nothing is drawn`() throws {
    var run = try MachineRun(SimulatedServer(1...12))
    run.load(pages: 3)
    run.send(.refreshAround)
    #expect(run.asked == ["refresh start"])
  }

  @Test func `that fails loses nothing and is tried again by a key`() throws {
    var run = try run(drawn: 3..<5)
    run.send(.refreshAround)
    run.fail()
    #expect(run.list == "1 2 3 4 5 6 7 8 9")
    run.send(.retry)
    #expect(run.asked == ["refresh after(3)", "refresh after(3)"])
    run.answer()
    #expect(run.list == "1 2 3 4 6 7 8 9")
  }

  @Test func `is made once more where it is asked for during a look`() throws {
    var run = try run(drawn: 3..<5)
    run.send(.refresh)
    for _ in 0..<3 { run.send(.refreshAround) }
    run.settle()
    #expect(run.asked == ["refresh start", "refresh after(3)"])
  }

  @Test func `ends at the bound of requests`() throws {
    var run = try run(drawn: 2..<7, maxRequests: 2)
    run.send(.refreshAround)
    run.settle()
    #expect(run.asked == ["refresh start", "refresh after(3)"])
    #expect(run.changes.last == .refreshed(new: 0))
  }
}

/// Case P81 of docs/paging-cases.md.
@Suite struct `A source's word that something has changed` {
  private func run(drawn: Range<Int> = 3..<5, maxRequests: Int? = nil) throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...12), maxRequests: maxRequests)
    run.load(pages: 3)
    run.show(drawn)
    run.forget()
    return run
  }

  @Test func `leads to one look around the reader, which says that no reader asked`() throws {
    var run = try run()
    run.server.ids.removeAll { $0 == 5 }
    run.send(.sourceChanged)
    #expect(run.asked == ["refresh after(3)"])
    #expect(run.issued.map(\.request.isUpdate) == [true])
    run.answer()
    #expect(run.list == "1 2 3 4 6 7 8 9")
    #expect(run.changes.last == .renewed)
  }

  @Test func `leads to one look more, however often it comes during one`() throws {
    var run = try run()
    for _ in 0..<5 { run.send(.sourceChanged) }
    #expect(run.issued.count == 1)
    run.answer()
    #expect(run.issued.count == 2)
    run.answer()
    #expect(run.issued.count == 2)
  }

  @Test func `tells of what is new at the head, but not that nothing is`() throws {
    var run = try run(drawn: 0..<2)
    run.send(.sourceChanged)
    run.answer()
    #expect(!run.changes.contains(.refreshed(new: 0)))
    run.server.ids.insert(0, at: 0)
    run.send(.sourceChanged)
    run.answer()
    #expect(run.changes.last == .refreshed(new: 1))
  }

  @Test func `is not the reader's: it allows no more requests, and tries nothing again`() throws {
    var run = try run(maxRequests: 1)
    for _ in 0..<3 {
      run.send(.sourceChanged)
      run.settle()
    }
    #expect(run.issued.count <= 1)
    run.send(.refresh)
    run.fail()
    run.forget()
    run.send(.sourceChanged)
    #expect(run.asked.isEmpty)
    #expect(run.state(.refresh) == .failed(PagingError("offline", isRetryable: true)))
  }

  @Test func `says nothing to a list that has loaded nothing`() throws {
    var run = try MachineRun(SimulatedServer(1...12))
    run.send(.sourceChanged)
    #expect(run.asked.isEmpty)
  }

  @Test func `gives way to what a reader asks for during it`() throws {
    var run = try run()
    run.send(.sourceChanged)
    run.send(.refresh)
    run.answer()
    #expect(run.asked == ["refresh after(3)", "refresh start"])
    #expect(run.issued.map(\.request.isUpdate) == [true, false])
  }
}
