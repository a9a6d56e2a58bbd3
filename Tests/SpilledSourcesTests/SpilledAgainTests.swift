import Paging
import SpilledJSON
import SpilledSources
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A source that can be asked again` {
  private let folder = Folder()
  private let board = Board()

  @Test func `is asked for its start whenever that is wanted, and once for what follows`()
    async throws
  {
    let pages = try SpilledSource(board, folder: folder.path, asksAgain: true)
    let first = try await pages.load(.start)
    let cursor = try #require(first.after.cursor)
    let second = try await pages.load(.after(cursor))
    board.post()
    #expect(try await pages.load(.start).items.first?.id == 100)
    #expect(try await pages.load(.after(cursor)).items == second.items)
    #expect(
      try await pages.load(.before(try #require(second.before.cursor))).items == first.items)
    #expect(board.asked == [.start, .after(90), .start])
  }

  @Test func `says itself that its head is unchanged`() async throws {
    let pages = try SpilledSource(board, folder: folder.path, asksAgain: true)
    let validator = try await pages.load(.start).validator
    let request = PageRequest<SpillCursor>(
      reason: .refresh, position: .start, count: 10, validator: validator)
    #expect(try await pages.load(request).isUnchanged)
    board.post()
    #expect(try await pages.load(request).items.first?.id == 100)
  }

  @Test func `goes on from each of its starts`() async throws {
    let pages = try SpilledSource(board, folder: folder.path, asksAgain: true)
    let old = try await pages.load(.start)
    board.post()
    let new = try await pages.load(.start)
    let afterNew = try await pages.load(.after(try #require(new.after.cursor)))
    let afterOld = try await pages.load(.after(try #require(old.after.cursor)))
    #expect(afterNew.items.map(\.id) == Array((81...90).reversed()))
    #expect(afterOld.items.map(\.id) == Array((80...89).reversed()))
    #expect(
      try await pages.load(.before(try #require(afterOld.before.cursor))).items == old.items)
    #expect(
      try await pages.load(.before(try #require(afterNew.before.cursor))).items == new.items)
  }

  @Test func `starts again where the way back is overwritten`() async throws {
    let pages = try SpilledSource(board, folder: folder.path, limit: 200, asksAgain: true)
    var page = try await pages.load(.start)
    while let cursor = page.after.cursor { page = try await pages.load(.after(cursor)) }
    let error = await #expect(throws: PagingError.self) {
      while let cursor = page.before.cursor { page = try await pages.load(.before(cursor)) }
    }
    #expect(error?.hasExpired == true)
    #expect(try await pages.load(.start).items.first?.id == 99)
  }

  @Test func `is stopped with the request for it`() async throws {
    let (held, executor) = (HeldSource(source: board), HandExecutor())
    let pages = try SpilledSource(held, folder: folder.path, asksAgain: true)
    let task = Task(executorPreference: executor) { _ = try? await pages.load(.start) }
    executor.run()
    task.cancel()
    executor.run()
    await task.value
    #expect(held.gate.stopCount == 1)
  }
}
