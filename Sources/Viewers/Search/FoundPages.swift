import Paging
import Synchronization

/// Pages of items that a source finds: at an edge it looks on until a page has an item, and tells how far it is meanwhile.
///
/// A source ends a page early where it finds nothing for a while. To a list such a page would be one without anything new, and
/// after ten of them it asks for a key. The first page of a list comes as it is, so that it takes the place of what was shown before.
nonisolated final class FoundPages<Base: PagingSource>: PagingSource {
  typealias Item = Base.Item
  typealias Cursor = Base.Cursor
  typealias Position = PageRequest<Cursor>.Position

  private let base: Base
  private let progress: @Sendable (Cursor) async -> Int?
  private let tell: @Sendable (Int?) -> Void
  /// How far looks have come that are not at their end, by where they began: one that was stopped goes on there.
  private let looks = Mutex<[Position: (first: Page<Item, Cursor>, place: Position)]>([:])

  /// Looks that are remembered: one at each edge, and those of edges that were left.
  private static var most: Int { 8 }

  /// - Parameters:
  ///   - progress: how far a place is on the way through all items, in percent.
  ///   - tell: told that, and nil where the look is over.
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

  /// The page of a request, or what comes where the last look at its place was stopped, and the page that it began with.
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
  /// The same from another place.
  nonisolated fileprivate func at(_ position: Position) -> PageRequest {
    PageRequest(
      reason: reason, position: position, count: count, isUpdate: isUpdate,
      overrulesWait: overrulesWait)
  }
}

extension PageRequest.Position {
  /// Whether it is asked for what comes before.
  nonisolated fileprivate var isBackward: Bool {
    switch self {
    case .end, .before: true
    case .start, .after, .number: false
    }
  }
}

extension Page {
  /// Where it goes on; nil at the end.
  nonisolated fileprivate func end(_ isBackward: Bool) -> Cursor? {
    if case .more(let cursor) = isBackward ? before : after { cursor } else { nil }
  }

  /// The same with what an earlier page without items says of its side.
  nonisolated fileprivate func joined(behind first: Page, _ isBackward: Bool) -> Page {
    var page = self
    if isBackward { page.after = first.after } else { page.before = first.before }
    return page
  }
}
