import Paging
import PagingSimulation
import Testing

/// If the server refuses an operation, its changes are undone, and all other changes stay.
@Suite struct `An edit that the server refuses` {
  private func run(
    _ ids: [Int], style: PagingStyle = .token, pageSize: Int = 3, pages: Int = 1
  ) throws -> MachineRun {
    var server = SimulatedServer(ids, scale: 8)
    server.style = style
    var run = try MachineRun(server, pageSize: pageSize)
    run.load(pages: pages)
    return run
  }

  private func remove(_ ids: [Int], from run: inout MachineRun, operation: Int? = 1) {
    for id in ids { run.send(.edit(.remove(PostID(id)), operation: operation)) }
  }

  @Test(arguments: [[1], [1, 2], [2, 1], [1, 2, 3], [3, 2, 1], [2, 1, 3], [2, 3, 1]])
  func `gives back all there was, in the order it had`(ids: [Int]) throws {
    var run = try run(ids.sorted())
    remove(ids, from: &run)
    #expect(run.list == "")
    run.send(.takeBack(operation: 1))
    #expect(run.list == ids.sorted().map(String.init).joined(separator: " "))
    #expect(run.mirror.isCopy(of: run.machine))
    #expect(run.state(.append) == .end)
  }

  @Test(arguments: [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]])
  func `gives back in the order it had, whichever operation ends first`(ends: [Int]) throws {
    var run = try run([1, 2, 3])
    for id in [2, 3, 1] { remove([id], from: &run, operation: id) }
    for operation in ends { run.send(.takeBack(operation: operation)) }
    #expect(run.list == "1 2 3")
  }

  @Test(arguments: [[2, 3, 5, 4], [5, 4, 3, 2], [4, 2, 3, 5]])
  func `finds its place though what stood beside it has gone for good`(order: [Int]) throws {
    var run = try run(Array(1...6), pages: 2)
    for id in order { remove([id], from: &run, operation: id == 4 ? 1 : nil) }
    #expect(run.list == "1 6")
    run.send(.takeBack(operation: 1))
    #expect(run.list == "1 4 6")
  }

  @Test func `finds its place beside what other operations have taken out`() throws {
    var run = try run(Array(1...6), pages: 2)
    for id in [3, 4, 5] { remove([id], from: &run, operation: id) }
    for operation in [3, 5] { run.send(.confirm(operation: operation)) }
    run.send(.takeBack(operation: 4))
    #expect(run.list == "1 2 4 6")
  }

  @Test(arguments: [2, nil])
  func `finds its place though what stood beside it was moved for good`(operation: Int?) throws {
    var run = try run(Array(1...6), style: .keyed, pages: 2)
    remove([1], from: &run)
    run.send(.edit(.move(PostID(2), .after(PostID(5))), operation: operation))
    if let operation { run.send(.confirm(operation: operation)) }
    #expect(run.list == "3 4 5 2 6")
    run.send(.takeBack(operation: 1))
    #expect(run.list == "1 3 4 5 2 6")
  }

  @Test(arguments: [3, 6])
  func `finds its place beside what was put there for good before it`(pageSize: Int) throws {
    var run = try runBesideConfirmed(pageSize: pageSize)
    #expect(run.list == "4 1 2 3 6 5")
    run.send(.takeBack(operation: 2))
    #expect(run.list == "1 2 3 6 4 5")
  }

  @Test func `takes nothing along from beside a neighbour that was put there for good`() throws {
    var run = try runBesideConfirmed()
    run.server.clamp = 1
    run.show(5..<6)
    run.send(.refreshAround)
    run.answer()
    #expect(run.list == "4 1 2 3 6 5")
  }

  /// A list in which the app has put 6 above 4 in an operation that is over, and has then moved 4
  /// away.
  private func runBesideConfirmed(pageSize: Int = 3) throws -> MachineRun {
    var run = try run(Array(1...6), style: .keyed, pageSize: pageSize, pages: 6 / pageSize)
    run.send(.edit(.insert(Post(id: 6), .after(3)), operation: 1))
    run.send(.edit(.move(4, .before(1)), operation: 2))
    run.send(.confirm(operation: 1))
    return run
  }

  @Test func `finds its place without what only later edits have put there`() throws {
    var run = try run(Array(1...6), style: .keyed, pages: 2)
    remove([1], from: &run)
    run.send(.edit(.move(6, .after(2)), operation: 2))
    run.send(.edit(.move(2, .after(5)), operation: 3))
    run.send(.confirm(operation: 3))
    #expect(run.list == "6 3 4 5 2")
    run.send(.takeBack(operation: 1))
    #expect(run.list == "1 3 4 5 2 6")
  }

  @Test func `finds its place where its neighbour was first, though the app moved that twice`()
    throws
  {
    var run = try run(Array(1...6), style: .keyed, pages: 2)
    remove([1], from: &run)
    run.send(.edit(.move(2, .after(5)), operation: 2))
    run.send(.edit(.move(2, .after(6)), operation: nil))
    run.send(.takeBack(operation: 1))
    #expect(run.list == "1 3 4 5 6 2")
  }

  /// The only neighbor above the place is removed for good, and an edit has moved an item from
  /// below the place to above it.
  @Test func `finds its place without what an edit has put beside a neighbour that has gone`()
    throws
  {
    var run = try run([1, 2, 3, 4], style: .keyed, pageSize: 4)
    remove([2], from: &run)
    run.send(.edit(.move(4, .before(1)), operation: 2))
    remove([1], from: &run, operation: nil)
    #expect(run.list == "4 3")
    run.send(.takeBack(operation: 1))
    run.send(.takeBack(operation: 2))
    #expect(run.list == "2 3 4")
  }

  @Test func `finds its place where its neighbour is given back, though that was moved again`()
    throws
  {
    var run = try run(Array(1...6), style: .keyed, pageSize: 6)
    remove([1], from: &run)
    run.send(.edit(.move(2, .after(5)), operation: 2))
    run.send(.edit(.move(2, .after(6)), operation: 3))
    run.send(.confirm(operation: 3))
    run.send(.takeBack(operation: 1))
    run.send(.takeBack(operation: 2))
    #expect(run.list == "1 2 3 4 5 6")
  }

  @Test(arguments: [[1, 3], [3, 1]])
  func `finds its place by what goes back before it, though all between has gone for good`(
    order: [Int]
  ) throws {
    var run = try run([1, 2, 3], style: .keyed)
    remove(order, from: &run)
    remove([2], from: &run, operation: nil)
    run.send(.takeBack(operation: 1))
    #expect(run.list == "1 3")
  }

  @Test func `finds its place by a neighbour that goes back there itself`() throws {
    var run = try run(Array(1...6), style: .keyed, pages: 2)
    remove([1], from: &run)
    run.send(.edit(.move(2, .after(5)), operation: 2))
    run.send(.edit(.move(2, .after(6)), operation: 3))
    run.send(.confirm(operation: 3))
    run.send(.takeBack(operation: 1))
    #expect(run.list.hasPrefix("1 3 4 5"))
  }

  @Test func `goes back to where an answer had it meanwhile`() throws {
    var run = try run(Array(1...6), style: .keyed, pages: 2)
    remove([2], from: &run)
    run.server.version = 3
    _ = run.server.put(2, at: 2)
    run.send(.refresh)
    run.settle()
    #expect(run.list.hasPrefix("1 3"))
    run.send(.takeBack(operation: 1))
    #expect(run.list.hasPrefix("1 3 2"))
    #expect(run.versions.prefix(3) == [3, 3, 3])
  }

  @Test func `gives nothing back that the source has lost meanwhile`() throws {
    var run = try run(Array(1...6), style: .keyed, pages: 2)
    remove([2], from: &run)
    run.server.ids.removeAll { $0 == 2 }
    run.send(.refresh)
    run.settle()
    run.send(.takeBack(operation: 1))
    #expect(run.list == "1 3 4 5 6")
  }

  @Test func `leaves a list as whole as it was, so that a look joins it`() throws {
    var run = try run(Array(1...6), style: .keyed, pages: 2)
    remove([3], from: &run)
    run.send(.takeBack(operation: 1))
    run.send(.refresh)
    run.settle()
    #expect(run.list == "1 2 3 4 5 6")
  }

  @Test func `takes nothing back that the app has changed again`() throws {
    var run = try run(Array(1...6), pages: 2)
    run.send(.edit(.move(5, .before(1)), operation: 1))
    remove([5], from: &run, operation: nil)
    run.send(.takeBack(operation: 1))
    #expect(run.list == "1 2 3 4 6")
    run.send(.edit(.replace(Post(id: 2, version: 7)), operation: 2))
    run.send(.replace(Post(id: 2, version: 8)))
    run.send(.takeBack(operation: 2))
    #expect(run.versions == [0, 8, 0, 0, 0])
  }

  @Test func `that is laid over an answer stays where it was, though its neighbour has gone`()
    throws
  {
    var run = try run(Array(1...6), style: .keyed, pages: 2)
    run.send(.edit(.insert(Post(id: 70), .after(2)), operation: 1))
    run.server.ids.removeAll { $0 == 2 }
    run.send(.refresh)
    run.settle()
    #expect(run.list.hasPrefix("1 70 3"))
    run.send(.takeBack(operation: 1))
    #expect(!run.list.contains("70"))
  }

  @Test
  func `that is laid over an answer stays where it was, though what stood there is laid later`()
    throws
  {
    var run = try run(Array(1...6), style: .keyed, pages: 2)
    run.send(.edit(.insert(Post(id: 70), .after(2)), operation: 1))
    run.send(.edit(.move(6, .before(70)), operation: 2))
    run.server.ids.removeAll { $0 == 2 }
    run.send(.refresh)
    run.settle()
    #expect(run.list == "1 6 70 3 4 5")
  }

  @Test func `keeps the line of a reader who sees what it moves`() throws {
    var run = try run(Array(1...9), pages: 3)
    run.show(0..<2)
    run.settle()
    run.forget()
    run.send(.edit(.move(1, .after(9)), operation: nil))
    // The reader sees 2 and the following items, and not the end, where 1 was moved.
    #expect(run.asked.isEmpty)
  }

  @Test func `is given back into a list that has nothing else, also while that is asked for`()
    throws
  {
    var run = try run([1, 2])
    remove([2], from: &run, operation: nil)
    remove([1], from: &run)
    run.send(.sourceChanged)
    run.send(.takeBack(operation: 1))
    #expect(run.list == "1")
  }
}
