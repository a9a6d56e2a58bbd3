/// One place in a list: an item, or a gap between two pages that do not meet.
public enum PagerEntry<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// An item.
  case item(Item)
  /// Items known to be missing; the number tells one gap from another.
  case gap(Int)

  /// What stays the same when the list changes around the entry.
  public enum ID: Hashable, Sendable {
    /// An item's identity.
    case item(Item.ID)
    /// A gap's number.
    case gap(Int)
  }

  /// The identity.
  public var id: ID {
    switch self {
    case .item(let item): .item(item.id)
    case .gap(let number): .gap(number)
    }
  }

  /// The item, or nil for a gap.
  public var item: Item? {
    guard case .item(let item) = self else { return nil }
    return item
  }
}
