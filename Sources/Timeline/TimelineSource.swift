import GRDB
import GRDBSources
public import Paging
public import SQLSources

/// The posts of a timeline, newest first: any place is one indexed query away.
public struct TimelineSource: PagingSource {
  /// What a page holds.
  public typealias Item = Post
  /// A place between two posts.
  public typealias Cursor = KeysetCursor

  private let store: TimelineStore
  private let posts: TableSource<Post>
  private let filter: PostFilter
  /// Seconds since 1970.
  private let now: @Sendable () -> Int

  /// Creates a source that asks a clock for the time of new posts.
  package init(
    store: TimelineStore, matching filter: PostFilter = PostFilter(),
    now: @escaping @Sendable () -> Int
  ) {
    self.store = store
    self.now = now
    self.filter = filter
    let order = KeysetOrder(column: "time", tieBreaker: "id", descending: true)
    let database = store.database.connection
    posts =
      filter.parts.isEmpty
      ? TableSource(table: "post", in: database, order: order)
      : TableSource(sql: filter.sql, arguments: filter.arguments, in: database, order: order)
  }

  /// The posts that meet a filter; a page costs a look at what it passes over, at most at all of them.
  public func matching(_ filter: PostFilter) -> TimelineSource {
    TimelineSource(store: store, matching: filter, now: now)
  }

  /// How many posts there are, which of them a post is, from 1, and whether no more can come; costs a look at
  /// all.
  ///
  /// - Throws: what is wrong with the database.
  public func count(
    upTo post: Post
  ) async throws(TimelineError) -> (number: Int, total: Int, isAll: Bool) {
    let isAll = await store.fill.state.isFull
    let sql = "SELECT count(*), coalesce(sum((time, id) >= (?, ?)), 0) FROM (\(filter.sql))"
    let key: StatementArguments = [post.time, post.id]
    let arguments = key + filter.arguments
    let counts = try await store.database.read { (db) throws -> [Int] in
      guard let row = try Row.fetchOne(db, sql: sql, arguments: arguments) else { return [0, 0] }
      return [row[1], row[0]]
    }
    return (number: counts[0], total: counts[1], isAll: isAll)
  }

  /// The place of a post, which may be gone.
  ///
  /// - Parameters:
  ///   - time: when it was posted, in seconds since 1970.
  ///   - id: its identity.
  public static func cursor(time: Int, id: Int64) -> KeysetCursor {
    KeysetCursor([.integer(Int64(time)), .integer(id)])
  }

  /// The place after which a post comes first.
  public static func cursor(before post: Post) -> KeysetCursor {
    cursor(time: post.time, id: post.id == .max ? .max : post.id + 1)
  }

  /// The place behind a post.
  public static func cursor(behind post: Post) -> KeysetCursor {
    cursor(time: post.time, id: post.id)
  }

  /// The end is an indexed query away, once the timeline is filled.
  public var traits: PagingTraits { PagingTraits(opensAtEnd: true) }

  /// Sends an element when another program has changed the timeline; nil where none can, or where
  /// changes cannot be heard.
  public func updates() -> AsyncStream<Void>? { store.updates() }

  /// Loads a page; a refresh of the start lets new posts appear, except the first load.
  ///
  /// A page that would end early, because the timeline is not filled to there, waits for it. Where
  /// only another program can fill it, the end is said to be unknown.
  ///
  /// - Throws: what is wrong with the database, or that the load was cancelled.
  public func load(
    _ request: PageRequest<KeysetCursor>
  ) async throws(PagingError) -> Page<Post, KeysetCursor> {
    do throws(TimelineError) {
      if Self.letsPostsAppear(request) {
        try await store.lookAtHead(now: now())
      }
    } catch {
      throw error.pagingError
    }
    while true {
      // Asked before the page is read: what was full then has a true end now.
      let isFull = await store.fill.state.isFull
      let page = try await posts.load(request)
      guard !isFull, Self.needsFill(page, at: request.position) else { return page }
      if !store.database.isFillable { return try openEnded(page, at: request.position) }
      try await waitForFill()
    }
  }

  /// Whether a request lets new posts appear: a refresh of the start that the reader asks for.
  ///
  /// One that follows from `updates()` must not: of two programs over one database each would wake
  /// the other forever.
  private static func letsPostsAppear(_ request: PageRequest<KeysetCursor>) -> Bool {
    request.reason == .refresh && request.position == .start && !request.isUpdate
  }

  /// Whether posts not filled yet might belong to a page; they are all below the filled ones.
  private static func needsFill(
    _ page: Page<Post, KeysetCursor>, at position: PageRequest<KeysetCursor>.Position
  ) -> Bool {
    switch position {
    case .start, .after, .end: page.after == .end
    case .before, .number: false
    }
  }

  private func waitForFill() async throws(PagingError) {
    do throws(TimelineError) {
      try await store.fill.advance()
    } catch {
      throw error.pagingError
    }
    if Task.isCancelled { throw PagingError("cancelled", isRetryable: true) }
  }

  private func openEnded(
    _ page: Page<Post, KeysetCursor>, at position: PageRequest<KeysetCursor>.Position
  ) throws(PagingError) -> Page<Post, KeysetCursor> {
    var page = page
    if let last = page.items.last {
      page.after = .unknown(last.cursor)
    } else if case .after(let cursor) = position {
      page.after = .unknown(cursor)
    } else {
      throw PagingError("the timeline has no posts yet and cannot be written", isRetryable: true)
    }
    return page
  }
}
