import Paging
import Randomness

/// The actions of the reader's app.
extension RandomWalk {
  /// Replaces the source with one that has the same posts: with another filter, without a filter,
  /// or unchanged.
  mutating func exchange() {
    asked = [.refresh]
    ledger.noteReader()
    ledger.noteWish(for: [.refresh], isLook: true)
    operations = []
    truth.noteEdit { $0.forgetOperations() }
    posts.exchange(with: &random, at: &run.server)
    sight.isForeign = run.machine.hasLoaded
    send(.exchange(run.machine.traits, at: placeToEnter()))
  }

  private mutating func placeToEnter() -> PageRequest<Int>.Position {
    guard plan.style.isExact, random.occurs(inPercent: 50), !run.server.ids.isEmpty else {
      return .start
    }
    let rank = run.server.rank(of: random.pick(run.server.ids))
    if random.occurs(inPercent: 30) { return .end }
    return plan.goesBack && random.occurs(inPercent: 50) ? .before(rank) : .after(rank)
  }

  /// Lets the app edit the list, alone or as part of an operation on the server, or ends an
  /// operation.
  mutating func edit(_ kind: WalkStep.Kind) {
    switch kind {
    case .confirm, .takeBack: endOperation(kind)
    default: edit(kind, for: operation())
    }
  }

  private mutating func endOperation(_ kind: WalkStep.Kind) {
    guard !operations.isEmpty else { return }
    let operation = random.pick(operations.sorted())
    operations.remove(operation)
    truth.noteEdit { kind == .confirm ? $0.confirm(operation) : $0.takeBack(operation) }
    send(kind == .confirm ? .confirm(operation: operation) : .takeBack(operation: operation))
  }

  /// Picks no operation, one that is under way, or a new one.
  private mutating func operation() -> Int? {
    guard random.occurs(inPercent: 50) else { return nil }
    if !operations.isEmpty, operations.count >= 3 || random.occurs(inPercent: 50) {
      return random.pick(operations.sorted())
    }
    lastOperation += 1
    operations.insert(lastOperation)
    return lastOperation
  }

  private mutating func edit(_ kind: WalkStep.Kind, for operation: Int?) {
    guard let post = heldPosts.isEmpty ? nil : random.pick(heldPosts) else { return }
    let edit = kind == .remove ? PagerEdit.remove(PostID(post)) : makeEdit(near: post)
    expected = heldItems.edited(by: edit, isTaken: run.machine.accepts(edit))
    truth.noteEdit { edits in
      if case .replace = edit { return edits.noteRenewal(of: edit.post) }
      edits.insert(edit.post, operation: operation)
    }
    send(.edit(edit, operation: operation))
  }

  private mutating func makeEdit(near post: Int) -> PagerEdit<Post> {
    let isAfter = random.occurs(inPercent: 50)
    // Occasionally, the place is next to a post that is not held.
    let beside = PostID(random.occurs(inPercent: 5) ? .max : post)
    let place: PagerEdit<Post>.Place =
      random.occurs(inPercent: 15)
      ? isAfter ? .atEnd : .atStart
      : isAfter ? .after(beside) : .before(beside)
    let other = random.pick(heldPosts)
    switch random.within(0...3) {
    case 0: return .move(PostID(other), place)
    case 1: return .insert(Post(id: other, version: 4), place)
    case 2: return .replace(Post(id: other, version: 5))
    default:
      // A post that the server never had, with an odd number that no post of the server gets.
      let new = -(lastOperation * 1_000 + random.within(0...999)) * 16 - 1 - (1 << 34)
      return .insert(Post(id: new), place)
    }
  }

  mutating func replace() {
    guard let id = random.pickHeld(run.machine) else { return }
    send(.replace(Post(id: id, version: 3)))
  }

  /// All held items, including separators.
  var heldItems: [PostID] {
    memory.ids.compactMap { if case .item(let id) = $0 { id } else { nil } }
  }
}

extension [PostID] {
  /// The list after an edit.
  ///
  /// - Parameter isTaken: whether the list accepts an edit at one of its ends.
  fileprivate func edited(by edit: PagerEdit<Post>, isTaken: Bool) -> [PostID] {
    switch edit {
    case .remove(let id): filter { $0 != id }
    case .replace: self
    case .move(let id, let place): contains(id) ? putting(id, at: place, isTaken) : self
    case .insert(let post, let place): putting(post.id, at: place, isTaken)
    }
  }

  private func putting(
    _ id: PostID, at place: PagerEdit<Post>.Place, _ isTaken: Bool
  ) -> [PostID] {
    let others = filter { $0 != id }
    switch place {
    case .atStart: return isTaken ? [id] + others : self
    case .atEnd: return isTaken ? others + [id] : self
    case .before(let other), .after(let other):
      guard let index = others.firstIndex(of: other) else { return self }
      return others[...index].dropLast(place == .before(other) ? 1 : 0) + [id]
        + others[(place == .before(other) ? index : index + 1)...]
    }
  }
}

extension PagerEdit<Post> {
  fileprivate var post: Int {
    switch self {
    case .remove(let id), .move(let id, _): id.number
    case .insert(let post, _), .replace(let post): post.id.number
    }
  }
}

extension SplitMix64 {
  /// Picks the number of a held item, or occasionally of a post that is not held; nil if a gap is
  /// picked.
  fileprivate mutating func pickHeld(_ machine: PagerMachine<Post, Int>) -> Int? {
    guard machine.count > 0, !occurs(inPercent: 10) else { return .max }
    return machine[within(0...machine.count - 1)].item?.id.number
  }
}
