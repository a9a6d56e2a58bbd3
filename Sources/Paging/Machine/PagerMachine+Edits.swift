/// What the app changes itself, before the source knows of it.
extension PagerMachine {
  /// Changes the list at once; what is not held is not changed.
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

  /// Renews an item where it stands.
  mutating func replace(_ item: Item) {
    guard store.replace(item) else { return }
    renewPending(item)
    publish(.replacedItem)
  }

  /// Says whether anything has changed.
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

  /// Whether an edit would change the list as it is now.
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
    // The last item of a page takes the page along where it is taken out.
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

  /// An item that is held.
  func item(_ id: Item.ID) -> Item? { index(of: .item(id)).flatMap { store[$0].item } }

  /// An item that is held, and where it stands.
  func original(of id: Item.ID) -> PendingEdit<Item, Cursor>.Original? {
    laid(id).map { laid in
      PendingEdit.Original(
        item: laid.item, cursor: store.cursor(of: id), isPut: store.takenOut[id] != nil,
        above: laid.above, below: laid.below)
    }
  }

  /// An item that is held, and up to eight others on each side of it, as far as the next gap.
  func laid(_ id: Item.ID) -> PendingEdit<Item, Cursor>.Laid? {
    guard let index = index(of: .item(id)), let item = store[index].item else { return nil }
    let above = (max(0, index - 8)..<index).reversed().map { store[$0].item?.id }
    let below = (index + 1..<min(count, index + 9)).map { store[$0].item?.id }
    return PendingEdit.Laid(
      item: item, above: above.prefix { $0 != nil }.compactMap { $0 },
      below: below.prefix { $0 != nil }.compactMap { $0 })
  }
}

/// Edits whose operations are not over: they lie over what the source has said.
extension PagerMachine {
  private typealias Original = PendingEdit<Item, Cursor>.Original

  /// From now on the source's answers decide.
  mutating func confirm(_ operation: Int) {
    finish { $0.operation == operation }
    // An answer may have been taken without what was pending.
    head.forgetValidator()
  }

  /// Takes the edits of an operation back; those of others stay.
  mutating func takeBack(_ operation: Int) {
    guard pendingEdits.contains(where: { $0.operation == operation }) else { return }
    keepingPlace(except: pendingItems) { machine in
      machine.liftEdits()
      machine.pendingEdits.removeAll { $0.operation == operation }
      machine.layEdits()
    }
    head.forgetValidator()
    publish(.edited)
  }

  /// Lets an answer meet what the source has said; the edits are made again after it, because it may
  /// know nothing of them yet.
  ///
  /// - Parameter items: those of the answer.
  mutating func withoutEdits<Result>(
    touching items: [Item], _ take: (inout PagerMachine) -> Result
  ) -> Result {
    guard !pendingEdits.isEmpty else { return take(&self) }
    let (edited, place) = (pendingItems, drawnPlace)
    keepingPlace(except: edited) { $0.liftEdits() }
    let generation = loads.generation
    let result = take(&self)
    // A list that was started again has them already.
    guard loads.generation == generation else { return result }
    let filled = filledEntries
    keepingPlace(except: edited) { $0.layEdits() }
    renumberFilled(filled)
    restore(place, except: edited.union(items.map { $0.id }))
    standAtEnd()
    return result
  }

  /// Makes the edits again, each on the list as it is by then.
  mutating func layEdits() {
    for index in pendingEdits.indices {
      let original = original(of: pendingEdits[index].edit.id)
      pendingEdits[index].original = original
      if let item = original?.item { pendingEdits[index].moved = item }
      lay(pendingEdits[index])
    }
  }

  /// The app's last word about an item: what was pending of it is over, and what is taken back later
  /// finds its place without it.
  mutating func supersede(_ edit: PagerEdit<Item>, _ laid: PendingEdit<Item, Cursor>.Laid?) {
    if case .replace(let item) = edit { return renewPending(item) }
    finish { $0.edit.id == edit.id }
    if let laid { leaveForGood(edit.id, from: laid.above, laid.below) }
  }

  /// Lets some edits be over, and what they have done stay.
  ///
  /// An edit knows its neighbours as they stood when it was made. So those made before one that is over
  /// find their places without its item; those made after it know where that is.
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

  /// An item has left for good where the pending edits knew it, back to one that had moved it there:
  /// what stood beside it takes its part.
  private mutating func leaveForGood(
    _ id: Item.ID, from above: [Item.ID], _ below: [Item.ID]
  ) {
    // What an edit has moved stood elsewhere before it.
    var moved: Set<Item.ID> = []
    for index in pendingEdits.indices.reversed() where pendingEdits[index].movesItem {
      guard pendingEdits[index].edit.id != id else { return }
      moved.insert(pendingEdits[index].edit.id)
      pendingEdits[index].original?.reach(over: id, to: above, below, except: moved)
    }
  }

  // MARK: Parts

  /// The items that pending edits are about.
  var pendingItems: Set<Item.ID> { Set(pendingEdits.map { $0.edit.id }) }

  /// Takes the edits off, the last one first, each from the list as it is without those after it.
  private mutating func liftEdits() {
    for index in pendingEdits.indices.reversed() {
      pendingEdits[index].laid = laid(pendingEdits[index].edit.id)
      lift(pendingEdits[index])
    }
  }

  private mutating func lift(_ pending: PendingEdit<Item, Cursor>) {
    let now = item(pending.edit.id)
    switch pending.edit {
    case .replace:
      if let original = pending.original { _ = store.replace(original.item) }
    case .remove:
      if let original = pending.original, now == nil { giveBack(original) }
    case .insert, .move:
      store.discard(pending.edit.id)
      guard var original = pending.original else { return }
      // What has changed since it was moved stays so.
      if case .move = pending.edit, let now { original.item = now }
      giveBack(original)
    }
  }

  private mutating func lay(_ pending: PendingEdit<Item, Cursor>) {
    switch pending.edit {
    case .remove, .replace: _ = apply(pending.edit)
    case .insert(let item, let place): lay(item, at: place, or: pending.laid)
    // An answer may have taken it away that does not know yet where it is now.
    case .move(_, let place): if let item = pending.moved { lay(item, at: place, or: pending.laid) }
    }
  }

  /// Puts an item where an edit wants it, or where it was by that, if what is beside it has gone.
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

  /// Puts an item where it stood: where the app had put it, or in the page that reaches there.
  private mutating func giveBack(_ original: Original) {
    let place = place(of: original)
    if original.isPut {
      if let place { store.insert(original.item, at: place) }
    } else {
      store.giveBack(original.item, at: place, cursor: original.cursor)
    }
  }

  /// Where an item stood, as told by the nearest that is held of what stood there.
  private func place(of original: Original) -> Int? {
    let above = original.above.firstIndex(where: store.holds)
    let below = original.below.firstIndex(where: store.holds)
    if let above, above <= below ?? .max {
      return index(of: .item(original.above[above])).map { $0 + 1 }
    }
    return below.flatMap { index(of: .item(original.below[$0])) }
  }

  /// Lets an item be the renewed one, whatever is taken back later.
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
  /// An item that has left for good is no neighbour; what stood near it is one behind all others.
  ///
  /// Of those others some were taken out after this one, and go back before it.
  fileprivate mutating func reach(
    over id: Item.ID, to furtherAbove: [Item.ID], _ furtherBelow: [Item.ID],
    except moved: Set<Item.ID>
  ) {
    above.replace(id, by: furtherAbove.filter { !moved.contains($0) })
    below.replace(id, by: furtherBelow.filter { !moved.contains($0) })
  }
}

extension Array where Element: Equatable {
  /// Drops a neighbour, and fills up to eight with some that are further away.
  fileprivate mutating func replace(_ neighbour: Element, by further: [Element]) {
    guard let index = firstIndex(of: neighbour) else { return }
    remove(at: index)
    self += further.filter { !contains($0) }.prefix(8 - count)
  }
}
