import Foundation
import Paging
import SQLSources
import Timeline

typealias Request = PageRequest<KeysetCursor>

/// What most tests open: a small timeline that is filled only as pages ask for it.
struct Timelines: Sendable {
  static let epoch = 1_750_000_000
  let directory: TemporaryDirectory
  let samples: SamplePosts

  init() throws {
    directory = try TemporaryDirectory()
    samples = try Self.samples(in: directory)
  }

  /// 40 samples by 3 authors.
  static func samples(in directory: TemporaryDirectory) throws -> SamplePosts {
    let file = directory.url("posts.json")
    let posts = (1...40).map {
      $0 % 3 == 0
        ? #"{"text": "Text \#($0)", "picture": "picture-\#($0).png"}"#
        : #"{"text": "Text \#($0)", "picture": null}"#
    }
    let authors = ["Aino", "Chidi", "Łucja"].map { #"{"name": "\#($0)", "handle": "\#($0)"}"# }
    let json = """
      {"authors": [\(authors.joined(separator: ","))], "posts": [\(posts.joined(separator: ","))]}
      """
    try json.write(to: file, atomically: true, encoding: .utf8)
    return try SamplePosts(contentsOf: file)
  }

  func open(
    in path: String? = nil, keeping: TimelineKeeping? = nil, total: Int = 3_000,
    goesOnByItself: Bool = false
  ) throws(TimelineError) -> TimelineStore {
    let plan = FillPlan(total: total, firstBatch: 50, batch: 400, goesOnByItself: goesOnByItself)
    return try TimelineStore(
      directory: path ?? directory.path, keeping: keeping, epoch: Self.epoch, plan: plan
    ) { [samples] () throws(TimelineError) in samples }
  }

  /// Opens a timeline and fills it.
  func openFilled(total: Int = 3_000) async throws -> TimelineStore {
    let store = try open(total: total)
    _ = try await store.page(.end)
    return store
  }
}

extension TimelineStore {
  /// Loads a page as an edge of a list does, so that no new posts appear.
  func page(
    _ position: Request.Position, count: Int = 10
  ) async throws -> Page<Post, KeysetCursor> {
    try await source().load(Request(reason: .append, position: position, count: count))
  }

  /// All posts in order.
  func allPosts() async throws -> [Post] {
    var page = try await page(.start, count: 700)
    var posts = page.items
    while case .more(let cursor) = page.after {
      page = try await self.page(.after(cursor), count: 700)
      posts += page.items
    }
    return posts
  }
}
