import TemporaryFolders
import Foundation
import Paging
import Testing
import Timeline

@Suite(.timeLimit(.minutes(5))) struct `The updates of a timeline` {
  private let timelines: Timelines
  private let spoken = Tally()

  init() throws { timelines = try Timelines() }

  /// Listens until the task is cancelled.
  private func listen(to store: TimelineStore) throws -> Task<Void, Never> {
    let updates = try #require(store.updates())
    return Task { [spoken] in for await _ in updates { spoken.add() } }
  }

  @Test func `speak of another's like`() async throws {
    let store = try await timelines.openFilled(total: 9)
    let other = try timelines.open()
    let listener = try listen(to: store)
    for round in 1...3 {
      _ = try await other.setLiked(round % 2 == 1, postID: 4)
      await spoken.reach(round)
      #expect(try await store.page(.start).items[3].isLiked == (round % 2 == 1))
    }
    listener.cancel()
  }

  @Test func `speak of what came between the opening and the first question`() async throws {
    let store = try await timelines.openFilled(total: 9)
    _ = try await timelines.open().setLiked(true, postID: 4)
    let listener = try listen(to: store)
    await spoken.reach(1)
    listener.cancel()
  }

  @Test func `do not speak of what the store itself writes`() async throws {
    let store = try timelines.open(goesOnByItself: true)
    let listener = try listen(to: store)
    await store.fill.advanceToEnd()
    _ = try await store.setLiked(true, postID: 4)
    _ = try await store.addNewPosts(now: Timelines.epoch)
    try await waitForQuiet()
    #expect(spoken.count == 0)
    _ = try await timelines.open().setLiked(false, postID: 4)
    await spoken.reach(1)
    listener.cancel()
  }

  @Test func `do not speak of a start that changes nothing, or of a page`() async throws {
    let store = try await timelines.openFilled(total: 9)
    let listener = try listen(to: store)
    let other = try timelines.open()
    for _ in 1...10 {
      _ = try await other.page(.start)
      _ = try await store.page(.start)
    }
    try await waitForQuiet()
    #expect(spoken.count == 0)
    listener.cancel()
  }

  @Test func `speak once of many changes while nobody listens`() async throws {
    let store = try await timelines.openFilled(total: 9)
    let other = try timelines.open()
    let updates = try #require(store.updates())
    for round in 1...100 { _ = try await other.setLiked(round % 2 == 1, postID: 4) }
    try await waitForQuiet()
    let listener = Task { [spoken] in for await _ in updates { spoken.add() } }
    await spoken.reach(1)
    try await waitForQuiet()
    #expect(spoken.count == 1)
    listener.cancel()
  }

  @Test func `speak to each that listens`() async throws {
    let store = try await timelines.openFilled(total: 9)
    let listeners = [try listen(to: store), try listen(to: store)]
    try await waitForQuiet()
    _ = try await timelines.open().setLiked(true, postID: 4)
    await spoken.reach(2)
    listeners.forEach { $0.cancel() }
  }

  @Test func `speak where the file can only be read`() async throws {
    let writer = try await timelines.openFilled(total: 9)
    let listener = try listen(to: try timelines.open(keeping: .readOnly))
    try await waitForQuiet()
    _ = try await writer.setLiked(true, postID: 4)
    await spoken.reach(1)
    listener.cancel()
  }

  @Test func `speak where the file is a link to another`() async throws {
    let writer = try await timelines.openFilled(total: 9)
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      at: folder.database, withDestinationURL: timelines.directory.database)
    let listener = try listen(to: try timelines.open(in: folder.path))
    try await waitForQuiet()
    _ = try await writer.setLiked(true, postID: 4)
    await spoken.reach(1)
    listener.cancel()
  }

  @Test func `are none where nobody else can change it`() async throws {
    try await timelines.openFilled(total: 9).close()
    #expect(try timelines.open(keeping: .inMemory).updates() == nil)
    for directory in [timelines.directory.path, nil] {
      let guest = try TimelineStore(forSessionIn: directory) { [timelines] in timelines.samples }
      #expect(guest.updates() == nil)
    }
  }

  @Test func `are none where the folder is gone`() async throws {
    let store = try await timelines.openFilled(total: 9)
    try FileManager.default.removeItem(atPath: timelines.directory.path)
    #expect(store.updates() == nil)
  }

  @Test func `survive that the files are taken away and replaced`() async throws {
    let store = try await timelines.openFilled(total: 9)
    let listener = try listen(to: store)
    try await waitForQuiet()
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.removeItem(atPath: timelines.directory.database.path + suffix)
    }
    let other = try await timelines.openFilled(total: 9)
    _ = try await other.setLiked(true, postID: 4)
    try Data("no database".utf8).write(to: timelines.directory.database)
    try await waitForQuiet()
    // The store still holds the removed file, which has not changed.
    #expect(spoken.count == 0)
    #expect(try await store.page(.start).items.count == 9)
    listener.cancel()
  }

  @Test func `leave nothing behind`() async throws {
    let open = try OpenFiles(in: timelines.directory)
    for _ in 1...20 {
      let store = try await timelines.openFilled(total: 9)
      let listener = try listen(to: store)
      _ = try await store.setLiked(true, postID: 4)
      listener.cancel()
      // Nothing ever listens to these updates.
      _ = store.updates()
    }
    await wait { open.watches == 0 && open.files == 0 }
  }
}
