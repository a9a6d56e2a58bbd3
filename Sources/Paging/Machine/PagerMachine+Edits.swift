/// Edits by the app, before the source knows of them.
extension PagerMachine {
  /// Edits the list immediately; an edit that cannot be applied, such as the removal of an item
  /// that is not held, changes nothing.
  mutating func edit(_ edit: PagerEdit<Item>, operation: Int?) {
    let (original, laid) = (original(of: edit.id), laid(edit.id))
    let hasChanged = keepingPlace(except: [edit.id]) { $0.apply(edit) }
    guard hasChanged else { return }
    if let operation {
      pendingEdits.append(PendingEdit(operation: operation, edit: edit, original: original))
    } else {
      supersede(edit, laid)
    }
    head.forgetValidator()
    publish(.edited)
  }

  /// Replaces an item in place.
  mutating func replace(_ item: Item) {
    guard store.replace(item) else { return }
    renewPending(item)
    head.forgetValidator()
    publish(.replacedItem)
  }

  /// Applies an edit; returns whether anything has changed.
  mutating func apply(_ edit: PagerEdit<Item>) -> Bool {
    switch edit {
    case .remove(let id):
      guard store.holds(id) else { return false }
      store.discard(id)
      return true
    case .replace(let item): return store.replace(item)
    case .insert(let item, let place): return put(item, at: place)
    case .move(let id, let place): return item(id).map { put($0, at: place) } ?? false
    }
  }

  /// Whether an edit can be applied to the list as it is now.
  package func accepts(_ edit: PagerEdit<Item>) -> Bool {
    switch edit {
    case .remove(let id): store.holds(id)
    case .replace(let item): store.holds(item.id)
    case .insert(let item, let place): accepts(item.id, at: place)
    case .move(let id, let place): store.holds(id) && accepts(id, at: place)
    }
  }

  private func accepts(_ id: Item.ID, at place: PagerEdit<Item>.Place) -> Bool {
    switch place {
    case .before(let other), .after(let other): other != id && store.holds(other)
    case .atStart: hasLoaded && reaches(.leading)
    case .atEnd: hasLoaded && reaches(.trailing)
    }
  }

  mutating func put(_ item: Item, at place: PagerEdit<Item>.Place) -> Bool {
    guard accepts(item.id, at: place) else { return false }
    // The item is replaced in place, because removing the only item of a page would also remove the
    // page.
    if isAlready(item.id, at: place) { return store.replace(item) }
    store.discard(item.id)
    guard let index = index(of: place) else { return false }
    store.insert(item, at: index)
    return true
  }

  private func isAlready(_ id: Item.ID, at place: PagerEdit<Item>.Place) -> Bool {
    switch place {
    case .before, .after: false
    case .atStart: index(of: .item(id)) == 0
    case .atEnd: index(of: .item(id)) == count - 1
    }
  }

  private func index(of place: PagerEdit<Item>.Place) -> Int? {
    switch place {
    case .before(let other): index(of: .item(other))
    case .after(let other): index(of: .item(other)).map { $0 + 1 }
    case .atStart: 0
    case .atEnd: count
    }
  }

  /// Returns the held item with an identity; nil if it is not held.
  func item(_ id: Item.ID) -> Item? { index(of: .item(id)).flatMap { store[$0].item } }

  /// Returns a held item and its place; nil if the item is not held.
  func original(of id: Item.ID) -> PendingEdit<Item, Cursor>.Original? {
    laid(id).map { laid in
      PendingEdit.Original(
        item: laid.item, cursor: store.cursor(of: id), isPut: store.takenOut[id] != nil,
        above: laid.above, below: laid.below)
    }
  }

  /// Returns a held item, and up to eight other items on each side of it, as far as the next gap;
  /// nil if the item is not held.
  func laid(_ id: Item.ID) -> PendingEdit<Item, Cursor>.Laid? {
    guard let index = index(of: .item(id)), let item = store[index].item else { return nil }
    let above = (max(0, index - 8)..<index).reversed().map { store[$0].item?.id }
    let below = (index + 1..<min(count, index + 9)).map { store[$0].item?.id }
    return PendingEdit.Laid(
      item: item, above: above.prefix { $0 != nil }.compactMap { $0 },
      below: below.prefix { $0 != nil }.compactMap { $0 })
  }
}

/// Edits whose operations are still running: an overlay over the answers from the source.
extension PagerMachine {
  private typealias Original = PendingEdit<Item, Cursor>.Original

  /// Confirms the edits of an operation, so that answers from the source override them.
  mutating func confirm(_ operation: Int) {
    finish { $0.operation == operation }
    // The last answer may not contain the edits, so the next answer must be complete.
    head.forgetValidator()
  }

  /// Reverts the edits of an operation; those of other operations stay.
  mutating func takeBack(_ operation: Int) {
    guard pendingEdits.contains(where: { $0.operation == operation }) else { return }
    keepingPlace(except: pendingItems) { machine in
      machine.revertEdits()
      machine.pendingEdits.removeAll { $0.operation == operation }
      machine.layEdits()
    }
    head.forgetValidator()
    publish(.edited)
  }

  /// Removes the pending edits, processes an answer, and applies the edits again, because the
  /// answer may not contain them yet.
  ///
  /// - Parameter items: the items of the answer.
  mutating func withoutEdits<Result>(
    touching items: [Item], _ take: (inout PagerMachine) -> Result
  ) -> Result {
    guard !pendingEdits.isEmpty else { return take(&self) }
    let (edited, place) = (pendingItems, drawnPlace)
    keepingPlace(except: edited) { $0.revertEdits() }
    let generation = loads.generation
    let result = take(&self)
    // A list that was restarted already has the edits.
    guard loads.generation == generation else { return result }
    let filled = filledEntries
    keepingPlace(except: edited) { $0.layEdits() }
    renumberFilled(filled)
    restore(place, except: edited.union(items.map { $0.id }))
    standAtEnd()
    return result
  }

  /// Applies the edits again, each to the result of the previous one.
  mutating func layEdits() {
    for index in pendingEdits.indices {
      let original = original(of: pendingEdits[index].edit.id)
      pendingEdits[index].original = original
      if let item = original?.item { pendingEdits[index].moved = item }
      lay(pendingEdits[index])
    }
  }

  /// Ends the pending edits of an item, or puts its new version into them, because the app has
  /// edited it again; edits that are reverted later find their places without the item.
  mutating func supersede(_ edit: PagerEdit<Item>, _ laid: PendingEdit<Item, Cursor>.Laid?) {
    if case .replace(let item) = edit { return renewPending(item) }
    finish { $0.edit.id == edit.id }
    if let laid { leaveForGood(edit.id, from: laid.above, laid.below) }
  }

  /// Ends the edits that satisfy a condition, and keeps their results.
  ///
  /// An edit stores the neighbors that its item had when the edit was made. Therefore edits made
  /// before the ended edit must find their places without its item; edits made after it already
  /// know the item's new place.
  private mutating func finish(where isOver: (PendingEdit<Item, Cursor>) -> Bool) {
    let all = pendingEdits
    pendingEdits = []
    for pending in all {
      if !isOver(pending) {
        pendingEdits.append(pending)
      } else if pending.movesItem, let original = pending.original {
        leaveForGood(pending.edit.id, from: original.above, original.below)
      }
    }
  }

  /// Replaces an item with the neighbors of its former place in all pending edits that store the
  /// item as a neighbor, from the latest edit back to the edit that moved the item.
  private mutating func leaveForGood(
    _ id: Item.ID, from above: [Item.ID], _ below: [Item.ID]
  ) {
    // The items moved by the current edit or a later one are not used as neighbors, because
    // reverting the later edits moves them away first.
    var moved: Set<Item.ID> = []
    for index in pendingEdits.indices.reversed() where pendingEdits[index].movesItem {
      guard pendingEdits[index].edit.id != id else { return }
      moved.insert(pendingEdits[index].edit.id)
      pendingEdits[index].original?.reach(over: id, to: above, below, except: moved)
    }
  }

  // MARK: Parts

  /// The identities of the items that pending edits concern.
  var pendingItems: Set<Item.ID> { Set(pendingEdits.map { $0.edit.id }) }

  /// Reverts the edits, the last one first, so that each is reverted on the list without the later
  /// ones.
  private mutating func revertEdits() {
    for index in pendingEdits.indices.reversed() {
      pendingEdits[index].laid = laid(pendingEdits[index].edit.id)
      revert(pendingEdits[index])
    }
  }

  private mutating func revert(_ pending: PendingEdit<Item, Cursor>) {
    let now = item(pending.edit.id)
    switch pending.edit {
    case .replace:
      if let original = pending.original { _ = store.replace(original.item) }
    case .remove:
      if let original = pending.original, now == nil { putBack(original) }
    case .insert, .move:
      store.discard(pending.edit.id)
      guard var original = pending.original else { return }
      // Changes to the item since it was moved are kept.
      if case .move = pending.edit, let now { original.item = now }
      putBack(original)
    }
  }

  private mutating func lay(_ pending: PendingEdit<Item, Cursor>) {
    switch pending.edit {
    case .remove, .replace: _ = apply(pending.edit)
    case .insert(let item, let place): lay(item, at: place, or: pending.laid)
    // An answer that does not know the new place yet may have removed the item.
    case .move(_, let place): if let item = pending.moved { lay(item, at: place, or: pending.laid) }
    }
  }

  /// Puts an item at the place of its edit or, if the neighbor there is gone, at the place where
  /// it was before the edits were reverted.
  private mutating func lay(
    _ item: Item, at place: PagerEdit<Item>.Place, or laid: PendingEdit<Item, Cursor>.Laid?
  ) {
    guard !put(item, at: place), let laid else { return }
    if let above = laid.above.first(where: store.holds) {
      _ = put(item, at: .after(above))
    } else if let below = laid.below.first(where: store.holds) {
      _ = put(item, at: .before(below))
    } else if count == 0 {
      store.insert(item, at: 0)
    }
  }

  /// Puts an item back at its former place, if the app had put it there; otherwise into the page
  /// that contained it.
  private mutating func putBack(_ original: Original) {
    let place = place(of: original)
    if original.isPut {
      if let place { store.insert(original.item, at: place) }
    } else {
      store.putBack(original.item, at: place, cursor: original.cursor)
    }
  }

  /// Returns the former place of an item, next to the nearest of its old neighbors that is still
  /// held.
  private func place(of original: Original) -> Int? {
    let above = original.above.firstIndex(where: store.holds)
    let below = original.below.firstIndex(where: store.holds)
    if let above, above <= below ?? .max {
      return index(of: .item(original.above[above])).map { $0 + 1 }
    }
    return below.flatMap { index(of: .item(original.below[$0])) }
  }

  /// Ends the pending replacements of an item, and puts its new version into its other pending
  /// edits, in case they are reverted later.
  mutating func renewPending(_ item: Item) {
    pendingEdits.removeAll { pending in
      if case .replace = pending.edit { pending.edit.id == item.id } else { false }
    }
    for index in pendingEdits.indices where pendingEdits[index].edit.id == item.id {
      pendingEdits[index].original?.item = item
      pendingEdits[index].moved = item
      if case .insert(_, let beside) = pendingEdits[index].edit {
        pendingEdits[index].edit = .insert(item, beside)
      }
    }
  }
}

extension PendingEdit.Original {
  /// Removes an item from the neighbors, and appends the neighbors of its former place.
  ///
  /// - Parameter moved: the items that this edit or a later one has moved; they are omitted,
  ///   because later edits are reverted first, which moves their items away.
  fileprivate mutating func reach(
    over id: Item.ID, to furtherAbove: [Item.ID], _ furtherBelow: [Item.ID],
    except moved: Set<Item.ID>
  ) {
    above.replace(id, by: furtherAbove.filter { !moved.contains($0) })
    below.replace(id, by: furtherBelow.filter { !moved.contains($0) })
  }
}

extension Array where Element: Equatable {
  /// Removes a neighbor, and appends further ones up to a total of eight.
  fileprivate mutating func replace(_ neighbour: Element, by further: [Element]) {
    guard let index = firstIndex(of: neighbour) else { return }
    remove(at: index)
    self += further.filter { !contains($0) }.prefix(8 - count)
  }
}
