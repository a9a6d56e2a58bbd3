import Paging
import Synchronization

/// What the posts of a server are where they are asked for by offset or page number: the answers of
/// `OffsetSource` and `PageNumberSource` themselves, with their cursors as numbers.
struct CountedService: Sendable {
  let ids: [Int]
  let isNumbered: Bool
  /// The most posts in an answer, whatever is asked.
  let clamp: Int?
  /// Whether an answer says how many posts there are.
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

  /// Asks a source, whose answers are there at once.
  private func page<Source: PagingSource<Post, Cursor>, Cursor: PackedCursor>(
    of source: Source, for request: PageRequest<Int>
  ) -> Page<Post, Int>? {
    let request = PageRequest(
      reason: request.reason, position: request.position.map(Cursor.init(packed:)),
      count: request.count)
    let answer = Mutex<Page<Post, Cursor>?>(nil)
    // Nothing in it waits, so it is over when the call returns.
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

/// A cursor as one number, because all that is simulated has numbers as its cursors.
///
/// An unruly server leads to any number, so every number is a cursor.
protocol PackedCursor: Hashable, Sendable {
  init(packed: Int)
  var packed: Int { get }
}

extension OffsetCursor: PackedCursor where ID == PostID {
  /// Numbers of posts lie within half of this on either side of 0.
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
