/// A change of the list by the app: it shows at once, before the source knows of it.
public enum PagerEdit<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Where an item is put.
  public enum Place: Hashable, Sendable {
    /// Directly above an item that is held.
    case before(Item.ID)
    /// Directly below an item that is held.
    case after(Item.ID)

    /// The item beside it.
    var neighbour: Item.ID {
      switch self {
      case .before(let id), .after(let id): id
      }
    }
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
