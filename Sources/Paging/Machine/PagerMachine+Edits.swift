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

  mutating func put(_ item: Item, at place: PagerEdit<Item>.Place) -> Bool {
    guard place.neighbour != item.id, store.holds(place.neighbour) else { return false }
    store.discard(item.id)
    guard let neighbour = index(of: .item(place.neighbour)) else { return false }
    let index = if case .after = place { neighbour + 1 } else { neighbour }
    store.insert(item, at: index)
    return true
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
