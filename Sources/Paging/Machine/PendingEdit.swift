/// An edit whose operation is not over, and what takes it back.
struct PendingEdit<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  let operation: Int
  let edit: PagerEdit<Item>
  /// What was there before, nil where there was nothing.
  let original: Original?

  /// An item and what stood beside it.
  struct Original: Sendable {
    let item: Item
    let above: Item.ID?
    let below: Item.ID?
  }

  /// The item that it is about.
  var id: Item.ID {
    switch edit {
    case .remove(let id), .move(let id, _): id
    case .insert(let item, _), .replace(let item): item.id
    }
  }
}
