import Paging
import PagingSimulation
import Testing

/// Refreshes around the reader after deletions, over sources whose items have no cursors.
@Suite struct `A refresh of pages from which items were deleted` {
  /// A list of the first pages of 0, 1, 2 and so on.
  private func run(
    _ style: PagingStyle, pages: Int = 4, of count: Int = 100, counts: Bool = false
  ) throws -> MachineRun {
    var server = SimulatedServer(0..<count, goesBack: style != .token, counts: counts)
    server.style = style
    var run = try MachineRun(server, pageSize: 10)
    run.load(pages: pages)
    return run
  }

  private func list(_ ids: some Sequence<Int>) -> String {
    ids.map { "\($0)" }.joined(separator: " ")
  }

  private func refresh(_ drawn: Range<Int>, in run: inout MachineRun) {
    run.show(drawn)
    run.send(.refreshAround)
    run.settle()
  }

  @Test func `shows each numbered page as it is now, where the page kept its number`() throws {
    var run = try run(.pageNumber)
    run.server.hidden = Set((0..<100).filter { $0.isMultiple(of: 3) })
    refresh(10..<20, in: &run)
    #expect(run.list.contains(" 8 9 10 11 13 14 16 17 19 20 "))
    #expect(!run.list.contains("…"))
    let once = run.list
    refresh(10..<20, in: &run)
    #expect(run.list == once)
    #expect(run.mirror.isCopy(of: run.machine))
  }

  @Test func `loses no item that has moved to the page before, and leaves no gap there`() throws {
    var run = try run(.pageNumber)
    run.server.ids.removeAll { $0 == 17 }
    refresh(24..<30, in: &run)
    #expect(run.list == list(0..<40))
    #expect(run.mirror.isCopy(of: run.machine))
  }

  @Test func `goes on below by the page that was last, because its items have moved up`() throws {
    var run = try run(.pageNumber)
    run.server.ids.removeAll { $0 == 5 }
    refresh(0..<8, in: &run)
    #expect(run.list == list((0..<40).filter { $0 != 5 }))
    for _ in 0..<2 {
      run.send(.loadMore(.trailing))
      run.settle()
    }
    #expect(run.list == list((0..<51).filter { $0 != 5 }))
  }

  @Test func `leaves no gap by offset either, and nothing that has gone`() throws {
    var run = try run(.offset, pages: 5)
    run.server.ids.removeAll { $0 == 17 }
    refresh(14..<30, in: &run)
    #expect(run.list == list((0..<46).filter { $0 != 17 }))
  }

  @Test func `leaves no gap at a place that the reader has jumped to`() throws {
    var run = try run(.offset, pages: 1, counts: true)
    run.show(50..<56)
    run.settle()
    run.server.ids.removeAll { $0 == 17 }
    for _ in 0..<3 {
      run.send(.refreshAround)
      run.settle()
    }
    let first = try #require(run.machine[0].item?.id.number)
    #expect(run.list == list(first..<first + run.machine.count))
  }

  @Test func `asks for the pages before, where its items are now`() throws {
    var run = try run(.pageNumber, pages: 6, of: 150)
    run.server.ids.removeAll { $0.isMultiple(of: 3) }
    refresh(24..<44, in: &run)
    #expect(run.list.contains(" 20 22 23 25 26 28 29 31 32 34 35 37 38 40 41 43 44 46 "))
    #expect(!run.list.contains("…"))
  }

  @Test func `puts one gap below the answer to a token, and leaves nothing above it`() throws {
    var run = try run(.token)
    run.server.ids.removeAll { $0.isMultiple(of: 3) }
    refresh(10..<12, in: &run)
    #expect(run.list.hasPrefix(list(0..<10) + " 10 11 13 14 16 17 19 20 22 23 … 24 25 "))
    run.send(.fill(gap: try #require(run.gap), from: .leading))
    run.answer()
    #expect(run.list.contains(" 22 23 25 26 28 29 31 32 34 35 37 38 … 39"))
  }

  @Test(arguments: [PagingStyle.pageNumber, .offset], [3, 4, 7])
  func `shows the list of the server after some more`(style: PagingStyle, step: Int) throws {
    for start in stride(from: 0, through: 40, by: 4) {
      var run = try run(style, pages: 8, of: 200)
      run.server.ids.removeAll { $0.isMultiple(of: step) }
      for _ in 0..<4 { refresh(start..<start + 10, in: &run) }
      let drawn = (start..<start + 10).compactMap { run.machine[$0].item?.id.number }
      let ids = run.server.ids
      let first = try #require(drawn.first.flatMap { ids.firstIndex(of: $0) })
      #expect(drawn == Array(ids[first...].prefix(10)), "from \(start)")
    }
  }
}
