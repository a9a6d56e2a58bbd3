/// A page as one item: what an iteration walks by, because the machine's work for an item costs more than most sources do.
struct WholePage<Item: Identifiable & Sendable>: Identifiable, Sendable where Item.ID: Sendable {
  let items: [Item]
  /// That of its first item.
  let id: Item.ID
}

/// A source whose items are the pages of another.
///
/// So every rule of loading is the machine's, as for a list: retries, pauses, limits, cursors that repeat.
struct WholePages<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: PagingSource
where Item.ID: Sendable {
  let base: any PagingSource<Item, Cursor>
  /// Items of a page.
  let pageSize: Int

  /// Numbers of items mean nothing here, and an iteration goes one way.
  var traits: PagingTraits {
    PagingTraits(
      pagesAtOnce: base.traits.pagesAtOnce, hasStableCursors: base.traits.hasStableCursors)
  }

  func load(
    _ request: PageRequest<Cursor>
  ) async throws(PagingError) -> Page<WholePage<Item>, Cursor> {
    try await base.load(ofItems(request)).inPages(of: pageSize)
  }

  func cachedPage(for request: PageRequest<Cursor>) -> Page<WholePage<Item>, Cursor>? {
    base.cachedPage(for: ofItems(request))?.inPages(of: pageSize)
  }

  private func ofItems(_ request: PageRequest<Cursor>) -> PageRequest<Cursor> {
    PageRequest(
      reason: request.reason, position: request.position, count: pageSize, pages: request.pages)
  }
}

extension Page where Item: Identifiable & Sendable, Item.ID: Sendable {
  /// The same page, whose items are pages of a size; what precedes it is not told.
  fileprivate func inPages(of size: Int) -> Page<WholePage<Item>, Cursor> {
    let pages = stride(from: 0, to: items.count, by: size).map { start in
      let part = Array(items[start..<Swift.min(start + size, items.count)])
      return WholePage(items: part, id: part[0].id)
    }
    var page = Page<WholePage<Item>, Cursor>(items: pages, after: after, pause: pause)
    page.failure = failure
    return page
  }
}

extension PagerConfiguration {
  /// The same of whole pages: one is asked for at a time, and as many ahead as before.
  fileprivate var ofWholePages: PagerConfiguration {
    let distance = prefetchDistance / pageSize
    // Room for the four pages that a fast reader gets at once.
    var configuration = with(
      pageSize: 1, prefetchDistance: distance, keep: 9 + 2 * distance, followsReader: followsReader)
    configuration.refresh = .merge
    return configuration
  }
}

/// An iteration by whole pages.
///
/// A page is taken when the one before is used up. The next is loaded ahead once as many items are left as the pager's
/// prefetch distance says.
struct PageWalk<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  private let pager: Pager<WholePage<Item>, Cursor>
  /// With fewer items than this left of a page the next one is to be loaded.
  let prefetchDistance: Int
  private var passed = RecentIdentities<Item.ID>(limit: 64)
  private var last: Item.ID?

  @MainActor fileprivate init(_ pager: Pager<WholePage<Item>, Cursor>, prefetchDistance: Int) {
    (self.pager, self.prefetchDistance) = (pager, prefetchDistance)
  }

  /// The items of the next page; none at the end.
  mutating func next() async throws(PagingError) -> [Item] {
    let pages = try await pager.items(after: last, passed: passed, atMost: 1, areSeen: false)
    guard let page = pages.first else { return [] }
    passed.insert(page.id)
    last = page.id
    return page.items
  }

  /// Loads what follows the last page.
  func loadAhead() async { if let last { await pager.see(last) } }
}

extension Pager {
  /// Walks by whole pages where the pager is used for nothing else; nil where something looks at what it holds.
  func beginWalk() -> PageWalk<Item, Cursor>? {
    guard !hasLoaded, state(of: .refresh) == .idle, onActivity == nil, observers.isEmpty else {
      return nil
    }
    let pages = WholePages(base: source, pageSize: configuration.pageSize)
    let walker = Pager<WholePage<Item>, Cursor>(
      pages, configuration.ofWholePages, surroundings)
    stopWalk = { [weak walker] in walker?.cancel() }
    return PageWalk(walker, prefetchDistance: configuration.prefetchDistance)
  }

  /// Says that an item is drawn.
  fileprivate func see(_ id: Item.ID) {
    if let index = index(of: .item(id)) { viewportChanged(index..<index + 1) }
  }
}
