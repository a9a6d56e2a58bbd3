/// A pager's items, one after the other, for code that needs no list.
///
///     for try await post in pager.items { print(post.text) }
///
/// It begins at the first item held, and asks for the first page if none has come. One iteration of
/// a pager at a time, and none while a list shows it, because both say what is drawn.
///
/// The next page is loaded when it is needed, or ahead by the prefetch distance; what was passed is
/// dropped as in a list, so memory stays bounded. A temporary failure is tried again as the
/// pager's configuration says. However many pages bring nothing, it goes on to the end. Each item
/// comes once, also where the list is refreshed meanwhile, as far as
/// `PagerConfiguration.remembered` identities tell.
public struct PagerItems<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>:
  AsyncSequence, Sendable
where Item.ID: Sendable {
  /// What comes.
  public typealias Element = Item

  let pager: Pager<Item, Cursor>

  /// Starts from the first item that is held.
  public func makeAsyncIterator() -> Iterator { Iterator(pager: pager) }

  /// Where an iteration stands.
  public struct Iterator: AsyncIteratorProtocol {
    let pager: Pager<Item, Cursor>
    private var last: Item.ID?
    private var passed: RecentIdentities<Item.ID>?
    private var hasEnded = false

    init(pager: Pager<Item, Cursor>) { self.pager = pager }

    /// The next item, or nil at the end, where the requests allowed are used up, or if the task is
    /// cancelled.
    ///
    /// It waits while a page is on its way, and while a failure is waited out. Once it was nil it
    /// stays so.
    ///
    /// - Throws: what a load failed with, when it is not tried again any more.
    public mutating func next() async throws(PagingError) -> Item? {
      guard !hasEnded else { return nil }
      let remembered = await pager.configuration.remembered
      var passed = self.passed ?? RecentIdentities(limit: remembered)
      // Else the next line copies all that is remembered.
      self.passed = nil
      let item = try await pager.item(after: last, passed: passed)
      if let item { passed.insert(item.id) }
      (self.passed, last, hasEnded) = (passed, item?.id, item == nil)
      return item
    }
  }
}
