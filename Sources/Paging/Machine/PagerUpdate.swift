/// What one event has done: told once, when all of it is done.
public struct PagerUpdate<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// What has happened, in order.
  public let changes: [PagerChange]
  /// What has become of the list, as it was noted.
  let edits: ListEdits<PagerEntry<Item>, PagerEntry<Item>.ID>
  /// Entries after the event.
  let count: Int

  /// What that has made of the list.
  ///
  /// It is worked out each time it is read, because many who are told read none. Cost: what has changed.
  public var difference: PagerDifference<Item> { PagerDifference(edits, count: count) }

  /// The entries that came or changed, by their indices after the event; worked out when they are read.
  ///
  /// For those who are told later, as by `Pager.changes`: the pager may hold something else by then.
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

/// What has happened to a list; `PagerUpdate.difference` says which entries came, went and moved.
public enum PagerChange: Hashable, Sendable {
  /// The list was replaced: at the start, or because the reader jumped; the edge that the reader is
  /// at now.
  case replaced(Edge)
  /// The list was replaced, and the reader is at the entry with this index: as high on the screen as
  /// what follows allows.
  case landed(Int)
  /// Another source's items have taken the place of the list; who sees an item that is still there
  /// stays with it.
  case exchanged
  /// Another stretch of a counted source is held; places among all its items are as they were.
  case moved
  /// The reader's refresh is over; this many items were found above what was known.
  case refreshed(new: Int)
  /// A stretch was refreshed without the reader asking: the source said that it has changed, or
  /// more is to be refreshed.
  case renewed
  /// This many items that were not held came at an edge, perhaps none.
  case extended(Edge, count: Int)
  /// This many entries were dropped at an edge to save memory.
  case dropped(Edge, count: Int)
  /// A gap was filled, wholly or in part, from that side of it: the indices of the entries that
  /// came.
  case filled(Range<Int>, from: Edge)
  /// An item changed where it stands.
  case replacedItem
  /// The app has changed the list, or an edit was taken back.
  case edited
  /// Only load states changed.
  case states
}

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

/// An end of what is loaded.
public enum Edge: Hashable, Sendable, CaseIterable {
  /// The side of the first entry.
  case leading
  /// The side of the last entry.
  case trailing

  /// The other end.
  public var opposite: Edge { self == .leading ? .trailing : .leading }
}
