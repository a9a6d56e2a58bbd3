/// What the app changes itself, before the source knows of it.
extension PagerMachine {
  /// Changes the list at once; what is not held is not changed.
  mutating func edit(_ edit: PagerEdit<Item>, operation: Int?) {
    let original = original(of: edit.id)
    let hasChanged = keepingPlace(except: [edit.id]) { $0.apply(edit) }
    if let operation {
      notePending(edit, operation, original)
    } else if hasChanged {
      supersede(edit, original)
    }
    guard hasChanged else { return }
    head.forgetValidator()
    publish(.edited)
  }

  /// Renews an item where it stands.
  mutating func replace(_ item: Item) {
    guard store.replace(item) else { return }
    supersede(.replace(item), nil)
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
    guard let index = index(of: .item(id)), let item = store[index].item,
      let page = store.page(of: id)
    else { return nil }
    return PendingEdit.Original(
      item: item, cursor: store.cursor(of: id), page: store.pages[page].number,
      above: index > 0 ? store[index - 1].item?.id : nil,
      below: index + 1 < count ? store[index + 1].item?.id : nil)
  }
}
