package import Paging

/// A server with an ordered list of numbered posts.
///
/// Unless posts are moved, they are in the order of their numbers, so a new post at the head has a
/// smaller number.
///
/// A post's *rank* is its position in this order. It is usually the post's number times a scale,
/// but differs if the post or its neighbors were moved.
package struct SimulatedServer: Sendable {
  /// The existing posts, in order; a post that is added gets the rank of its number.
  package var ids: [Int] {
    didSet { rankNew() }
  }
  /// The rank of each post that exists or existed.
  package private(set) var ranks: [Int: Int] = [:]
  /// Whether a page leads to the page before it; otherwise a list can only be read forward.
  package var goesBack = false
  /// Whether a page gives the total number of posts and its position among them, and pages can be
  /// requested at any position.
  package var counts = false
  /// Posts that a filter leaves out, so that pages are short or empty.
  package var hidden: Set<Int> = []
  /// Whether a page has a validator, and an unchanged page is not sent again.
  package var validates = false
  /// The version of all posts; if it is raised, every post is newer.
  package var version = 0
  /// The maximum number of posts in a page, however many are requested; nil for no limit.
  package var clamp: Int?
  /// Whether pages report more posts as possible at both ends, as at the end of a log.
  package var isOpenEnded = false
  /// How a page leads to the next one.
  package var style = PagingStyle.keyed
  /// Whether a transform puts a separator before the first post of each group in a page.
  package var hasSeparators = false
  /// Whether posts of one group may be apart.
  ///
  /// In that case, each separator belongs to the post below it, because no item may be in a list
  /// twice.
  package var groupsMayPart = false
  private let scale: Int

  package init(
    _ ids: some Sequence<Int>, goesBack: Bool = false, counts: Bool = false, scale: Int = 1
  ) {
    self.ids = Array(ids)
    self.goesBack = goesBack || counts
    self.counts = counts
    self.scale = scale
    rankNew()
  }

  /// The posts that a reader can see.
  package var visible: [Int] { hidden.isEmpty ? ids : ids.filter { !hidden.contains($0) } }

  package var traits: PagingTraits {
    PagingTraits(opensAtItems: counts, hasStableCursors: style.isExact)
  }

  /// Puts a post, known or new, before the post at the given index among the others; returns
  /// whether a rank was free there.
  package mutating func put(_ id: Int, at place: Int) -> Bool {
    var others = ids
    others.removeAll { $0 == id }
    let place = min(place, others.count)
    let below = place < others.count ? rank(of: others[place]) : nil
    let above = place > 0 ? rank(of: others[place - 1]) : nil
    let low = above ?? (below.map { $0 - 2 * scale } ?? 0)
    let high = below ?? (low + 2 * scale)
    guard high - low > 1 else { return false }
    let own = id * scale
    let isNew = ranks[id] == nil
    ranks[id] = isNew && own > above ?? .min && own < below ?? .max ? own : low + (high - low) / 2
    others.insert(id, at: place)
    ids = others
    return true
  }

  package func rank(of id: Int) -> Int { ranks[id] ?? id * scale }

  /// Returns the post with a rank, even if the post was deleted; nil if no post ever had the rank.
  func post(ranked rank: Int) -> Int? { ranks.first { $0.value == rank }?.key }

  private mutating func rankNew() {
    for id in ids where ranks[id] == nil { ranks[id] = id * scale }
  }

  /// The page that a request asks for.
  package func page(for request: PageRequest<Int>) -> Page<Post, Int> { answer(to: request).page }

  /// The page that a request asks for, and the ranks that the page covers; the ranks are nil if it
  /// covers none.
  ///
  /// A post with a rank that the page covers exists only if the page contains it or a filter hides
  /// it.
  func answer(to request: PageRequest<Int>) -> (page: Page<Post, Int>, ranks: ClosedRange<Int>?) {
    let range = range(for: request)
    var page = style.isExact ? page(range, for: request) : countedPage(for: request)
    let ranks = style.isExact ? ranks(range, of: request) : ranks(of: page)
    page.items = page.items.filter { !hidden.contains($0.id.number) }.map {
      Post(id: $0.id.number, version: version)
    }
    if validates {
      // The validator covers all that the page says: the same posts may have other cursors.
      let shown = page.items.map { $0.id.number }
      page.validator = "\(shown) \(version) \(page.before) \(page.after)"
      if request.validator == page.validator { return (.unchanged, ranks) }
    }
    if style == .keyed { page.itemCursors = page.items.map { rank(of: $0.id.number) } }
    if hasSeparators { separate(&page) }
    return (page, ranks)
  }

  private func page(_ range: Range<Int>, for request: PageRequest<Int>) -> Page<Post, Int> {
    Page(
      items: ids[range].map { Post(id: $0) }, before: before(range, of: request),
      after: after(range, of: request),
      extent: counts ? PageExtent(start: range.lowerBound, total: ids.count) : nil)
  }

  private func countedPage(for request: PageRequest<Int>) -> Page<Post, Int> {
    let service = CountedService(
      ids: ids, isNumbered: style == .pageNumber, clamp: clamp, counts: counts)
    guard var page = service.page(for: request) else { fatalError("no answer to \(request)") }
    if !goesBack { page.before = .end }
    return page
  }

  private func ranks(_ range: Range<Int>, of request: PageRequest<Int>) -> ClosedRange<Int>? {
    var first = range.lowerBound > 0 ? range.first.map { rank(of: ids[$0]) } : .min
    var last = range.upperBound < ids.count ? range.last.map { rank(of: ids[$0]) } : .max
    switch request.position {
    // If nothing precedes or follows, the page says so.
    case .after(let cursor) where !(goesBack && range.lowerBound == 0):
      first = cursor < .max ? cursor + 1 : nil
    case .before(let cursor) where range.upperBound < ids.count:
      last = cursor > .min ? cursor - 1 : nil
    default: break
    }
    guard let first, let last, first <= last else { return nil }
    return first...last
  }

  private func ranks(of page: Page<Post, Int>) -> ClosedRange<Int>? {
    guard let first = page.items.first?.id.number, let last = page.items.last?.id.number else {
      return ids.isEmpty ? .min ... .max : nil
    }
    let start = first == ids.first ? .min : rank(of: first)
    let end = last == ids.last ? .max : rank(of: last)
    return start...end
  }

  private func separate(_ page: inout Page<Post, Int>) {
    var group: Int?
    var items: [Post] = []
    for post in page.items {
      let own = Self.separator(above: post.id.number)
      if group != own {
        items.append(Post(id: groupsMayPart ? (1 << 40) + post.id.number : own))
      }
      group = own
      items.append(post)
    }
    (page.items, page.itemCursors) = (items, [])
  }

  /// The number of the separator above a group of posts; no post has it.
  static func separator(above id: Int) -> Int { 1 << 40 + (id >> 6) }

  static func isSeparator(_ id: Int) -> Bool { id >= 1 << 39 }

  // MARK: Places

  private func range(for request: PageRequest<Int>) -> Range<Int> {
    let count = min(request.count, clamp ?? request.count) * request.pages
    switch request.position {
    case .start: return 0..<min(count, ids.count)
    case .end: return max(0, ids.count - count)..<ids.count
    case .number(let item): return min(item, ids.count)..<min(item + count, ids.count)
    case .after(let cursor):
      let start = firstPlace { $0 > cursor }
      return start..<min(start + count, ids.count)
    case .before(let cursor):
      let end = firstPlace { $0 >= cursor }
      return max(0, end - count)..<end
    }
  }

  private func firstPlace(where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(rank(of: ids[middle])) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the cursor of a place between two posts: the rank of the post before the place or, if
  /// `isBehind` is false, of the post after the place.
  private func cursor(at place: Int, isBehind: Bool) -> Int {
    if isBehind { return place > 0 ? rank(of: ids[place - 1]) : .min }
    return place < ids.count ? rank(of: ids[place]) : .max
  }

  private func before(_ range: Range<Int>, of request: PageRequest<Int>) -> Continuation<Int> {
    guard goesBack else { return .end }
    var cursor = cursor(at: range.lowerBound, isBehind: false)
    if range.isEmpty, let place = placeOfNothing(request) { cursor = place.before }
    if range.lowerBound > 0 { return .more(cursor) }
    return isOpenEnded && !ids.isEmpty ? .unknown(cursor) : .end
  }

  private func after(_ range: Range<Int>, of request: PageRequest<Int>) -> Continuation<Int> {
    var cursor = cursor(at: range.upperBound, isBehind: true)
    if range.isEmpty, let place = placeOfNothing(request) { cursor = place.after }
    if !range.isEmpty, range.upperBound < ids.count { return .more(cursor) }
    if case .before = request.position, range.upperBound < ids.count { return .more(cursor) }
    guard isOpenEnded else { return .end }
    if !range.isEmpty { return .unknown(cursor) }
    guard case .after(let asked) = request.position else { return .end }
    return .unknown(asked)
  }

  /// The cursors before and after an empty page, whose position is that of its request.
  private func placeOfNothing(
    _ request: PageRequest<Int>
  ) -> (before: Int, after: Int)? {
    switch request.position {
    case .after(let cursor) where cursor < .max: return (cursor + 1, cursor)
    case .before(let cursor) where cursor > .min: return (cursor, cursor - 1)
    default: return nil
    }
  }
}

/// How a simulated server leads from page to page.
package enum PagingStyle: Hashable, Sendable, CaseIterable {
  /// By an item's key, which gives its position; each item comes with its own key.
  case keyed
  /// By tokens, which keep their position and mean nothing to the reader.
  case token
  /// By the number of posts before the page; the position changes if posts are added or removed
  /// there.
  case offset
  /// By the number of the page; if posts are added or removed before the page, the position changes
  /// as well.
  case pageNumber

  /// Whether every missing post must be covered by a gap.
  ///
  /// If positions are counted and posts move between two requests, the pager cannot know whether it
  /// has missed any.
  package var isExact: Bool { self == .keyed || self == .token }
}

/// An item; one with a higher version is newer.
package struct Post: Identifiable, Hashable, Sendable {
  package let id: PostID
  package var version: Int

  package init(id: Int, version: Int = 0) {
    self.id = PostID(id)
    self.version = version
  }
}

/// The identity of a post: a number.
///
/// Several identities have the same hash, which is legal, because only `==` decides whether two
/// identities are the same.
package struct PostID: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral,
  CustomStringConvertible
{
  package let number: Int

  package init(_ number: Int) { self.number = number }
  package init(integerLiteral number: Int) { self.number = number }

  package var description: String { "\(number)" }

  /// The initial posts of a walk, whose numbers are eight apart, share a hash in groups of four.
  package func hash(into hasher: inout Hasher) { hasher.combine(number >> 5) }

  package static func < (a: PostID, b: PostID) -> Bool { a.number < b.number }
  package static func == (a: PostID, b: Int) -> Bool { a.number == b }
}
