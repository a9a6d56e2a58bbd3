/// A pager's items, one after the other, for whoever needs no list.
///
///     for try await post in pager.items { print(post.text) }
///
/// It begins at the first item held, and asks for the first page if none has come. One iteration of a
/// pager at a time, and none while a list shows it, for both say what is drawn.
///
/// The next page is loaded when it is needed, or ahead by the prefetch distance; what was passed is
/// dropped as in a list, so memory stays bounded. A failure that may pass is tried again as the
/// pager's configuration says.
public struct PagerItems<Source: PagingSource>: AsyncSequence, Sendable {
  /// What comes.
  public typealias Element = Source.Item

  let pager: Pager<Source>

  /// Starts from the first item that is held.
  public func makeAsyncIterator() -> Iterator { Iterator(pager: pager) }

  /// Where an iteration stands.
  public struct Iterator: AsyncIteratorProtocol {
    let pager: Pager<Source>
    private var last: Source.Item.ID?
    private var hasEnded = false

    init(pager: Pager<Source>) { self.pager = pager }

    /// The next item, or nil at the end, where the requests allowed are used up, or if the task is
    /// cancelled.
    ///
    /// It waits while a page is on its way, and while a failure is waited out. Once it was nil it
    /// stays so.
    ///
    /// - Throws: what a load failed with, when it is not tried again any more.
    public mutating func next() async throws(PagingError) -> Source.Item? {
      guard !hasEnded else { return nil }
      let item = try await pager.item(after: last)
      last = item?.id
      hasEnded = item == nil
      return item
    }
  }
}
