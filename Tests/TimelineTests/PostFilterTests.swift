import Paging
import Testing
import Timeline

@Suite struct `A filter of posts` {
  private let timelines: Timelines

  init() throws { timelines = try Timelines() }

  private func texts(
    _ store: TimelineStore, _ parts: PostFilter.Part..., position: Request.Position = .start
  ) async throws -> [Post] {
    let source = store.source().matching(PostFilter(parts))
    return try await source.load(Request(reason: .append, position: position, count: 100)).items
  }

  @Test func `finds what the names or the text have, newest first, and leaves out the rest`()
    async throws
  {
    let store = try await timelines.openFilled(total: 300)
    let all = try await store.allPosts()
    let found = try await texts(store, PostFilter.Part("text 7", ignoresCase: true))
    #expect(!found.isEmpty)
    #expect(found == all.filter { $0.text.contains("Text 7") })
    #expect(try await texts(store, PostFilter.Part("text 7", ignoresCase: false)).isEmpty)
    let others = try await texts(
      store, PostFilter.Part("@aino", ignoresCase: true),
      PostFilter.Part("Text 7", isNegated: true, ignoresCase: false))
    #expect(
      others
        == Array(
          all.filter { $0.authorHandle == "Aino" && !$0.text.contains("Text 7") }.prefix(100)))
  }

  @Test(arguments: ["%", "_", "'; DROP TABLE post; --", "\\", "zz\u{0}", "é"])
  func `takes no text for SQL, nor for a pattern`(text: String) async throws {
    let store = try await timelines.openFilled(total: 300)
    #expect(try await texts(store, PostFilter.Part(text, ignoresCase: true)).isEmpty)
    #expect(
      try await texts(store, PostFilter.Part(text, isNegated: true, ignoresCase: true)).count == 100
    )
  }

  @Test func `counts its posts, and which of them one is`() async throws {
    let store = try await timelines.openFilled(total: 300)
    let source = store.source().matching(
      PostFilter([PostFilter.Part("Chidi", ignoresCase: false)]))
    let posts = try await store.allPosts().filter { $0.authorName == "Chidi" }
    let count = try await source.count(upTo: posts[4])
    #expect(count.number == 5)
    #expect(count.total == posts.count)
  }

  @Test func `leads from any post to the next and to the one before`() async throws {
    let store = try await timelines.openFilled(total: 300)
    let source = store.source().matching(
      PostFilter([PostFilter.Part("Text 9", ignoresCase: false)]))
    let all = try await store.allPosts()
    for post in all[50..<60] {
      let below = try await source.load(
        Request(reason: .append, position: .after(TimelineSource.cursor(behind: post)), count: 1))
      #expect(
        below.items.first
          == all.drop { $0 != post }.dropFirst().first { $0.text.contains("Text 9") })
      let from = try await source.load(
        Request(reason: .append, position: .after(TimelineSource.cursor(before: post)), count: 1))
      #expect(from.items.first == all.drop { $0 != post }.first { $0.text.contains("Text 9") })
    }
  }
}
