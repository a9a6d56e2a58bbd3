/// What the app changes itself, before the source knows of it.
extension PagerMachine {
  /// Changes the list at once; what is not held is not changed.
  mutating func edit(_ edit: PagerEdit<Item>, operation: Int?) {
    if let operation, let pending = pendingEdit(edit, operation) { pendingEdits.append(pending) }
    guard apply(edit) else { return }
    head.forgetValidator()
    publish(.edited)
  }

  /// From now on the source's answers decide.
  mutating func confirm(_ operation: Int) {
    pendingEdits.removeAll { $0.operation == operation }
    // An answer may have been taken without what was pending.
    head.forgetValidator()
  }

  /// Takes the edits of an operation back, the last one first, as far as what stood beside the items
  /// is held.
  mutating func takeBack(_ operation: Int) {
    let failed = pendingEdits.filter { $0.operation == operation }
    guard !failed.isEmpty else { return }
    confirm(operation)
    for pending in failed.reversed() { takeBack(pending) }
    publish(.edited)
  }

  /// Lets an answer that may know nothing of them yet keep what is still to be confirmed.
  mutating func applyPendingEdits() {
    for pending in pendingEdits {
      if case .move(let id, let place) = pending.edit, !store.holds(id) {
        // The answer covers its new place, and so took it away.
        if let item = pending.original?.item { _ = put(item, at: place) }
      } else {
        _ = apply(pending.edit)
      }
    }
  }

  private mutating func takeBack(_ pending: PendingEdit<Item>) {
    guard let original = pending.original else {
      if case .insert = pending.edit { keepingPlace { $0.store.discard(pending.id) } }
      return
    }
    if case .replace = pending.edit {
      _ = store.replace(original.item)
      return
    }
    let places = [
      original.above.map { PagerEdit<Item>.Place.after($0) }, original.below.map { .before($0) },
    ].compactMap { $0 }
    if let place = places.first(where: { store.holds($0.neighbour) }) {
      _ = apply(.insert(original.item, place))
    }
  }

  private func pendingEdit(
    _ edit: PagerEdit<Item>, _ operation: Int
  ) -> PendingEdit<Item>? {
    let pending = PendingEdit(operation: operation, edit: edit, original: nil)
    guard let index = store.index(of: .item(pending.id)), let item = store[index].item else {
      if case .insert = edit { return pending }
      return nil
    }
    let above = index > 0 ? store[index - 1].item?.id : nil
    let below = index + 1 < count ? store[index + 1].item?.id : nil
    return PendingEdit(
      operation: operation, edit: edit, original: .init(item: item, above: above, below: below))
  }

  /// Says whether anything has changed.
  private mutating func apply(_ edit: PagerEdit<Item>) -> Bool {
    switch edit {
    case .remove(let id):
      guard store.holds(id) else { return false }
      keepingPlace { $0.store.discard(id) }
      return true
    case .replace(let item): return store.replace(item)
    case .insert(let item, let place): return put(item, at: place)
    case .move(let id, let place):
      guard let index = store.index(of: .item(id)), let item = store[index].item else {
        return false
      }
      return put(item, at: place)
    }
  }

  private mutating func put(_ item: Item, at place: PagerEdit<Item>.Place) -> Bool {
    guard place.neighbour != item.id, store.holds(place.neighbour) else { return false }
    keepingPlace { machine in
      machine.store.discard(item.id)
      guard let neighbour = machine.index(of: .item(place.neighbour)) else { return }
      let index = if case .after = place { neighbour + 1 } else { neighbour }
      machine.store.insert(item, at: index)
    }
    return true
  }
}
