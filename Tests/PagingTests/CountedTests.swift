import Paging
import PagingSimulation
import Testing

@Suite struct `A counted source` {
  /// A list of a million posts, of which the first ten are held and the first five are drawn.
  private func run(prefetch: Int = 0) throws -> MachineRun {
    var run = try MachineRun(
      SimulatedServer(0..<1_000_000, counts: true), pageSize: 10, prefetch: prefetch, keep: 100)
    run.load(pages: 1)
    run.show(0..<5)
    run.forget()
    return run
  }

  @Test func `P65: has its full length from the start, and holds next to nothing of it`() throws {
    let run = try run()
    #expect(run.machine.totalCount == 1_000_000)
    #expect(run.machine.leadingPlaceholders == 0)
    #expect(run.machine.trailingPlaceholders == 999_990)
    #expect(run.machine.count == 10)
  }

  @Test func `P68: jumps to any item with one load`() throws {
    var run = try run()
    run.show(500_000..<500_005)
    #expect(run.asked == ["refresh number(499999)"])
    run.answer()
    #expect(run.machine[0].item?.id == 499_999)
    #expect(run.machine.leadingPlaceholders == 499_999)
    #expect(run.machine.trailingPlaceholders == 499_991)
    #expect(run.machine.place(ofEntry: 4) == 500_003)
    #expect(run.changes.contains(.moved))
    #expect(run.waiting.isEmpty)
  }

  @Test func `P68: takes a part of the page before what is drawn, so that it need not load next`()
    throws
  {
    var run = try run(prefetch: 2)
    run.show(500_000..<500_005)
    run.answer()
    #expect(run.machine[0].item?.id == 499_998)
    #expect(run.waiting.isEmpty)
  }

  @Test func `P68: loads once more where the reader has jumped on meanwhile, and only there`()
    throws
  {
    var run = try run()
    for place in stride(from: 1_000, through: 9_000, by: 1_000) { run.show(place..<place + 5) }
    #expect(run.asked == ["refresh number(999)"])
    run.answer()
    #expect(run.asked == ["refresh number(999)", "refresh number(8999)"])
    run.answer()
    #expect(run.machine[0].item?.id == 8_999)
    #expect(run.waiting.isEmpty)
  }

  @Test func `goes on page by page where the reader only scrolls`() throws {
    var run = try run()
    run.show(8..<13)
    #expect(run.asked == ["append after(9)"])
    run.answer()
    #expect(run.machine.count == 20)
    #expect(run.machine.place(ofEntry: 12) == 12)
  }

  @Test func `goes back from where it was entered`() throws {
    var run = try run()
    run.show(500_000..<500_005)
    run.answer()
    run.forget()
    run.show(-2..<3)
    #expect(run.asked == ["prepend before(499999)"])
    run.answer()
    #expect(run.machine[0].item?.id == 499_989)
    #expect(run.machine.leadingPlaceholders == 499_989)
  }

  @Test func `P42: that fails at a place tries again by a key, where the reader is by then`() throws
  {
    var run = try run()
    run.show(500_000..<500_005)
    run.fail()
    run.show(600_000..<600_005)
    #expect(run.waiting.isEmpty)
    #expect(run.list == "0 1 2 3 4 5 6 7 8 9")
    run.send(.retry)
    #expect(run.waiting.map(\.request.position) == [.number(599_999)])
  }

  @Test func `that answers with another place than asked for is not asked for ever`() throws {
    var run = try run()
    run.show(500_000..<500_005)
    run.answer(
      with: Page(
        items: [Post(id: 7)], after: .end, extent: PageExtent(start: 7, total: 1_000_000)))
    #expect(
      run.state(.refresh)
        == .failed(PagingError("the source has no item 500000", isRetryable: false)))
    run.show(500_001..<500_006)
    #expect(run.waiting.isEmpty)
  }

  /// The service's total is too large, or is the total of something else.
  @Test func `that has nothing where it has counted something is a chain from then on`() throws {
    var run = try run()
    run.show(500_000..<500_005)
    run.answer(
      with: Page(items: [], after: .end, extent: PageExtent(start: 499_999, total: 1_000_000)))
    #expect(run.machine.totalCount == nil)
    #expect(run.state(.refresh) == .idle)
    #expect(run.machine.trailingPlaceholders == 0)
    #expect(run.list == "0 1 2 3 4 5 6 7 8 9")
    run.send(.loadMore(.trailing))
    run.answer()
    #expect(run.machine.count == 20)
    #expect(run.machine.totalCount == nil)
    run.send(.jump(.number(7)))
    run.answer()
    #expect(run.machine.totalCount == 1_000_000, "a list that was begun again counts again")
  }

  @Test(arguments: [13, 500_000])
  func `P68: jumps to an item by its number wherever the reader is`(number: Int) throws {
    var run = try run()
    run.send(.jump(.number(number)))
    run.answer()
    #expect(run.asked == ["refresh number(\(number))"])
    #expect(run.list == (number..<number + 10).map { "\($0)" }.joined(separator: " "))
    #expect(run.changes.last == .landed(0))
    #expect(run.machine.place(ofEntry: 0) == number)
    #expect(run.mirror.isCopy(of: run.machine))
  }

  @Test func `puts the reader at the item of a jump inside its page`() throws {
    var run = try run()
    run.send(.jump(.number(504)))
    run.answer(
      with: Page(
        items: (500..<510).map { Post(id: $0) }, before: .more(500), after: .more(509),
        extent: PageExtent(start: 500, total: 1_000_000)))
    #expect(run.changes.last == .landed(4))
  }

  @Test func `tries a jump to an item again by a key`() throws {
    var run = try run()
    run.send(.jump(.number(500)))
    run.fail()
    run.send(.retry)
    #expect(run.asked == ["refresh number(500)", "refresh number(500)"])
  }

  @Test func `jumps to an item that is being loaded for its placeholder`() throws {
    var run = try run()
    run.show(500_000..<500_005)
    run.send(.jump(.number(499_999)))
    #expect(run.cancelled.count == 1)
    run.answer()
    #expect(run.changes.last == .landed(0))
  }

  @Test func `goes on to a place by a key after the requests that are allowed`() throws {
    var run = try MachineRun(
      SimulatedServer(0..<1_000, counts: true), pageSize: 10, maxRequests: 1)
    run.load(pages: 1)
    run.show(500..<505)
    #expect(run.state(.refresh) == .paused(.requests(1)))
    run.send(.retry)
    #expect(run.asked == ["refresh number(499)"])
  }

  @Test func `keeps its total if a jump leads beyond its end`() throws {
    var run = try run()
    run.send(.jump(.number(2_000_000)))
    run.answer(
      with: Page(items: [], after: .end, extent: PageExtent(start: 1_000_000, total: 1_000_000)))
    #expect(
      run.state(.refresh)
        == .failed(PagingError("the source has no item 2000001", isRetryable: false)))
    #expect(run.machine.totalCount == 1_000_000)
  }

  @Test func `can be entered at an item in place of another source`() throws {
    var run = try run()
    run.send(.exchange(run.machine.traits, at: .number(500)))
    run.answer()
    #expect(run.changes.contains(.exchanged))
    #expect(run.changes.last == .landed(0))
    #expect(run.machine[0].item?.id == 500)
    #expect(run.waiting.isEmpty)
  }

  @Test func `keeps its places when the head is looked at from far away`() throws {
    var run = try run()
    run.show(500_000..<500_005)
    run.answer()
    run.server.ids.insert(contentsOf: [-2, -1], at: 0)
    run.send(.refresh)
    run.answer()
    #expect(run.machine.totalCount == 1_000_002)
    #expect(run.machine.newCount == 2)
    #expect(run.machine.place(ofEntry: 0) == 500_001)
  }

  @Test func `P65: is not walked when a key is pressed, however long it is`() throws {
    var run = try run()
    for place in [999_995, 3, 500_000, 0] {
      run.show(place..<place + 5)
      run.settle()
    }
    #expect(run.issued.count <= 8)
    #expect(run.machine.count <= 40)
  }

  @Test func `drawn beyond its last item is clamped to it`() throws {
    var run = try run()
    run.show(2_000_000..<2_000_005)
    #expect(run.waiting.map(\.request.position) == [.number(999_998)])
    run.answer()
    #expect(run.list == "999998 999999")
    #expect(run.state(.append) == .end)
  }
}
