import Feeds
import Paging
import Records
import Synchronization
import Viewers

/// A record of a custom source.
struct Star: RecordItem {
  let id: Int
  let content: RecordContent

  init(_ id: Int) {
    self.id = id
    let json = #"{"id":\#(id),"name":"star \#(id)","class":"\#(["G", "K", "M"][id % 3])"}"#
    let record = try? JSONReader().record(Array(json.utf8)[...])
    content = record.map { .record($0) } ?? .text(Array(json.utf8)[...])
  }
}

/// A small source of records, with little more than a name and pages.
struct StarFeed: RecordFeed {
  let source: any PagingSource<Star, Int>
  var title: String { "Stars" }
  var itemNames: (one: String, many: String) { ("star", "stars") }
  var explanation: String? { "the nearest first" }
  var awaited: (any AwaitedFeed)?
  var paging = PagingDefaults()

  /// The opener of addresses that consist of `stars:` and the number of stars.
  static let opener = FeedOpener(options: { options }) { address, options throws(Failure) in
    guard case .scheme("stars", let count) = address, let count = Int(count) else { return nil }
    return StarFeed(count: count, from: try first(options.sourceValues["--from"] ?? "1"))
  }

  private static let options = SourceOptions(
    "Stars", need: "stars:",
    [
      SourceOption("--from", "n", "The first star (1).") { text throws(Failure) in
        _ = try first(text)
      }
    ]
  ) { $0.starts(with: "stars:".utf8) }

  private static func first(_ text: String) throws(Failure) -> Int {
    try SourceOption.number(text, of: "--from", in: 1...1_000)
  }

  /// Creates a feed of the stars with the numbers from `start` to `count`.
  init(count: Int, from start: Int = 1) {
    source = ExclusiveKeySource(key: \.id) { key, limit throws(PagingError) in
      let first = key.map { $0 + 1 } ?? start
      let last = min(count, first + limit - 1)
      return KeyedPage(
        items: first > last ? [] : (first...last).map(Star.init), hasMore: last < count)
    }
  }

  init(_ source: any PagingSource<Star, Int>) { self.source = source }

  /// Creates a feed of stars that may turn out to be something else.
  init(awaiting source: AwaitedStars) { (self.source, awaited) = (source, source) }
}

/// A source that turns out to be something other than a list of stars when a test says so.
final class AwaitedStars: PagingSource, AwaitedFeed {
  private let state = Mutex(State())

  private struct State {
    var show: (@MainActor @Sendable (any Feed) -> Void)?
    var waiting: CheckedContinuation<Void, Never>?
  }

  var traits: PagingTraits { .chain }
  var isAwaited: Bool { true }

  func onOther(_ show: @escaping @MainActor @Sendable (any Feed) -> Void) {
    state.withLock { $0.show = show }
  }

  func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Star, Int> {
    await withCheckedContinuation { task in state.withLock { $0.waiting = task } }
    return Page(items: [], after: .end)
  }

  /// Whether the first page was requested.
  var isAsked: Bool { state.withLock { $0.waiting != nil } }

  /// Determines the kind of the source, and ends the load.
  @MainActor func be(_ feed: any Feed) {
    let (show, waiting) = state.withLock { ($0.show, $0.waiting) }
    show?(feed)
    waiting?.resume()
  }
}
