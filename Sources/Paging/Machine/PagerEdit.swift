/// An edit of the list by the app, visible before the source knows of it.
public enum PagerEdit<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The place of an item.
  public enum Place: Hashable, Sendable {
    /// Directly above a held item.
    case before(Item.ID)
    /// Directly below a held item.
    case after(Item.ID)
    /// Before all items, if the true start is held; this also inserts the first item of an empty
    /// list.
    case atStart
    /// After all items, if the true end is held.
    case atEnd
  }

  /// Removes the item.
  case remove(Item.ID)
  /// Inserts the item; an item already held is moved and replaced.
  case insert(Item, Place)
  /// Moves the item.
  case move(Item.ID, Place)
  /// Replaces the item in place.
  case replace(Item)
}

/// An edit whose operation is still running, and the state to revert to.
///
/// It is an overlay over the answers from the source. It is removed before an answer is merged or
/// another edit is reverted, and is then applied again, so that each edit is reverted on the list
/// on which it was made.
struct PendingEdit<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  let operation: Int
  var edit: PagerEdit<Item>
  /// The item and its place before the edit; nil if the item was not held.
  var original: Original?
  /// The item that the edit moves, in case the list has lost it.
  var moved: Item?
  /// The place where the edit had put its item; it is used if the list has lost the neighbor that
  /// the edit names.
  var laid: Laid?

  /// An item and its neighbors on each side, the nearest first.
  struct Laid: Sendable {
    let item: Item
    let above: [Item.ID]
    let below: [Item.ID]
  }

  /// An item and its former place.
  struct Original: Sendable {
    var item: Item
    let cursor: Cursor?
    /// Whether the app had put the item in that place.
    let isPut: Bool
    /// The neighbors of the item, the nearest first.
    var above: [Item.ID]
    var below: [Item.ID]
  }
}

extension PagerEdit {
  /// The identity of the edited item.
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

  /// Whether the edit inserts, moves or removes its item.
  var movesItem: Bool { if case .replace = edit { false } else { true } }
}
