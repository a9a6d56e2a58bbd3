/// Edits whose operations are not over: they lie over what the source has said.
extension PagerMachine {
  private typealias Original = PendingEdit<Item, Cursor>.Original

  /// Takes note of an edit that may have to be taken back.
  mutating func notePending(
    _ edit: PagerEdit<Item>, _ operation: Int, _ original: PendingEdit<Item, Cursor>.Original?
  ) {
    if original == nil {
      guard case .insert = edit else { return }
    }
    pendingEdits.append(
      PendingEdit(operation: operation, edit: edit, original: original, moved: original?.item))
  }

  /// From now on the source's answers decide.
  mutating func confirm(_ operation: Int) {
    for pending in pendingEdits where pending.operation == operation {
      reach(over: pending.edit, pending.original)
    }
    pendingEdits.removeAll { $0.operation == operation }
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
    for place in pendingEdits.indices {
      let original = original(of: pendingEdits[place].edit.id)
      pendingEdits[place].original = original
      if let item = original?.item { pendingEdits[place].moved = item }
      lay(pendingEdits[place])
    }
  }

  /// The app's last word about an item: what was pending of it is over.
  mutating func supersede(
    _ edit: PagerEdit<Item>, _ original: PendingEdit<Item, Cursor>.Original?
  ) {
    if case .replace(let item) = edit { return renewPending(item) }
    for pending in pendingEdits where pending.edit.id == edit.id {
      reach(over: pending.edit, pending.original)
    }
    pendingEdits.removeAll { $0.edit.id == edit.id }
    reach(over: edit, original)
  }

  // MARK: Parts

  /// The items that pending edits are about.
  private var pendingItems: Set<Item.ID> { Set(pendingEdits.map { $0.edit.id }) }

  /// Takes the edits off, the last one first.
  private mutating func liftEdits() {
    for place in pendingEdits.indices.reversed() {
      pendingEdits[place].laid = original(of: pendingEdits[place].edit.id)
      lift(pendingEdits[place])
    }
  }

  private mutating func lift(_ pending: PendingEdit<Item, Cursor>) {
    let now = pending.laid?.item
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
  private mutating func lay(_ item: Item, at place: PagerEdit<Item>.Place, or laid: Original?) {
    guard !put(item, at: place), let index = laid.flatMap(self.place) else { return }
    if let held = self.index(of: .item(item.id)) {
      store.discard(item.id)
      return store.insert(item, at: held < index ? index - 1 : index)
    }
    store.insert(item, at: index)
  }

  /// Puts an item where it stood, as far as that is held.
  private mutating func giveBack(_ original: Original) {
    guard let place = place(of: original) else { return }
    store.insert(original.item, at: place, cursor: original.cursor, page: original.page)
  }

  private func place(of original: Original) -> Int? {
    let above = original.above.flatMap { index(of: .item($0)) }.map { $0 + 1 }
    return above ?? original.below.flatMap { index(of: .item($0)) } ?? emptyPlace(original.page)
  }

  /// Where a page stands that holds nothing now.
  private func emptyPlace(_ number: Int) -> Int? {
    guard count > 0 else { return 0 }
    guard let page = store.page(numbered: number), store.pages[page].items.isEmpty else {
      return nil
    }
    return store.span(ofPage: page).lowerBound
  }

  /// Lets what stood beside an item that has left find its place beside what stands beyond.
  private mutating func reach(over edit: PagerEdit<Item>, _ original: Original?) {
    guard let original else { return }
    if case .replace = edit { return }
    for place in pendingEdits.indices where pendingEdits[place].edit.id != edit.id {
      let beside = pendingEdits[place].original
      if beside?.above == edit.id { pendingEdits[place].original?.above = original.above }
      if beside?.below == edit.id { pendingEdits[place].original?.below = original.below }
    }
  }

  /// Lets an item be the renewed one, whatever is taken back later.
  private mutating func renewPending(_ item: Item) {
    pendingEdits.removeAll { pending in
      if case .replace = pending.edit { pending.edit.id == item.id } else { false }
    }
    for place in pendingEdits.indices where pendingEdits[place].edit.id == item.id {
      pendingEdits[place].original?.item = item
      pendingEdits[place].moved = item
      if case .insert(_, let beside) = pendingEdits[place].edit {
        pendingEdits[place].edit = .insert(item, beside)
      }
    }
  }
}
