/// What can be asked; each returns at once.
extension Pager {
  /// Loads the first page, or asks for what is new and keeps the place.
  ///
  /// While a refresh is out one more follows it, because the source may have been read before the
  /// change you know of. It stops the loads at the edges, which go on after it.
  /// `PagerConfiguration.refresh` says what it makes of the list.
  ///
  /// It overrules waits, pauses, failures and `cancel()` at both edges and in gaps: what the viewport
  /// needs there is loaded after it. What the source's own `updates()` lead to does not.
  public func refresh() { handle(.refresh) }

  /// Refreshes the pages that are drawn, wherever the reader is: removed items go, moved items
  /// move, new items come.
  ///
  /// One request for each page in sight. It overrules what `refresh()` overrules.
  ///
  /// Where the source gives items no cursors (`Page.itemCursors`) an answer can prove less. What it
  /// does not have goes only where it stood between items that are proved to stand where they stood:
  /// five in a row that follow each other as before, or the cursor at which the page ends. Otherwise
  /// it stays, with a gap beside it, because it may have been moved out of the page's reach.
  public func refreshAround() { handle(.refreshAround) }

  /// Loads more at an edge now, whatever is drawn; one page, or the first of all where none has
  /// come.
  ///
  /// It overrules a wait, a pause and a failure at that edge. Nothing is loaded at the end, nor
  /// while a load is out there.
  public func paginate(_ edge: Edge = .trailing) { handle(.loadMore(edge)) }

  /// Goes to a place: the start, the end, after or before a cursor, or an item by how many are before it.
  ///
  /// A true end that is held costs nothing. Else it is one load, whose page takes the place of the
  /// list when it comes; near an end, where it would not fill a screen, two. Before the first load
  /// the list begins there. The end and an item's number can be gone to only where the source's
  /// traits say so; at the end of a chain see `seekEnd()`. Every jump overrules what `refresh()`
  /// overrules.
  ///
  /// A number that the source has no item for fails the load; so does a page that does not say by its
  /// extent that the item is in it.
  ///
  /// - Returns: whether the place can be gone to; false changes nothing, because the source cannot be entered there.
  @discardableResult
  public func jump(to position: PageRequest<Cursor>.Position) -> Bool {
    let canJump = reading { $0.canJump(to: position) }
    handle(.jump(position))
    return canJump
  }

  /// Goes on loading to the end of a chain, page after page; anything else that is asked for ends
  /// that.
  ///
  /// Cost: a request for each page. What is passed is dropped again as far as `keep` wants it.
  /// `PagerConfiguration.maxRequestsToEnd` can pause it. Before the first page has come only that is
  /// loaded, and the end is not sought.
  public func seekEnd() { handle(.seekEnd) }
  /// Ends the seeking of the end; a load that is out still comes.
  ///
  /// Where the end is not sought it does nothing.
  public func stopSeeking() { if machine.seeksEnd { handle(.stopSeeking) } }

  /// Loads a page of what a gap lacks, from the side of the entries above it or of those below.
  ///
  /// Where the source cannot go back it is filled from above. One gap at a time: a load for another
  /// is stopped. Nothing is loaded while a refresh is out, nor for a gap that is already closed.
  public func fill(gap: Int, from side: Edge = .leading) { handle(.fill(gap: gap, from: side)) }

  /// Tries again now what failed, waits, is paused or was cancelled; where nothing did, it does
  /// nothing.
  ///
  /// A list whose cursor has expired begins again at its first page.
  public func retry() { handle(.retry) }

  /// Stops all loads, and those that wait; none of them goes on until `retry()` or another command.
  public func cancel() { handle(.cancel) }

  /// Says which entries are drawn, and so loads what that makes near.
  ///
  /// To be called after each frame; nothing is loaded at the edges before the first call.
  /// Half-open: from the first whose first cell is drawn, to the last whose last cell is. Where
  /// items are counted the range may reach over placeholders, below 0 and above `count`; beyond
  /// those it is clamped. Cost: the entries drawn.
  public func viewportChanged(_ entries: Range<Int>) {
    // A list shows it from now on, and no iteration.
    reading { $0.want(nil, from: 0) }
    handle(.viewport(entries))
  }
}

/// Changes of the list by the app itself; each shows at once.
///
/// The source is not told. Its next answer that covers the place decides: what it does not have goes
/// again, and what it still has comes back. An edit that belongs to an operation on a server is made
/// by `perform(_:_:)`, so that no older answer undoes it, and a failure does.
///
/// Cost: the items of the page that is changed, and the pages on its shorter side, of which only a
/// number each is moved.
extension Pager {
  /// Takes an item out of the list.
  ///
  /// - Returns: whether it was held; else nothing happens.
  @discardableResult
  public func remove(_ id: Item.ID) -> Bool { edit(.remove(id)) }

  /// Puts an item beside one that is held, or at a true end that is held; an item that is held moves there and is
  /// renewed.
  ///
  ///     pager.insert(draft, .atStart)
  ///
  /// - Returns: whether the place is held; else nothing happens.
  @discardableResult
  public func insert(_ item: Item, _ place: PagerEdit<Item>.Place) -> Bool {
    edit(.insert(item, place))
  }

  /// Puts an item elsewhere.
  ///
  /// - Returns: whether the item and the place are held; else nothing happens.
  @discardableResult
  public func move(_ id: Item.ID, _ place: PagerEdit<Item>.Place) -> Bool { edit(.move(id, place)) }

  /// Renews an item where it stands, by its identity.
  ///
  /// - Returns: whether it is held; else nothing happens.
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

  /// Changes the list at once, and takes it back if the operation fails.
  ///
  ///     try await pager.perform([.remove(post.id)]) { try await service.delete(post.id) }
  ///
  /// While the operation is under way answers of the source do not undo the edits, because they may
  /// have been read before it; after it they decide.
  ///
  /// - Parameters:
  ///   - edits: what changes, in order. One whose item or place is not held changes nothing.
  ///   - operation: what makes it so at the source. It is called once, on the caller's actor, also
  ///     where no edit changed anything.
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
