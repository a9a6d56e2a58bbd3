/// A change of the list by the app: it shows at once, before the source knows of it.
public enum PagerEdit<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Where an item is put.
  public enum Place: Hashable, Sendable {
    /// Directly above an item that is held.
    case before(Item.ID)
    /// Directly below an item that is held.
    case after(Item.ID)
    /// Before all items, where the true start is held; an empty list gets its first item so.
    case atStart
    /// Behind all items, where the true end is held.
    case atEnd
  }

  /// The item goes.
  case remove(Item.ID)
  /// The item comes; one that is held moves there and is renewed.
  case insert(Item, Place)
  /// The item is put elsewhere.
  case move(Item.ID, Place)
  /// The item is another, where it stands.
  case replace(Item)
}

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
  /// Where its item was by it, for a list that has lost what it was put beside.
  var laid: Laid?

  /// An item where an edit has put it, and what stands near there, the nearest first.
  struct Laid: Sendable {
    let item: Item
    let above: [Item.ID]
    let below: [Item.ID]
  }

  /// An item and where it stood.
  struct Original: Sendable {
    var item: Item
    let cursor: Cursor?
    /// Whether the app had put it there.
    let isPut: Bool
    /// What stood near it, the nearest first.
    var above: [Item.ID]
    var below: [Item.ID]
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

extension PendingEdit {
  init(operation: Int, edit: PagerEdit<Item>, original: Original?) {
    self.init(
      operation: operation, edit: edit, original: original, moved: original?.item, laid: nil)
  }

  /// Whether its item is elsewhere by it, or gone.
  var movesItem: Bool { if case .replace = edit { false } else { true } }
}
