import Paging
import PagingSimulation
import Testing

/// Case P78 of docs/paging-cases.md.
@Suite struct `A change by the app` {
  private func run() throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 2)
    return run
  }

  @Test(arguments: [
    (PagerEdit<Post>.remove(2), "1 3 4 5 6"),
    (.insert(Post(id: 9), .before(1)), "9 1 2 3 4 5 6"),
    (.insert(Post(id: 9), .after(6)), "1 2 3 4 5 6 9"),
    (.insert(Post(id: 9), .after(3)), "1 2 3 9 4 5 6"),
    (.insert(Post(id: 5), .before(2)), "1 5 2 3 4 6"),
    (.move(6, .after(1)), "1 6 2 3 4 5"),
    (.move(1, .after(6)), "2 3 4 5 6 1"),
    (.replace(Post(id: 3, version: 7)), "1 2 3 4 5 6"),
  ])
  func `shows at once, and asks for nothing`(edit: PagerEdit<Post>, list: String) throws {
    var run = try run()
    run.send(.edit(edit, operation: nil))
    #expect(run.list == list)
    #expect(run.changes == [.edited])
    #expect(run.asked.isEmpty)
    #expect(run.mirror.isCopy(of: run.machine))
  }

  @Test(arguments: [
    PagerEdit<Post>.remove(42), .insert(Post(id: 9), .before(42)), .move(42, .before(1)),
    .move(1, .before(42)), .move(1, .after(1)), .replace(Post(id: 42)),
  ])
  func `of what is not held is none`(edit: PagerEdit<Post>) throws {
    var run = try run()
    run.send(.edit(edit, operation: nil))
    #expect(run.list == "1 2 3 4 5 6")
    #expect(run.changes.isEmpty)
  }

  @Test func `renews an item that is inserted where it is held already`() throws {
    var run = try run()
    run.send(.edit(.insert(Post(id: 5, version: 7), .before(1)), operation: nil))
    #expect(run.list == "5 1 2 3 4 6")
    #expect(run.versions == [7, 0, 0, 0, 0, 0])
  }

  @Test func `beside a gap stays on its own side of it`() throws {
    var run = try run()
    run.server.ids.insert(contentsOf: -6...0, at: 0)
    run.send(.refresh)
    run.answer()
    run.send(.edit(.insert(Post(id: 70), .after(-4)), operation: nil))
    run.send(.edit(.insert(Post(id: 80), .before(1)), operation: nil))
    #expect(run.list == "-6 -5 -4 70 … 80 1 2 3 4 5 6")
    #expect(run.mirror.isCopy(of: run.machine))
  }

  @Test func `keeps the gap above the last item where that is put at the end`() throws {
    var run = try MachineRun(SimulatedServer([7]))
    run.load(pages: 1)
    run.server.ids = Array(1...7)
    run.send(.refresh)
    run.answer()
    #expect(run.list == "1 2 3 … 7")
    run.send(.edit(.insert(Post(id: 7, version: 7), .atEnd), operation: nil))
    #expect(run.list == "1 2 3 … 7")
    #expect(run.versions == [0, 0, 0, 7])
  }

  @Test func `keeps what is drawn`() throws {
    var run = try run()
    run.show(5..<6)
    run.settle()
    run.forget()
    run.send(.edit(.remove(1), operation: nil))
    run.send(.edit(.remove(2), operation: nil))
    // 6 is still the last drawn row, and three rows are below it.
    #expect(run.asked.isEmpty)
    #expect(run.list == "3 4 5 6 7 8 9")
  }

  @Test func `may empty a page and the list, and leads on all the same`() throws {
    var run = try run()
    for id in 1...6 { run.send(.edit(.remove(PostID(id)), operation: nil)) }
    #expect(run.list == "")
    #expect(run.mirror.isCopy(of: run.machine))
    run.show(0..<0)
    run.answer()
    #expect(run.list == "7 8 9")
  }

  @Test func `is undone by the next answer that covers its place`() throws {
    var run = try run()
    run.send(.edit(.remove(2), operation: nil))
    run.send(.edit(.insert(Post(id: 70), .after(1)), operation: nil))
    run.send(.edit(.remove(5), operation: nil))
    run.send(.refresh)
    run.answer()
    #expect(run.list == "1 2 3 4 6")
  }

  @Test(arguments: [
    PagerEvent<Post, Int>.edit(.remove(2), operation: nil), .replace(Post(id: 2, version: 7)),
  ])
  func `P46: asks for the whole head at the next look`(event: PagerEvent<Post, Int>) throws {
    var server = SimulatedServer(1...9)
    server.validates = true
    var run = try MachineRun(server)
    run.load(pages: 1)
    run.send(event)
    run.send(.refresh)
    #expect(run.issued.map(\.request.validator) == [nil])
    run.answer()
    #expect(run.list == "1 2 3")
    #expect(run.versions == [0, 0, 0])
  }
}
