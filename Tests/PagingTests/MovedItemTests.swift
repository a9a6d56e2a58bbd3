import Paging
import PagingSimulation
import Testing

/// Servers that move an item when it is answered, liked or read.
@Suite struct `An item that the server has moved` {
  /// Case P70 of docs/paging-cases.md.
  @Test func `stands at the top after a refresh, and only there`() throws {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 2)
    move(5, to: 0, &run)
    run.send(.refresh)
    run.answer()
    #expect(run.list == "5 1 2 3 4 6")
    #expect(run.changes.last == .refreshed(new: 1))
    #expect(run.machine.newCount == 1)
    #expect(run.mirror.isCopy(of: run.machine))
  }

  /// Case P70 of docs/paging-cases.md.
  @Test func `stands at the top though no item has a cursor, where five others stand as they did`()
    throws
  {
    var server = SimulatedServer(1...30)
    server.style = .token
    var run = try MachineRun(server, pageSize: 7)
    run.load(pages: 2)
    move(9, to: 0, &run)
    run.send(.refresh)
    run.answer()
    #expect(run.list == "9 1 2 3 4 5 6 7 8 10 11 12 13 14")
  }

  /// Case P70 of docs/paging-cases.md.
  @Test func `stands above a gap, and leaves one, where fewer than five others stand as they did`()
    throws
  {
    var server = SimulatedServer(1...30)
    server.style = .token
    var run = try MachineRun(server, pageSize: 5)
    run.load(pages: 2)
    move(9, to: 0, &run)
    run.send(.refresh)
    run.answer()
    #expect(run.list == "9 1 2 3 4 … 5 6 7 8 … 10")
  }

  /// Case P71 of docs/paging-cases.md.
  @Test(arguments: [PagingStyle.keyed, .token])
  func `or deleted goes where an answer shows its place without it`(style: PagingStyle) throws {
    var server = SimulatedServer(1...30)
    server.style = style
    var run = try MachineRun(server, pageSize: 7)
    run.load(pages: 2)
    run.server.ids.removeAll { $0 == 2 }
    run.send(.refresh)
    run.answer()
    #expect(run.list == "1 3 4 5 6 7 8 9 10 11 12 13 14")
    #expect(run.changes.last == .refreshed(new: 0))
    #expect(run.mirror.isCopy(of: run.machine))
  }

  /// Case P72 of docs/paging-cases.md.
  @Test func `or added during a look is found by the one that was asked for meanwhile`()
    throws
  {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 1)
    run.send(.refresh)
    let asRead = run.server.page(for: try #require(run.waiting.first).request)
    run.server.ids.insert(0, at: 0)
    run.send(.refresh)
    run.answer(with: asRead)
    #expect(run.list == "1 2 3")
    run.settle()
    #expect(run.list == "0 1 2 3")
    #expect(run.asked == ["refresh start", "refresh start"])
  }

  /// Case P73 of docs/paging-cases.md.
  @Test func `P52: loses nothing of a page from above that has it in its middle`() throws {
    var run = try MachineRun(SimulatedServer(1...60, goesBack: true))
    run.send(.refresh)
    run.answer([50, 51, 52], before: .more(50), after: .end)
    run.show(0..<1)
    run.answer([47, 50, 48, 49], before: .end, after: .more(50))
    #expect(run.list == "47 50 48 49 51 52")
    #expect(run.state(.prepend) == .end)
    #expect(run.mirror.isCopy(of: run.machine))
  }

  /// Case P73 of docs/paging-cases.md.
  @Test(arguments: [PagingStyle.keyed, .token])
  func `hides nothing of what is above it when the reader comes back there`(
    style: PagingStyle
  ) throws {
    var server = SimulatedServer(1...100, goesBack: true, scale: 100)
    server.style = style
    var run = try MachineRun(server, pageSize: 10, keep: 30)
    run.load(pages: 9)
    run.show(80..<81)
    #expect(run.list.hasPrefix("61 62"))
    move(61, to: 57, &run)
    run.show(0..<1)
    run.settle()
    #expect(run.list.contains("56 57 61 58 59 60 62"))
  }

  /// Case P74 of docs/paging-cases.md.
  @Test(arguments: [PagingStyle.keyed, .token])
  func `P57: closes no gap early`(style: PagingStyle) throws {
    var server = SimulatedServer(0...9, scale: 1_000)
    server.style = style
    var run = try MachineRun(server, pageSize: 10)
    run.load(pages: 1)
    for id in (100...124).reversed() { move(id, to: 0, &run) }
    move(5, to: 12, &run)
    run.send(.refresh)
    run.answer()
    for _ in 0..<9 {
      guard let gap = run.gap else { break }
      run.send(.fill(gap: gap, from: .leading))
      run.settle()
    }
    #expect(run.list == run.server.ids.map(String.init).joined(separator: " "))
    #expect(run.mirror.isCopy(of: run.machine))
  }

  private func move(_ id: Int, to place: Int, _ run: inout MachineRun) {
    let hasRoom = run.server.put(id, at: place)
    #expect(hasRoom)
  }
}
