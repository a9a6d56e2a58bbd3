/// Commands; each returns immediately.
extension Pager {
  /// Loads the first page or, if it has been loaded, new items, and keeps the reader's position.
  ///
  /// If a refresh is already running, another one follows it, because the running one may have read
  /// the source before its latest change. A refresh stops the loads at the edges; they continue
  /// after the refresh. `PagerConfiguration.refresh` decides whether the answer to a refresh is
  /// merged into the list or replaces it.
  ///
  /// A refresh ends waits, pauses and failures, and the effect of `cancel()`, at both edges and in
  /// gaps: the entries that the viewport needs there are loaded after the refresh. A refresh caused
  /// by the source's `updates()` does not end them.
  public func refresh() { handle(.refresh) }

  /// Refreshes the pages that are drawn, at any position in the list: removed items disappear,
  /// moved items change their places, and new items appear.
  ///
  /// It usually makes one request for each visible page, and ends the same waits and failures as
  /// `refresh()`.
  ///
  /// If items have no cursors (`Page.itemCursors`), an answer proves less. An item that is missing
  /// from the answer is removed only between points that are proved not to have moved: five items
  /// in a row in the same order as before, or the cursor at the end of the page. Otherwise the item
  /// stays, with a gap next to it, because it may have moved beyond the page.
  public func refreshAround() { handle(.refreshAround) }

  /// Loads one more page at an edge, now or after a running refresh, regardless of which entries
  /// are drawn; if no page has been loaded, loads the first one.
  ///
  /// It ends any wait, pause or failure at that edge. It does nothing at the end of the source or
  /// while a load is running there.
  public func paginate(_ edge: Edge = .trailing) { handle(.loadMore(edge)) }

  /// Jumps to the start, to the end, to a cursor, or to an item number.
  ///
  /// A jump to the true start or end makes no request if that place is held, except to look for
  /// more items at an end that may have grown. Any other jump takes one load, whose page replaces
  /// the list when it arrives, or two loads near an end, where one page may not fill a screen. If
  /// the method is called before the first load, the list begins at the position. The end and item
  /// numbers are available only if the source's traits allow them; for the end of a chain see
  /// `seekEnd()`. A jump ends the same waits and failures as `refresh()`.
  ///
  /// If the source has no item with the number, the load fails; it also fails if the extent of the
  /// page does not show that the page contains the item.
  ///
  /// - Returns: whether the traits of the source allow the position, or the position is held.
  @discardableResult
  public func jump(to position: PageRequest<Cursor>.Position) -> Bool {
    let canJump = reading { $0.canJump(to: position) }
    handle(.jump(position))
    return canJump
  }

  /// Loads page after page until the end of a chain is reached; any other command except an
  /// exchange of the source stops these loads.
  ///
  /// Cost: one request for each page. Pages that were passed are dropped according to `keep`.
  /// `PagerConfiguration.maxRequestsToEnd` can pause the loads. Before the first page has arrived,
  /// only that page is loaded.
  public func seekEnd() { seekEnd(isLimited: true) }

  /// Loads page after page like `seekEnd()`.
  ///
  /// - Parameter isLimited: whether `PagerConfiguration.maxRequestsToEnd` can pause the loads.
  package func seekEnd(isLimited: Bool) {
    reading { $0.limitsSeeking = isLimited }
    handle(.seekEnd)
  }

  /// Stops `seekEnd()`; a page that is already being loaded still arrives.
  ///
  /// It does nothing if the pager is not seeking the end.
  public func stopSeeking() { if machine.seeksEnd { handle(.stopSeeking) } }

  /// Loads one page of the items missing in a gap, continuing from the entries above it or below
  /// it.
  ///
  /// If the source cannot page backward, the gap is filled from above. Only one gap is filled at a
  /// time: a load for another gap is stopped. Nothing is loaded during a refresh or for a closed
  /// gap.
  public func fill(gap: Int, from side: Edge = .leading) { handle(.fill(gap: gap, from: side)) }

  /// Retries the loads, if any, that have failed, are waiting or paused, or were cancelled.
  ///
  /// If the cursor of the list has expired, the list restarts from its first page.
  public func retry() { handle(.retry) }

  /// Stops all running and waiting loads, until `retry()` or another command.
  public func cancel() { handle(.cancel) }

  /// Reports the drawn entries, and loads the pages that they require.
  ///
  /// Call it after each frame; nothing is loaded automatically at the edges before the first call.
  /// The range is half-open: it contains every entry that has at least one drawn cell. If the
  /// source counts its items, the range may include placeholders, whose indices are negative or at
  /// least `count`; the range is limited to entries and placeholders.
  public func viewportChanged(_ entries: Range<Int>) {
    // From now on a list shows the pager, so the needs of an earlier iteration do not count.
    reading { $0.want(nil, from: 0) }
    handle(.viewport(entries))
  }
}

/// Local edits of the list; each is visible immediately.
///
/// The source is not informed. Its next answer that covers the place overrides an edit: items that
/// the answer lacks disappear, and items that it has return. If an edit belongs to an operation on
/// a server, use `perform(_:_:)`: then an older answer cannot undo the edit, and the edit is
/// reverted if the operation fails.
///
/// Cost: proportional to the number of items in the changed page, plus the number of pages before
/// or after that page, whichever is smaller.
extension Pager {
  /// Removes an item from the list.
  ///
  /// - Returns: false, without a change, if the item is not held.
  @discardableResult
  public func remove(_ id: Item.ID) -> Bool { edit(.remove(id)) }

  /// Inserts an item next to a held item, or at the true start or end if that is held; an item
  /// already held is moved and replaced.
  ///
  ///     pager.insert(draft, .atStart)
  ///
  /// - Returns: false, without a change, if the place is not held, or is next to the item itself.
  @discardableResult
  public func insert(_ item: Item, _ place: PagerEdit<Item>.Place) -> Bool {
    edit(.insert(item, place))
  }

  /// Moves an item to another place.
  ///
  /// - Returns: false, without a change, if the item or the place is not held, or if the place is
  ///   next to the item itself.
  @discardableResult
  public func move(_ id: Item.ID, _ place: PagerEdit<Item>.Place) -> Bool { edit(.move(id, place)) }

  /// Replaces the held item that has the same identity, and leaves it in its place.
  ///
  /// - Returns: false, without a change, if the item is not held.
  @discardableResult
  public func replace(_ item: Item) -> Bool {
    let isHeld = reading { $0.accepts(.replace(item)) }
    handle(.replace(item))
    return isHeld
  }

  private func edit(_ edit: PagerEdit<Item>) -> Bool {
    let isAccepted = reading { $0.accepts(edit) }
    handle(.edit(edit, operation: nil))
    return isAccepted
  }

  /// Edits the list immediately, and reverts the edits if the operation fails.
  ///
  ///     try await pager.perform([.remove(post.id)]) { try await service.delete(post.id) }
  ///
  /// While the operation is running, answers from the source do not undo the edits, because the
  /// answers may have been read before the operation; answers that arrive after the operation
  /// override the edits.
  ///
  /// - Parameters:
  ///   - edits: the edits in order. An edit whose item or place is not held changes nothing.
  ///   - operation: makes the change at the source. It is called once, on the caller's actor, even
  ///     if no edit changed anything.
  /// - Throws: the error of the operation if it fails.
  /// - Returns: the result of the operation.
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
