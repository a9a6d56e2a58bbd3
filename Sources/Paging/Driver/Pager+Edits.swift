/// Changes of the list by the app itself; each shows at once.
///
/// The source is not told. Its next answer that covers the place decides: what it does not have goes
/// again, and what it still has comes back. An edit that belongs to an operation on a server is made
/// by `perform(_:_:)`, so that no older answer undoes it, and a failure does.
///
/// Cost: the items of the page that is changed, and the pages on its shorter side, of which only a
/// number each is moved.
extension Pager {
  /// Takes an item out of the list; one that is not held is ignored.
  public func remove(_ id: Item.ID) { handle(.edit(.remove(id), operation: nil)) }

  /// Puts an item beside one that is held; an item that is held moves there and is renewed.
  ///
  /// Nothing happens where the other one is not held.
  public func insert(_ item: Item, _ place: PagerEdit<Item>.Place) {
    handle(.edit(.insert(item, place), operation: nil))
  }

  /// Puts an item elsewhere; nothing happens where either is not held.
  public func move(_ id: Item.ID, _ place: PagerEdit<Item>.Place) {
    handle(.edit(.move(id, place), operation: nil))
  }

  /// Renews an item where it stands, by its identity; one that is not held is ignored.
  public func replace(_ item: Item) { handle(.replace(item)) }

  /// Changes the list at once, and takes it back if the operation fails.
  ///
  ///     try await pager.perform([.remove(post.id)]) { try await service.delete(post.id) }
  ///
  /// While the operation is under way answers of the source do not undo the edits, because they may
  /// have been read before it; after it they decide.
  ///
  /// - Parameters:
  ///   - edits: what changes, in order.
  ///   - operation: what makes it so at the source.
  /// - Throws: what the operation throws.
  /// - Returns: what the operation returns.
  @discardableResult
  public func perform<Result: Sendable, Failure: Error>(
    _ edits: [PagerEdit<Item>],
    _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    lastOperation += 1
    let number = lastOperation
    for edit in edits { handle(.edit(edit, operation: number)) }
    do throws(Failure) {
      let result = try await operation()
      handle(.confirm(operation: number))
      return result
    } catch {
      handle(.takeBack(operation: number))
      throw error
    }
  }
}
