import Paging
import Synchronization

/// Answers requests for a server whose posts are requested by offset or by page number.
///
/// The answers come from `OffsetSource` and `PageNumberSource` themselves; their cursors are packed
/// into numbers.
struct CountedService: Sendable {
  let ids: [Int]
  let isNumbered: Bool
  /// The maximum number of posts in an answer, however many are requested; nil for no limit.
  let clamp: Int?
  /// Whether pages have an extent; if not, only answers by offset say how many posts exist.
  let counts: Bool

  func page(for request: PageRequest<Int>) -> Page<Post, Int>? {
    isNumbered ? page(of: numbered, for: request) : page(of: offset, for: request)
  }

  private var offset: OffsetSource<Post> {
    OffsetSource(opensAtEnd: true) { offset, limit throws(PagingError) in
      let (posts, isLast) = posts(at: offset, atMost: limit)
      return OffsetPage(items: posts, totalCount: ids.count, hasMore: !isLast)
    }
  }

  private var numbered: PageNumberSource<Post> {
    PageNumberSource(firstPage: 0, opensAtEnd: true) { number, size throws(PagingError) in
      let (posts, isLast) = posts(at: number * size, atMost: size)
      return NumberedPage(
        items: posts, totalPages: (ids.count + size - 1) / size,
        totalCount: counts ? ids.count : nil, hasMore: !isLast)
    }
  }

  private func posts(at offset: Int, atMost count: Int) -> ([Post], isLast: Bool) {
    let start = min(offset, ids.count)
    let end = min(start + min(count, clamp ?? count), ids.count)
    return (ids[start..<end].map { Post(id: $0) }, end == ids.count)
  }

  /// Loads a page from a source that answers immediately.
  private func page<Source: PagingSource<Post, Cursor>, Cursor: PackedCursor>(
    of source: Source, for request: PageRequest<Int>
  ) -> Page<Post, Int>? {
    let request = PageRequest(
      reason: request.reason, position: request.position.map(Cursor.init(packed:)),
      count: request.count)
    let answer = Mutex<Page<Post, Cursor>?>(nil)
    // Nothing in the task waits, so it has ended when the call returns.
    Task.immediate {
      let page = try? await source.load(request)
      answer.withLock { $0 = page }
    }
    return answer.withLock { $0 }.map { page in
      var packed = Page(
        items: page.items, before: page.before.map(\.packed), after: page.after.map(\.packed))
      if counts { packed.extent = page.extent }
      return packed
    }
  }
}

extension PageRequest.Position {
  fileprivate func map<Other>(_ change: (Cursor) -> Other) -> PageRequest<Other>.Position {
    switch self {
    case .start: .start
    case .end: .end
    case .number(let item): .number(item)
    case .after(let cursor): .after(change(cursor))
    case .before(let cursor): .before(change(cursor))
    }
  }
}

extension Continuation {
  fileprivate func map<Other>(_ change: (Cursor) -> Other) -> Continuation<Other> {
    switch self {
    case .more(let cursor): .more(change(cursor))
    case .unknown(let cursor): .unknown(change(cursor))
    case .end: .end
    }
  }
}

/// A cursor that can be stored as one number; the whole simulation uses numbers as cursors.
///
/// An unruly server gives arbitrary numbers as cursors, so every number must be a valid cursor.
protocol PackedCursor: Hashable, Sendable {
  init(packed: Int)
  var packed: Int { get }
}

extension OffsetCursor: PackedCursor where ID == PostID {
  /// The size of the range of numbers that posts may have; the numbers lie within half of this
  /// value on either side of 0.
  private static var posts: Int { 1 << 40 }

  init(packed: Int) {
    let (offset, post) = max(0, packed).quotientAndRemainder(dividingBy: Self.posts)
    self.init(offset: offset, neighbour: post == 0 ? nil : PostID(post - Self.posts / 2))
  }

  var packed: Int {
    offset * Self.posts + (neighbour.map { $0.number + Self.posts / 2 } ?? 0)
  }
}

extension PageNumberCursor: PackedCursor {
  private static var sizes: Int { 1 << 8 }
  private static var counts: Int { 1 << 20 }

  init(packed: Int) {
    let (rest, received) = max(0, packed).quotientAndRemainder(dividingBy: Self.counts)
    let (number, size) = rest.quotientAndRemainder(dividingBy: Self.sizes)
    self.init(number: number, size: max(1, size), received: received == 0 ? nil : received - 1)
  }

  var packed: Int {
    (number * Self.sizes + size) * Self.counts + (received.map { $0 + 1 } ?? 0)
  }
}
