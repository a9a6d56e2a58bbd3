/// A page as one item: what an iteration walks by, because the machine's work for an item costs more than most sources do.
struct WholePage<Item: Sendable, Cursor: Hashable & Sendable>: Identifiable, Sendable {
  /// What tells a page from others: its items may begin as those of another do.
  struct ID: Hashable, Sendable {
    let position: PageRequest<Cursor>.Position
    /// Which part of an answer it is, from 0.
    let part: Int
  }

  let items: [Item]
  let id: ID
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
  ) async throws(PagingError) -> Page<WholePage<Item, Cursor>, Cursor> {
    try await base.load(ofItems(request)).inPages(of: pageSize, request.position)
  }

  func cachedPage(for request: PageRequest<Cursor>) -> Page<WholePage<Item, Cursor>, Cursor>? {
    base.cachedPage(for: ofItems(request))?.inPages(of: pageSize, request.position)
  }

  private func ofItems(_ request: PageRequest<Cursor>) -> PageRequest<Cursor> {
    PageRequest(
      reason: request.reason, position: request.position, count: pageSize, pages: request.pages)
  }
}

extension Page {
  /// The same page, whose items are pages of a size; what precedes it is not told.
  fileprivate func inPages(
    of size: Int, _ position: PageRequest<Cursor>.Position
  ) -> Page<WholePage<Item, Cursor>, Cursor> {
    let pages = stride(from: 0, to: items.count, by: size).map { start in
      let part = Array(items[start..<Swift.min(start + size, items.count)])
      return WholePage<Item, Cursor>(
        items: part, id: WholePage.ID(position: position, part: start / size))
    }
    var page = Page<WholePage<Item, Cursor>, Cursor>(items: pages, after: after, pause: pause)
    page.failure = failure
    return page
  }
}

extension PagerConfiguration {
  /// The same of whole pages: one is asked for at a time, and as many ahead as before.
  fileprivate var ofWholePages: PagerConfiguration {
    let distance = (prefetchDistance + pageSize - 1) / pageSize
    var configuration = with(
      pageSize: 1, prefetchDistance: distance, keep: keep / pageSize, followsReader: followsReader)
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
  private let pager: Pager<WholePage<Item, Cursor>, Cursor>
  /// With fewer items than this left of a page the next one is to be loaded.
  let prefetchDistance: Int
  private var passed = RecentIdentities<WholePage<Item, Cursor>.ID>(limit: 64)
  private var last: WholePage<Item, Cursor>.ID?

  @MainActor fileprivate init(
    _ pager: Pager<WholePage<Item, Cursor>, Cursor>, prefetchDistance: Int
  ) {
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
    let walker = Pager<WholePage<Item, Cursor>, Cursor>(
      pages, configuration.ofWholePages, surroundings)
    walk = WalkCommands(
      cancel: { [weak walker] in walker?.cancel() }, retry: { [weak walker] in walker?.retry() },
      exchange: { [weak walker] in
        walker?.exchange(WholePages(base: $0, pageSize: pages.pageSize))
      })
    return PageWalk(walker, prefetchDistance: configuration.prefetchDistance)
  }

  /// Says that an item is drawn.
  fileprivate func see(_ id: Item.ID) {
    if let index = index(of: .item(id)) { viewportChanged(index..<index + 1) }
  }
}

/// What a pager passes on to an iteration that loads for itself.
struct WalkCommands<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  let cancel: () -> Void
  let retry: () -> Void
  let exchange: (any PagingSource<Item, Cursor>) -> Void
}
