import Paging
import PagingSimulation
import Testing

@Suite struct `A list that holds a bounded number` {
  @Test func `stays where it alone leads into a gap`() throws {
    var server = SimulatedServer(1...30)
    server.style = .token
    var run = try MachineRun(server, keep: 5)
    run.send(.refresh)
    run.answer([1, 2], after: .more(2))
    run.send(.loadMore(.trailing))
    run.answer([9, 3, 4], after: .more(4))
    run.send(.loadMore(.trailing))
    run.answer([6], after: .more(6))
    run.show(2..<3)
    run.send(.refreshAround)
    run.answer([3, 5], after: .more(5))
    #expect(run.list == "3 5 … 9 … 4")
    // Without 3 and 5 nothing would lead into the gap below 9.
    run.show(5..<6)
    #expect(run.list == "3 5 … 9 … 4")
  }

  @Test func `goes first where the reader is far from`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 9)
    run.load(pages: 4)
    run.show(7..<8)
    #expect(run.list == "4 5 6 7 8 9 10 11 12")
  }

  @Test func `stays where what is left with its gap would be too near to the reader`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 9)
    run.send(.refresh)
    run.answer([10, 11, 12], after: .more(12))
    run.send(.refresh)
    run.answer([1, 2, 3, 4, 5], after: .more(5))
    run.send(.fill(gap: try #require(run.gap), from: .leading))
    run.answer([6], after: .more(6))
    run.show(5..<6)
    #expect(run.list == "1 2 3 4 5 6 … 10 11 12")
  }

  @Test func `P67: drops whole pages at the far side`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 7)
    run.load(pages: 4)
    run.show(0..<1)
    #expect(run.list == "1 2 3 4 5 6")
    #expect(run.changes == [.dropped(.trailing, count: 3), .dropped(.trailing, count: 3)])
  }

  @Test func `holds all before anything is drawn`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 3)
    run.load(pages: 5)
    #expect(run.machine.count == 15)
  }

  @Test func `never drops what is drawn or within the prefetch distance`() throws {
    var run = try MachineRun(SimulatedServer(1...60), prefetch: 2, keep: 7)
    run.load(pages: 6)
    run.show(4..<14)
    #expect(run.list == (1...18).map(String.init).joined(separator: " "))
    run.show(5..<14)
    #expect(run.list == (4...18).map(String.init).joined(separator: " "))
    #expect(run.waiting.isEmpty)
  }

  @Test func `never holds fewer than two pages`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 3)
    run.load(pages: 4)
    run.show(11..<12)
    #expect(run.list == "7 8 9 10 11 12")
  }

  @Test func `does not count a first page of nothing for one of two`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 3)
    run.send(.refresh)
    run.answer([], after: .more(0))
    for _ in 0..<2 {
      run.send(.loadMore(.trailing))
      run.answer()
    }
    run.show(0..<1)
    #expect(run.list == "1 2 3 4 5 6")
  }

  @Test func `drops at the other side where a page too large stands at the far one`() throws {
    var run = try MachineRun(SimulatedServer(1...60), keep: 6)
    run.load(pages: 3)
    run.send(.loadMore(.trailing))
    run.answer(Array(10...30), after: .more(30))
    run.show(8..<10)
    #expect(run.list == (7...30).map(String.init).joined(separator: " "))
  }

  @Test(arguments: [true, false])
  func `P7, P67: loads nothing for a drop and drops nothing for a load`(goesBack: Bool) throws {
    var run = try MachineRun(SimulatedServer(1...60, goesBack: goesBack), prefetch: 2, keep: 7)
    run.load(pages: 1)
    for start in Array(0..<20) + Array((0..<20).reversed()) {
      for _ in 0..<3 {
        guard let first = run.machine.index(of: .item(PostID(start + 1))) else { break }
        run.show(first..<min(first + 2, run.machine.count))
        run.settle()
      }
      #expect(run.machine.index(of: .item(PostID(start + 1))) != nil)
      #expect(run.machine.count <= 12)
    }
    #expect(run.asked.count <= 16)
  }

  @Test func `P7: goes over pages of nothing without loading any of them twice`() throws {
    var server = SimulatedServer(1...40)
    server.hidden = Set(4...30)
    var run = try MachineRun(server, keep: 3)
    run.load(pages: 1)
    run.show(2..<3)
    run.settle()
    #expect(run.list == "1 2 3 31 32 33")
    #expect(run.issued.map(\.request.position) == (1...10).map { .after(3 * $0) })
    #expect(!run.changes.contains { if case .dropped = $0 { true } else { false } })
  }

  @Test func `P67: comes back by cursors where the source can go back`() throws {
    var run = try MachineRun(SimulatedServer(1...30, goesBack: true), keep: 6)
    run.load(pages: 4)
    run.show(10..<11)
    #expect(run.list == "7 8 9 10 11 12")
    #expect(run.state(.prepend) == .idle)
    run.forget()
    run.show(0..<1)
    run.answer()
    run.show(0..<1)
    run.answer()
    #expect(run.asked == ["prepend before(7)", "prepend before(4)"])
    #expect(run.machine.index(of: .item(1)) == 0)
    #expect(run.state(.prepend) == .end)
  }

  @Test func `P67: comes back by the first requests where the source only goes forward`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 6)
    run.load(pages: 4)
    run.show(10..<11)
    run.forget()
    run.show(0..<1)
    run.answer()
    run.show(0..<1)
    run.answer()
    #expect(run.asked == ["prepend after(3)", "prepend start"])
    #expect(run.list == "1 2 3 4 5 6")
    #expect(run.state(.prepend) == .end)
  }

  @Test func `comes back with a gap where the head has moved on since`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 6)
    run.load(pages: 4)
    run.show(10..<11)
    run.server.ids.insert(contentsOf: -2...0, at: 0)
    run.show(0..<1)
    run.answer()
    run.show(0..<1)
    run.answer()
    #expect(run.list == "-2 -1 0 … 4 5 6")
    run.send(.fill(gap: try #require(run.gap), from: .leading))
    run.answer()
    // The page that fills the gap is separate from the page of the head, which is therefore dropped
    // alone.
    #expect(run.list == "1 2 3 4 5 6")
    #expect(run.gap == nil)
  }

  @Test(arguments: [(PagingStyle.keyed, "-1 0 1 2 3 4"), (.token, "-1 0 1 … 4 5 6")])
  func `comes back whole where a refresh has cut its first page, but for a gap without cursors`(
    style: PagingStyle, list: String
  ) throws {
    var server = SimulatedServer(1...30)
    server.style = style
    var run = try MachineRun(server, keep: 6)
    run.load(pages: 1)
    run.server.ids.insert(contentsOf: [-1, 0], at: 0)
    run.send(.refresh)
    run.answer()
    for _ in 0..<3 {
      run.send(.loadMore(.trailing))
      run.answer()
    }
    run.show(12..<13)
    for _ in 0..<4 {
      run.show(0..<1)
      run.settle()
    }
    #expect(run.list == list)
  }

  @Test func `comes back as one gap where two were among what it dropped`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 6)
    run.load(pages: 3)
    for head in [-7, -14] {
      run.server.ids.insert(contentsOf: head..<(head + 7), at: 0)
      run.send(.refresh)
      run.answer()
    }
    #expect(run.list == "-14 -13 -12 … -7 -6 -5 … 1 2 3 4 5 6 7 8 9")
    run.show(15..<16)
    #expect(run.list == "4 5 6 7 8 9")
    run.show(0..<1)
    run.answer()
    #expect(run.list == "-14 -13 -12 … 4 5 6")
    #expect(run.state(.prepend) == .end)
  }

  @Test func `P48: comes back whole where posts went on the server meanwhile`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 6)
    run.load(pages: 4)
    run.show(10..<11)
    run.server.ids.removeAll { $0 == 5 }
    run.show(0..<1)
    run.answer()
    run.show(0..<1)
    run.answer()
    #expect(run.list == "1 2 3 4 6 7")
    run.show(5..<6)
    run.answer()
    #expect(run.list == "4 6 7 8 9 10")
  }

  @Test func `P7: drops a page only if the gap above it may go too`() throws {
    var run = try MachineRun(SimulatedServer(1...9), prefetch: 2, keep: 7)
    run.load(pages: 2)
    run.server.ids.insert(contentsOf: -6...0, at: 0)
    run.send(.refresh)
    run.answer()
    run.send(.loadMore(.trailing))
    run.answer()
    run.forget()
    #expect(run.list == "-6 -5 -4 … 1 2 3 4 5 6 7 8 9")
    run.show(0..<2)
    #expect(run.list == "-6 -5 -4 … 1 2 3")
    #expect(run.asked.isEmpty)
  }

  @Test func `only counts what is new while its start is dropped`() throws {
    var run = try MachineRun(SimulatedServer(1...30), keep: 6)
    run.load(pages: 4)
    run.show(10..<11)
    run.server.ids.insert(0, at: 0)
    run.send(.refresh)
    run.answer()
    #expect(run.list == "7 8 9 10 11 12")
    #expect(run.machine.newCount == 1)
  }
}
