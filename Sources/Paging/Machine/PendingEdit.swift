/// An edit whose operation is not over, and what takes it back.
///
/// It lies over what the source has said. It is lifted before an answer is merged, or another one is
/// taken back, and laid on again after; so each is taken back from the list that it was made on.
struct PendingEdit<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  let operation: Int
  var edit: PagerEdit<Item>
  /// What was there before, nil where there was nothing.
  var original: Original?
  /// The item that it moves, for a list that has lost it.
  var moved: Item?
  /// Where it has put its item, for a list that has lost what it was put beside.
  var laid: Original?

  /// An item and where it stood.
  struct Original: Sendable {
    var item: Item
    let cursor: Cursor?
    /// The number of its page.
    let page: Int
    /// What stood beside it, with no gap between.
    var above: Item.ID?
    var below: Item.ID?
  }
}

extension PagerEdit {
  /// The item that it is about.
  var id: Item.ID {
    switch self {
    case .remove(let id), .move(let id, _): id
    case .insert(let item, _), .replace(let item): item.id
    }
  }
}
