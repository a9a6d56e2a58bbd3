import Paging
import PagingSimulation
import Testing

/// Case P79 of docs/paging-cases.md.
@Suite struct `A change that waits for an operation` {
  private func run(_ edits: PagerEdit<Post>...) throws -> MachineRun {
    var run = try MachineRun(SimulatedServer(1...9))
    run.load(pages: 2)
    for edit in edits { run.send(.edit(edit, operation: 1)) }
    return run
  }

  @Test func `stays through an answer that was read before it`() throws {
    var run = try run(.remove(2), .insert(Post(id: 70), .after(1)), .move(3, .before(1)))
    #expect(run.list == "3 1 70 4 5 6")
    run.send(.refresh)
    run.answer()
    #expect(run.list == "3 1 70 4 5 6")
    #expect(run.mirror.isCopy(of: run.machine))
  }

  @Test func `stays through an answer that does not reach to where its item was`() throws {
    var run = try run(.move(6, .before(1)))
    #expect(run.list == "6 1 2 3 4 5")
    run.send(.refresh)
    run.answer()
    #expect(run.list == "6 1 2 3 4 5")
    run.send(.takeBack(operation: 1))
    #expect(run.list == "1 2 3 4 5 6")
  }

  @Test func `is the server's to say once the operation is over`() throws {
    var run = try run(.remove(2))
    run.send(.confirm(operation: 1))
    #expect(run.list == "1 3 4 5 6")
    run.send(.refresh)
    run.answer()
    #expect(run.list == "1 2 3 4 5 6")
  }

  @Test(arguments: [
    PagerEdit<Post>.remove(2), .remove(1), .remove(6), .insert(Post(id: 70), .after(1)),
    .insert(Post(id: 4, version: 7), .before(1)), .move(6, .before(1)), .move(1, .after(6)),
    .replace(Post(id: 3, version: 7)),
  ])
  func `is taken back where the operation fails`(edit: PagerEdit<Post>) throws {
    var run = try run(edit)
    run.forget()
    run.send(.takeBack(operation: 1))
    #expect(run.list == "1 2 3 4 5 6")
    #expect(run.versions == [0, 0, 0, 0, 0, 0])
    #expect(run.changes == [.edited])
    #expect(run.mirror.isCopy(of: run.machine))
  }

  @Test func `is taken back with the others of its operation, the last one first`() throws {
    var run = try run(
      .move(6, .before(1)), .remove(2), .remove(3), .insert(Post(id: 70), .after(6)))
    #expect(run.list == "6 70 1 4 5")
    run.send(.takeBack(operation: 1))
    #expect(run.list == "1 2 3 4 5 6")
  }

  @Test func `leaves those of other operations as they are`() throws {
    var run = try run(.remove(2))
    run.send(.edit(.remove(5), operation: 2))
    run.send(.takeBack(operation: 1))
    #expect(run.list == "1 2 3 4 6")
    run.forget()
    run.send(.takeBack(operation: 1))
    #expect(run.changes.isEmpty)
  }

  @Test func `is taken back after an answer that was read before it`() throws {
    var run = try run(.remove(2))
    run.send(.refresh)
    run.answer()
    run.send(.takeBack(operation: 1))
    #expect(run.list == "1 2 3 4 5 6")
  }
}

/// Case P79 of docs/paging-cases.md.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `An operation of the app` {
  private struct Refusal: Error {}

  @Test func `returns what it returns, and its change stays`() async throws {
    let run = try await PagerRun.loaded()
    let answer = await run.pager.perform([.remove(2)]) {
      #expect(run.list == [1, 3])
      return 7
    }
    #expect(answer == 7)
    #expect(run.list == [1, 3])
  }

  @Test func `throws what it throws, and its change is taken back`() async throws {
    let run = try await PagerRun.loaded()
    await #expect(throws: Refusal.self) {
      try await run.pager.perform([.remove(2), .move(3, .before(1))]) { () throws(Refusal) in
        #expect(run.list == [3, 1])
        throw Refusal()
      }
    }
    #expect(run.list == [1, 2, 3])
  }

  @Test func `outlasts an answer that comes during it`() async throws {
    let run = try await PagerRun.loaded()
    await run.pager.perform([.remove(2)]) {
      run.pager.refresh()
      await run.loads.came(2)
      await run.answer(1, [1, 2, 3], after: .more(3))
      #expect(run.list == [1, 3])
    }
    run.pager.refresh()
    await run.loads.came(3)
    await run.answer(2, [1, 2, 3], after: .more(3))
    #expect(run.list == [1, 2, 3])
  }

  @Test func `needs none for a change that is the app's alone`() async throws {
    let run = try await PagerRun.loaded()
    run.pager.remove(2)
    run.pager.insert(Post(id: 9), .before(1))
    run.pager.move(3, .before(1))
    run.pager.replace(Post(id: 1, version: 7))
    #expect(run.list == [9, 3, 1])
    #expect(run.pager[2].item?.version == 7)
    #expect(run.started == 1)
  }
}
