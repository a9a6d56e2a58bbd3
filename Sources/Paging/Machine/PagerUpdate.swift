/// The changes of one event, published once when the event is complete.
public struct PagerUpdate<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The changes, in order.
  public let changes: [PagerChange]
  /// The recorded edits of the list.
  let edits: ListEdits<PagerEntry<Item>, PagerEntry<Item>.ID>
  /// The number of entries after the event.
  let count: Int

  /// The difference between the list before and after the event.
  ///
  /// It is computed on each access, because many observers do not need it. Cost: O(n log n) for n
  /// changed entries.
  public var difference: PagerDifference<Item> { PagerDifference(edits, count: count) }

  /// The entries that were added, moved or changed, keyed by their indices after the event;
  /// computed on each access.
  ///
  /// Use them to update a copy of the list, because the pager may already hold other entries: a
  /// reader of `Pager.changes` is informed later, and an observer after others, which may have
  /// given commands.
  public var entries: [Int: PagerEntry<Item>] {
    var entries: [Int: PagerEntry<Item>] = [:]
    for stretch in edits.stretches {
      for (offset, entry) in stretch.inserted.enumerated() {
        entries[stretch.start + offset] = entry
      }
    }
    return entries
  }
}

/// A change of a list; `PagerUpdate.difference` has the entries that were added, removed and moved.
public enum PagerChange: Hashable, Sendable {
  /// The list was replaced, for example by a first load or a jump, and the reader is at this edge.
  case replaced(Edge)
  /// The list was replaced, and the reader is at the entry with this index, which is shown as high
  /// on the screen as the entries below it allow.
  case landed(Int)
  /// The items of another source have replaced the list; a view stays at an item that is still
  /// there.
  case exchanged
  /// Another stretch of a counted source is held; positions in the whole list are unchanged.
  case moved
  /// A refresh by the reader is complete, or one by the source that found new items; `new` is the
  /// number of items above the known ones.
  case refreshed(new: Int)
  /// A stretch was refreshed as part of a round that continues, or by the source without new items.
  case renewed
  /// This number of new items were added at an edge; it may be 0.
  case extended(Edge, count: Int)
  /// This number of entries were dropped at an edge, usually to save memory.
  case dropped(Edge, count: Int)
  /// A gap was filled completely or partly from one side; the range extends from the first new
  /// entry to the last.
  case filled(Range<Int>, from: Edge)
  /// An item was replaced in place.
  case replacedItem
  /// The app has edited the list, or an edit was reverted.
  case edited
  /// Load states, or the number of new items, may have changed.
  case states
}

/// An entry of a list: an item, or a gap between two pages.
public enum PagerEntry<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// An item.
  case item(Item)
  /// A gap, where items are missing or may be missing; the number identifies it.
  case gap(Int)

  /// The identity of an entry, which is independent of its index.
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

/// An end of the loaded entries.
public enum Edge: Hashable, Sendable, CaseIterable {
  /// The side of the first entry.
  case leading
  /// The side of the last entry.
  case trailing

  /// The edge at the other end of the entries.
  public var opposite: Edge { self == .leading ? .trailing : .leading }
}
