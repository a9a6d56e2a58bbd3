import Foundation
import Paging
import TemporaryFolders
import Testing
import Timeline

@Suite struct `A timeline store` {
  private let timelines: Timelines

  init() throws { timelines = try Timelines() }

  @Test func `keeps a like over a restart`() async throws {
    let before = try await timelines.openFilled().page(.start).items[4]
    do {
      let liked = try await timelines.open().setLiked(true, postID: before.id)
      #expect(liked.isLiked)
      #expect(liked.likes == before.likes + 1)
    }
    let after = try await timelines.open().page(.start).items[4]
    #expect(after.isLiked)
    #expect(after.likes == before.likes + 1)
  }

  @Test func `counts a like once and takes it back once`() async throws {
    let store = try await timelines.openFilled()
    let before = try await store.page(.start).items[0]
    _ = try await store.setLiked(true, postID: before.id)
    #expect(try await store.setLiked(true, postID: before.id).likes == before.likes + 1)
    #expect(try await store.setLiked(false, postID: before.id) == before)
    #expect(try await store.setLiked(false, postID: before.id) == before)
  }

  @Test func `says that a post is not there`() async throws {
    let store = try await timelines.openFilled(total: 9)
    await #expect(throws: TimelineError.noSuchPost(10)) {
      try await store.setLiked(true, postID: 10)
    }
  }

  @Test func `adds 3, 1, 4, 2 and no new posts, and again`() async throws {
    let store = try await timelines.openFilled(total: 9)
    var counts: [Int] = []
    for minute in 1...7 {
      counts.append(try await store.addNewPosts(now: Timelines.epoch + minute * 60))
    }
    #expect(counts == [3, 1, 4, 2, 0, 3, 1])
    let posts = try await store.allPosts()
    #expect(posts.count == 9 + 14)
    #expect(posts.map(\.id).prefix(14) == ArraySlice((10...23).reversed()))
    #expect(posts.first?.time == Timelines.epoch + 7 * 60)
  }

  @Test(arguments: [Int.min, -1, Timelines.epoch - 9, Timelines.epoch, Timelines.epoch + 1])
  func `puts new posts after the newest even if the clock is behind`(now: Int) async throws {
    let store = try await timelines.openFilled(total: 9)
    _ = try await store.addNewPosts(now: now)
    let times = try await store.page(.start, count: 4).items.map { $0.time - Timelines.epoch }
    #expect(times == [3, 2, 1, 0])
  }

  @Test func `adds new posts in the middle of a fill`() async throws {
    let store = try timelines.open()
    _ = try await store.page(.start)
    _ = try await store.addNewPosts(now: Timelines.epoch + 60)
    let posts = try await store.allPosts()
    let filled = timelines.samples.posts(in: 0..<3_000, before: Timelines.epoch)
    #expect(Array(posts.dropFirst(3)) == filled)
  }
}

@Suite struct `A timeline source` {
  private let timelines: Timelines

  init() throws { timelines = try Timelines() }

  private let look = Request(reason: .refresh, position: .start, count: 20)

  @Test func `finds new posts when the start is looked at again`() async throws {
    let source = try await timelines.openFilled(total: 9).source()
    var counts: [Int] = []
    for _ in 1...6 { counts.append(try await source.load(look).items.count - 9) }
    #expect(counts == [0, 3, 4, 8, 10, 10])
  }

  @Test func `finds none at an edge or at the end`() async throws {
    let source = try await timelines.openFilled(total: 9).source()
    _ = try await source.load(look)
    _ = try await source.load(Request(reason: .refresh, position: .end, count: 20))
    let page = try await source.load(Request(reason: .append, position: .start, count: 20))
    #expect(page.items.count == 9)
  }

  @Test func `finds none where another program's change is the reason to look`() async throws {
    let source = try await timelines.openFilled(total: 9).source()
    _ = try await source.load(look)
    let unasked = Request(reason: .refresh, position: .start, count: 20, isUpdate: true)
    for _ in 1...3 { #expect(try await source.load(unasked).items.count == 9) }
    #expect(try await source.load(look).items.count == 12)
  }

  @Test func `finds none, and does not fail, where it can only read`() async throws {
    _ = try await timelines.openFilled(total: 9)
    let source = try timelines.open(keeping: .readOnly).source()
    for _ in 1...3 { #expect(try await source.load(look).items.count == 9) }
  }
}

@Suite struct `A timeline that cannot be written` {
  private let timelines: Timelines

  init() throws { timelines = try Timelines() }

  @Test func `is made in memory where there is none`() async throws {
    // Not even root can create a directory in a file.
    let directory = timelines.directory.url("posts.json").appending(path: "data").path
    let store = try timelines.open(in: directory)
    #expect(store.keeping == .inMemory)
    #expect(try await store.allPosts().count == 3_000)
    #expect(try await store.addNewPosts(now: Timelines.epoch) == 3)
    #expect(try await store.allPosts().count == 3_003)
    let error = await #expect(throws: TimelineError.self) {
      try await store.setLiked(true, postID: 1)
    }
    #expect(error?.description == "cannot save likes: \(directory) is not writable")
  }

  @Test func `is read as it is where there is one`() async throws {
    _ = try await timelines.openFilled()
    let store = try timelines.open(keeping: .readOnly)
    #expect(try await store.allPosts().count == 3_000)
    let error = await #expect(throws: TimelineError.self) {
      try await store.setLiked(true, postID: 1)
    }
    let directory = timelines.directory.path
    #expect(error?.description == "cannot save likes: \(directory) is not writable")
    await #expect(throws: TimelineError.unwritable(what: "new posts", directory: directory)) {
      try await store.addNewPosts(now: Timelines.epoch)
    }
  }

  @Test func `is missed where a file is to be read and there is none`() throws {
    let error = #expect(throws: TimelineError.self) { try timelines.open(keeping: .readOnly) }
    #expect(error?.description.contains("timeline.sqlite: ") == true)
  }
}
