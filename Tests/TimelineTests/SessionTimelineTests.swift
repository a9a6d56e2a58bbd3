import TemporaryFolders
import Foundation
import Paging
import Testing
import Timeline

@Suite struct `A timeline for a session` {
  private let timelines: Timelines

  init() throws { timelines = try Timelines() }

  private func open(
    _ directory: String?, likes: LikesFile? = nil, total: Int = 3_000
  ) throws(TimelineError) -> TimelineStore {
    let plan = FillPlan(total: total, firstBatch: 50, batch: 400, goesOnByItself: false)
    return try TimelineStore(
      forSessionIn: directory, notingLikesIn: likes, epoch: Timelines.epoch, plan: plan
    ) { [samples = timelines.samples] () throws(TimelineError) in samples }
  }

  private func fill(total: Int = 3_000) async throws {
    try await timelines.openFilled(total: total).close()
  }

  private var files: [String: Data] {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: timelines.directory.path)
      return try Dictionary(
        uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: timelines.directory.url($0))) })
    }
  }

  @Test func `shows the posts of a file`() async throws {
    try await fill()
    let store = try open(timelines.directory.path)
    #expect(store.keeping == .inSession)
    let posts = try await store.allPosts()
    #expect(posts == timelines.samples.posts(in: 0..<3_000, before: Timelines.epoch))
  }

  @Test func `shows the posts of a file to which a link leads`() async throws {
    try await fill(total: 90)
    let (folder, manager) = (timelines.directory.url("links"), FileManager.default)
    try manager.createDirectory(at: folder, withIntermediateDirectories: false)
    try manager.createSymbolicLink(
      at: folder.appendingPathComponent("timeline.sqlite"),
      withDestinationURL: timelines.directory.url("timeline.sqlite"))
    #expect(try await open(folder.path).allPosts().count == 90)
  }

  @Test func `has new posts and likes, and changes no file`() async throws {
    try await fill(total: 90)
    let before = try files
    let store = try open(timelines.directory.path)
    let fifth = try await store.page(.start).items[4]
    let liked = try await store.setLiked(true, postID: fifth.id)
    #expect(liked.isLiked && liked.likes == fifth.likes + 1)
    #expect(try await store.addNewPosts(now: Timelines.epoch + 60) == 3)
    let newest = try await store.page(.start).items
    #expect(newest.map(\.id).prefix(4) == [93, 92, 91, 1])
    #expect(newest[7] == liked)
    let likedNew = try await store.setLiked(true, postID: 92)
    #expect(try await store.page(.start).items[1] == likedNew)
    #expect(try await store.setLiked(false, postID: fifth.id) == fifth)
    #expect(try await store.allPosts().count == 93)
    #expect(try files == before)
  }

  @Test func `pages to both sides of its own posts`() async throws {
    try await fill(total: 90)
    let store = try open(timelines.directory.path)
    for minute in 1...4 { _ = try await store.addNewPosts(now: Timelines.epoch + minute * 60) }
    let all = try await store.allPosts()
    #expect(all.map(\.id) == Array((91...100).reversed()) + Array(1...90))
    let place = TimelineSource.cursor(time: all[12].time, id: all[12].id)
    #expect(try await store.page(.before(place), count: 5).items == Array(all[7..<12]))
    #expect(try await store.page(.after(place), count: 5).items == Array(all[13..<18]))
    #expect(try await store.page(.end, count: 5).items == Array(all.suffix(5)))
  }

  @Test func `starts again the next time`() async throws {
    try await fill(total: 90)
    let store = try open(timelines.directory.path)
    _ = try await store.addNewPosts(now: Timelines.epoch + 60)
    _ = try await store.setLiked(true, postID: 1)
    let next = try open(timelines.directory.path)
    #expect(try await next.allPosts().count == 90)
    #expect(try await next.page(.start).items[0].isLiked == false)
  }

  @Test func `has a bound for what a guest makes appear`() async throws {
    try await fill(total: 90)
    let store = try open(timelines.directory.path)
    let source = store.source()
    for _ in 0..<1_200 {
      _ = try await source.load(Request(reason: .refresh, position: .start, count: 1))
    }
    let count = try await store.allPosts().count - 90
    #expect((1_000...1_004).contains(count))
  }

  @Test func `is made in memory where no file is given`() async throws {
    let store = try open(nil)
    #expect(store.keeping == .inSession)
    #expect(try await store.page(.start).items.count == 10)
    #expect(try await store.setLiked(true, postID: 2).isLiked)
    #expect(try await store.allPosts().count == 3_000)
    #expect(try files.keys.sorted() == ["posts.json"])
  }

  @Test func `is refused where there is none`() throws {
    let error = #expect(throws: TimelineError.self) { try open(timelines.directory.path) }
    #expect(error?.description.contains("timeline.sqlite: ") == true)
    #expect(error?.description.hasSuffix("; check its permissions and the disk space") == true)
    #expect(try files.keys.sorted() == ["posts.json"])
  }

  @Test func `is refused where another program writes it`() async throws {
    let writer = try await timelines.openFilled(total: 90)
    _ = try await writer.setLiked(true, postID: 1)
    let error = #expect(throws: TimelineError.self) { try open(timelines.directory.path) }
    #expect(
      error?.description
        == "cannot open \(timelines.directory.database.path): its -wal file is not empty; "
        + "quit the program that uses the timeline, or, after a crash, open the timeline once and quit"
    )
    try await writer.close()
    #expect(try await open(timelines.directory.path).page(.start).items[0].isLiked)
  }

  @Test func `ends where a file that is not full ends`() async throws {
    let writer = try timelines.open()
    _ = try await writer.page(.start)
    try await writer.close()
    let store = try open(timelines.directory.path)
    #expect(try await store.page(.start, count: 60).items.count == 50)
  }

  @Test func `notes a like before it shows it`() async throws {
    try await fill(total: 9)
    let path = timelines.directory.url("likes").path
    let store = try open(timelines.directory.path, likes: try LikesFile(path: path, bound: 30))
    #expect(try await store.setLiked(true, postID: 1).isLiked)
    let error = await #expect(throws: TimelineError.self) {
      try await store.setLiked(true, postID: 2)
    }
    #expect(error?.description == "cannot save likes: the file or the disk is full")
    #expect(try await store.page(.start).items.map(\.isLiked).prefix(2) == [true, false])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasSuffix(" like 1\n") && text.count == 18)
  }

  @Test func `notes no like that changes nothing`() async throws {
    try await fill(total: 9)
    let path = timelines.directory.url("likes").path
    let store = try open(timelines.directory.path, likes: try LikesFile(path: path))
    for liked in [false, true, true, false] {
      #expect(try await store.setLiked(liked, postID: 1).isLiked == liked)
    }
    await #expect(throws: TimelineError.noSuchPost(99)) {
      try await store.setLiked(true, postID: 99)
    }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.map { $0.drop { $0 != " " } } == [" like 1", " unlike 1"])
  }
}
