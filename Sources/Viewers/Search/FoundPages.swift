import Paging
import Synchronization

/// A source of the items that another source finds; each load of a further page continues the
/// search until a page has an item or the search ends, and reports the progress.
///
/// A source ends a page early if it finds nothing for a while. The list would treat several such
/// pages as a stalled load, and ask for a key after ten of them. The page of a refresh is returned
/// as it is, so that it replaces the previous content immediately.
nonisolated final class FoundPages<Base: PagingSource>: PagingSource {
  typealias Item = Base.Item
  typealias Cursor = Base.Cursor
  typealias Position = PageRequest<Cursor>.Position

  private let base: Base
  private let progress: @Sendable (Cursor) async -> Int?
  private let tell: @Sendable (Int?) -> Void
  /// For the starting position of each unfinished search, the first page and the position where the
  /// search can be continued.
  private let looks = Mutex<[Position: (first: Page<Item, Cursor>, place: Position)]>([:])

  /// The maximum number of stored searches: one at each edge, and earlier ones.
  private static var most: Int { 8 }

  /// - Parameters:
  ///   - progress: returns how far through all items a position is, in percent; nil if it is
  ///     unknown.
  ///   - tell: called with the progress, and after that with nil at the end of the search.
  init(
    _ base: Base, progress: @escaping @Sendable (Cursor) async -> Int?,
    tell: @escaping @Sendable (Int?) -> Void
  ) { (self.base, self.progress, self.tell) = (base, progress, tell) }

  var traits: PagingTraits { base.traits }
  func updates() -> AsyncStream<Void>? { base.updates() }

  func cachedPage(for request: PageRequest<Cursor>) -> Page<Item, Cursor>? {
    base.cachedPage(for: request)
  }

  func load(_ request: PageRequest<Cursor>) async throws(PagingError) -> Page<Item, Cursor> {
    guard request.reason != .refresh else { return try await base.load(request) }
    var hasTold = false
    defer { if hasTold { tell(nil) } }
    var (page, isBackward) = (try await firstPage(of: request), request.position.isBackward)
    let first = page.first
    while page.last.items.isEmpty, let cursor = page.last.end(isBackward), !Task.isCancelled {
      let place: Position = isBackward ? .before(cursor) : .after(cursor)
      remember(place, of: request.position, first)
      if let percent = await progress(cursor) {
        tell(percent)
        hasTold = true
      }
      page.last = try await base.load(request.at(place))
    }
    if !Task.isCancelled { looks.withLock { $0[request.position] = nil } }
    return page.last.joined(behind: first, isBackward)
  }

  private func remember(_ place: Position, of start: Position, _ first: Page<Item, Cursor>) {
    looks.withLock { looks in
      if looks.count >= Self.most { looks = [:] }
      looks[start] = (first, place)
    }
  }

  /// Returns the first and the last page of the search for a request, which are the same page in a
  /// new search.
  ///
  /// If a search from the same starting position was stopped, the first page is that of the stopped
  /// search, and the last page continues it.
  private func firstPage(
    of request: PageRequest<Cursor>
  ) async throws(PagingError) -> (first: Page<Item, Cursor>, last: Page<Item, Cursor>) {
    if let kept = looks.withLock({ $0[request.position] }) {
      return (kept.first, try await base.load(request.at(kept.place)))
    }
    let page = try await base.load(request)
    return (page, page)
  }
}

extension PageRequest {
  /// Returns the same request, but from another position.
  nonisolated fileprivate func at(_ position: Position) -> PageRequest {
    PageRequest(
      reason: reason, position: position, count: count, isUpdate: isUpdate,
      overrulesWait: overrulesWait)
  }
}

extension PageRequest.Position {
  /// Whether the request is for items before its position.
  nonisolated fileprivate var isBackward: Bool {
    switch self {
    case .end, .before: true
    case .start, .after, .number: false
    }
  }
}

extension Page {
  /// Returns the cursor for continuing; nil unless more items are known to exist.
  nonisolated fileprivate func end(_ isBackward: Bool) -> Cursor? {
    if case .more(let cursor) = isBackward ? before : after { cursor } else { nil }
  }

  /// Returns this page as the result of a search whose first page was `first`, and whose other
  /// pages had no items: the cursor against the direction of the search is that of the first page.
  nonisolated fileprivate func joined(behind first: Page, _ isBackward: Bool) -> Page {
    var page = self
    if isBackward { page.after = first.after } else { page.before = first.before }
    return page
  }
}
