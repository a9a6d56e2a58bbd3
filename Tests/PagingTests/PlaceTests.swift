import Paging
import PagingSimulation
import Testing

@Suite struct `The place of an entry` {
  @Test func `counts what was dropped before it`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 6)
    run.load(pages: 4)
    run.show(10..<11)
    #expect(run.list == "7 8 9 10 11 12")
    #expect(run.machine.place(ofEntry: 0) == 6)
  }

  @Test func `is not known after a jump to the end`() throws {
    var run = try MachineRun(SimulatedServer(1...20, goesBack: true), opensAtEnd: true)
    run.load(pages: 1)
    run.send(.jump(.end))
    run.answer()
    #expect(run.machine.place(ofEntry: 0) == nil)
  }

  @Test func `counts what is new though its page goes at once`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 12)
    run.load(pages: 4)
    run.show(10..<11)
    run.server.ids.insert(0, at: 0)
    run.send(.refresh)
    run.answer()
    #expect(run.list == "3 4 5 6 7 8 9 10 11 12")
    #expect(run.machine.place(ofEntry: 0) == 3)
  }

  @Test func `counts what fills a gap before it, also where the start is dropped`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 13)
    run.load(pages: 3)
    for head in [-7, -14] {
      run.server.ids.insert(contentsOf: head..<(head + 7), at: 0)
      run.send(.refresh)
      run.answer()
    }
    run.show(15..<16)
    #expect(run.list == "-7 -6 -5 … 1 2 3 4 5 6 7 8 9")
    #expect(run.machine.place(ofEntry: 0) == 4)
    run.send(.fill(gap: try #require(run.gap), from: .leading))
    run.answer()
    #expect(run.list == "-4 -3 -2 … 1 2 3 4 5 6 7 8 9")
    #expect(run.machine.place(ofEntry: 0) == 7)
  }
}
