import Foundation
import Testing
import Timeline

@Suite struct `A timeline that cannot be written` {
  private let timelines: Timelines

  init() throws { timelines = try Timelines() }

  @Test func `is made in memory where there is none`() async throws {
    // No one, not even root, can make a directory in a file.
    let directory = timelines.directory.url("posts.json").appending(path: "data").path
    let store = try timelines.open(in: directory)
    #expect(store.keeping == .inMemory)
    #expect(try await store.allPosts().count == 3_000)
    #expect(try await store.addNewPosts(now: Timelines.epoch) == 3)
    #expect(try await store.allPosts().count == 3_003)
    let error = await #expect(throws: TimelineError.self) {
      try await store.setLiked(true, postID: 1)
    }
    #expect(error?.description == "likes cannot be kept: \(directory) cannot be written")
  }

  @Test func `is read as it is where there is one`() async throws {
    _ = try await timelines.openFilled()
    let store = try timelines.open(keeping: .readOnly)
    #expect(try await store.allPosts().count == 3_000)
    let error = await #expect(throws: TimelineError.self) {
      try await store.setLiked(true, postID: 1)
    }
    let directory = timelines.directory.path
    #expect(error?.description == "likes cannot be kept: \(directory) cannot be written")
    await #expect(throws: TimelineError.unwritable(what: "new posts", directory: directory)) {
      try await store.addNewPosts(now: Timelines.epoch)
    }
  }

  @Test func `is missed where a file is to be read and there is none`() throws {
    let error = #expect(throws: TimelineError.self) { try timelines.open(keeping: .readOnly) }
    #expect(error?.description.contains("timeline.sqlite cannot be opened") == true)
  }
}
