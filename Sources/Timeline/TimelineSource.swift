import GRDB
import GRDBSources
public import Paging
public import SQLSources

/// A source of the posts of a timeline, newest first; without a filter, a page at any position
/// costs a few indexed queries.
public struct TimelineSource: PagingSource {
  /// The item of a page: a post.
  public typealias Item = Post
  /// A position between two posts.
  public typealias Cursor = KeysetCursor

  private let store: TimelineStore
  private let posts: TableSource<Post>
  private let filter: PostFilter
  /// Returns the current time, in seconds since 1970.
  private let now: @Sendable () -> Int

  /// Creates a source; `now` gives the times of new posts.
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

  /// Returns a source of the posts that match a filter; a load examines every post on its way,
  /// possibly all posts.
  public func matching(_ filter: PostFilter) -> TimelineSource {
    TimelineSource(store: store, matching: filter, now: now)
  }

  /// Counts the matching posts, which examines all posts.
  ///
  /// - Returns: the number of `post` among the matching posts, counted from 1; the number of
  ///   matching posts; and whether the timeline is complete, in which case no more matches can
  ///   follow.
  /// - Throws: the error of the database if it fails.
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

  /// The position of a post, which may no longer exist.
  ///
  /// - Parameters:
  ///   - time: the time of the post, in seconds since 1970.
  ///   - id: the identity of the post.
  public static func cursor(time: Int, id: Int64) -> KeysetCursor {
    KeysetCursor([.integer(Int64(time)), .integer(id)])
  }

  /// The position immediately before a post.
  public static func cursor(before post: Post) -> KeysetCursor {
    cursor(time: post.time, id: post.id == .max ? .max : post.id + 1)
  }

  /// The position immediately after a post.
  public static func cursor(behind post: Post) -> KeysetCursor {
    cursor(time: post.time, id: post.id)
  }

  /// The abilities of the source: it can be opened at its end, which takes one indexed query once
  /// the timeline is filled.
  public var traits: PagingTraits { PagingTraits(opensAtEnd: true) }

  /// A stream that reports changes by another program; nil if no other program can change the
  /// timeline, or if changes cannot be watched.
  public func updates() -> AsyncStream<Void>? { store.updates() }

  /// Loads a page; if the reader refreshes the list at its start, new posts appear, except the
  /// first time.
  ///
  /// A load that reaches a part of the timeline that is not yet filled waits until that part is
  /// filled. If only another program can fill it, the page says that the end is unknown.
  ///
  /// - Throws: an error if the database reports one, or if the load is cancelled.
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
      // This is read before the page: if the timeline was full at that time, the end of the page is
      // final.
      let isFull = await store.fill.state.isFull
      let page = try await posts.load(request)
      guard !isFull, Self.needsFill(page, at: request.position) else { return page }
      if !store.database.isFillable { return try openEnded(page, at: request.position) }
      try await waitForFill()
    }
  }

  /// Whether a request makes new posts appear: a refresh at the start by the reader.
  ///
  /// A refresh caused by `updates()` must not do so, because two programs with the same database
  /// would trigger each other forever.
  private static func letsPostsAppear(_ request: PageRequest<KeysetCursor>) -> Bool {
    request.reason == .refresh && request.position == .start && !request.isUpdate
  }

  /// Whether a page may need posts that have not been filled in yet, all of which come after the
  /// existing ones.
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
