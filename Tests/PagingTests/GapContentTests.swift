import Paging
import PagingSimulation
import Testing

@Suite struct `What lies in a gap` {
  private func run(keep: Int = 1_000) throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...30), keep: keep)
    run.load(pages: 2)
    run.server.ids = Array(-20...30)
    run.send(.refresh)
    run.answer()
    #expect(run.list == "-20 -19 -18 … 1 2 3 4 5 6")
    run.forget()
    return run
  }

  @Test func `P57: comes there by a head that reaches so far`() throws {
    var run = try run()
    run.send(.refresh)
    run.answer([-21, -20, -19, -18, -17, -16], after: .more(-16))
    #expect(run.list == "-21 -20 -19 -18 -17 -16 … 1 2 3 4 5 6")
    #expect(run.machine.newCount == 4)
    run.send(.refresh)
    run.answer(keyed: Array(-21...2), after: .more(2))
    #expect(run.list == (-21...6).map(String.init).joined(separator: " "))
  }

  @Test func `P67: is not taken for what was dropped above it`() throws {
    var run = try MachineRun(SimulatedServer(1...9), keep: 6)
    run.load(pages: 3)
    run.show(8..<9)
    #expect(run.list == "4 5 6 7 8 9")
    run.server.ids = Array(-9...9)
    run.show(0..<1)
    run.answer()
    #expect(run.list == "-9 -8 -7 … 4 5 6")
    run.show(0..<1)
    run.send(.refresh)
    run.answer(Array(-12 ... -10), after: .more(-10))
    #expect(run.list == "-12 -11 -10 … -9 -8 -7")
    // The gap was dropped with the items below it, and the items that were missing in the gap are
    // loaded at the end.
    for _ in 0..<4 {
      run.show(run.machine.count - 1..<run.machine.count)
      run.settle()
    }
    #expect(run.list == "0 1 2 3 4 5")
  }

  @Test func `P57: is not left out where the page below shared it with one that went`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 6)
    run.load(pages: 2)
    run.send(.refresh)
    run.answer(keyed: [-2, -1], after: .more(-1))
    run.send(.fill(gap: run.gap ?? 0, from: .leading))
    // The page closes the gap, and the page above keeps its own cursor.
    run.answer(keyed: [0, 1, 2], after: .more(2))
    run.show(0..<1)
    run.send(.refresh)
    run.answer(keyed: [-9, -8, -7], after: .more(-7))
    #expect(run.list == "-9 -8 -7 … -2 -1")
    run.server.ids = Array(-9...30)
    for last in -1...4 {
      run.show(try #require(run.machine.index(of: .item(PostID(last))).map { $0..<$0 + 1 }))
      run.settle()
    }
    #expect(run.list.hasPrefix("0 1 2 3"))
    run.show(0..<1)
    run.settle()
    for _ in 0..<9 {
      if let gap = run.gap { run.send(.fill(gap: gap, from: .leading)) }
      run.settle()
    }
    #expect(run.list.contains("-1 0 1 2"))
  }

  @Test func `P28: is asked for on when a jump that stopped it goes nowhere`() throws {
    var run = try MachineRun(SimulatedServer(1...30, goesBack: true), opensAtEnd: true)
    run.load(pages: 2)
    run.server.ids = Array(-20...30)
    run.send(.refresh)
    run.answer([-20, -19], after: .more(-19))
    run.send(.fill(gap: run.gap ?? 0, from: .leading))
    run.send(.jump(.end))
    #expect(run.waiting.map(\.request.reason) == [.refresh])
    run.send(.jump(.start))
    #expect(run.waiting.map(\.request.reason) == [.gap])
  }
}
