import GRDB
public import Paging
public import SQLSources

/// The posts of a timeline, newest first: any place is one indexed query away.
public struct TimelineSource: PagingSource {
  /// What a page holds.
  public typealias Item = Post
  /// A place between two posts.
  public typealias Cursor = KeysetCursor

  private let store: TimelineStore
  private let posts: KeysetSource<Post>
  /// Seconds since 1970.
  private let now: @Sendable () -> Int

  /// Creates a source that asks a clock for the time of new posts.
  package init(store: TimelineStore, now: @escaping @Sendable () -> Int) {
    self.store = store
    self.now = now
    let order = KeysetOrder(column: "time", tieBreaker: "id", descending: true)
    posts = KeysetSource(table: "post", in: store.database.connection, order: order)
  }

  /// The place of a post, which may be gone.
  ///
  /// - Parameters:
  ///   - time: when it was posted, in seconds since 1970.
  ///   - id: its identity.
  public static func cursor(time: Int, id: Int64) -> KeysetCursor {
    KeysetCursor(key: time.databaseValue, tie: id.databaseValue)
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
    case .before, .item: false
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
