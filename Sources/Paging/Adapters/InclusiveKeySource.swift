/// Pages that begin with the key they are asked from, as Firebase answers: `endAt(key)`.
///
///     let posts = InclusiveKeySource<Post, String>(key: { $0.key }, ascending: true) {
///       key, count throws(PagingError) in
///       KeyedPage(items: try await service.posts(endAt: key, limitToLast: count))
///     }
///
/// One item more is asked for than is wanted, and the first is left out if, and only if, its key is
/// the one that was asked from: so a page of n brings n new items, a page of 1 works, and nothing
/// is lost where the item of the key was deleted.
///
/// Items must be newest first. A query limited to its last items answers oldest first: say so with
/// `ascending`, and its answers are turned round. If a service answers in the other order than
/// stated, that is an error, because its pages would lead back to where they were asked from.
public struct InclusiveKeySource<Item: Identifiable & Sendable, Key: Hashable & Sendable>:
  PagingSource
where Item.ID: Sendable {
  /// The key of an item.
  public typealias Cursor = Key
  /// Loads the items from a key on, with the key's own; from the start if it is nil.
  public typealias Following = ExclusiveKeySource<Item, Key>.Following
  /// Loads the items next before a key, and the key's own, in the same order as `Following` does.
  public typealias Preceding = ExclusiveKeySource<Item, Key>.Preceding

  private let source: ExclusiveKeySource<Item, Key>

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - key: what an item is asked from.
  ///   - ascending: whether answers come oldest first and are to be turned round.
  ///   - shortPageEnds: whether a page with fewer items than asked for is the last where the
  ///     service says nothing. Only for a service that neither limits the size nor leaves items
  ///     out.
  ///   - preceding: how to go back; without it dropped pages are loaded again by going forward.
  ///   - following: how to go on. It is called off the main actor and should make one request; it
  ///     is asked for one item more than is wanted, but for the first page.
  public init(
    key: @escaping @Sendable (Item) -> Key?, ascending: Bool = false, shortPageEnds: Bool = false,
    preceding: Preceding? = nil, following: @escaping Following
  ) {
    var back: Preceding?
    if let preceding {
      back = { cursor, count throws(PagingError) in
        var answer = try await preceding(cursor, count + 1)
        if ascending { answer.items.reverse() }
        if let last = answer.items.last, key(last) == cursor { answer.items.removeLast() }
        return answer
      }
    }
    source = ExclusiveKeySource(key: key, shortPageEnds: shortPageEnds, preceding: back) {
      cursor, count throws(PagingError) in
      var answer = try await following(cursor, cursor == nil ? count : count + 1)
      if ascending { answer.items.reverse() }
      guard let cursor, let first = answer.items.first, key(first) == cursor else { return answer }
      answer.items.removeFirst()
      return answer
    }
  }

  /// Creates a source over a client that throws errors of its own.
  ///
  /// - Parameters:
  ///   - key: what an item is asked from.
  ///   - ascending: whether answers come oldest first and are to be turned round.
  ///   - shortPageEnds: whether a page with fewer items than asked for is the last where the
  ///     service says nothing.
  ///   - mapError: says what an error of the service's client is to a list. A `PagingError` stays
  ///     what it is, and a `CancellationError` is one that may be tried again.
  ///   - preceding: how to go back, if the service can.
  ///   - following: how to go on, as in the other initializer.
  public init(
    key: @escaping @Sendable (Item) -> Key?, ascending: Bool = false, shortPageEnds: Bool = false,
    mapError: @escaping @Sendable (any Error) -> PagingError,
    preceding: (@Sendable (_ key: Key, _ count: Int) async throws -> KeyedPage<Item>)? = nil,
    following: @escaping @Sendable (_ key: Key?, _ count: Int) async throws -> KeyedPage<Item>
  ) {
    self.init(
      key: key, ascending: ascending, shortPageEnds: shortPageEnds,
      preceding: preceding.map { PagingError.mapping(mapError, $0) },
      following: PagingError.mapping(mapError, following))
  }

  /// Loads one page by one request.
  ///
  /// - Throws: what the service throws, as it is; and an error rather than a loop where an item to
  ///   go on from has no key, or has the key that was asked from.
  public func load(_ request: PageRequest<Key>) async throws(PagingError) -> Page<Item, Key> {
    try await source.load(request)
  }
}
