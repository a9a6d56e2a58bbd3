import Paging

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
