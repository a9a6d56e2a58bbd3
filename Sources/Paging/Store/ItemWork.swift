/// The loops over the items of a page, which every load runs.
///
/// Code that is generic over items is not specialized in another package, and each use of an item's
/// identity in such code costs a tenth of a microsecond. Therefore these loops are closures of an
/// inlinable initializer: the package that creates a pager compiles them for its own item type.
@usableFromInline struct ItemWork<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  @usableFromInline typealias Spots = [Item.ID: ItemSpot]

  /// Returns whether any of the items is repeated.
  @usableFromInline let haveRepeats: @Sendable ([Item]) -> Bool
  /// Returns the place of each item, with nil for an item that is not held; nil if none is held.
  @usableFromInline let spots: @Sendable ([Item], Spots) -> [ItemSpot?]?
  /// Records that the items from an offset on are in the given page.
  @usableFromInline let note: @Sendable ([Item], _ offset: Int, _ page: Int, inout Spots) -> Void
  /// Removes the recorded places of items.
  @usableFromInline let forget: @Sendable ([Item], inout Spots) -> Void
  @usableFromInline let entries: @Sendable ([Item]) -> [PagerEntry<Item>]
  @usableFromInline let entryIDs: @Sendable ([Item]) -> [PagerEntry<Item>.ID]

  @inlinable init() {
    haveRepeats = { items in
      var known = Set<Item.ID>(minimumCapacity: items.count)
      return !items.allSatisfy { known.insert($0.id).inserted }
    }
    spots = { items, spots in
      guard items.contains(where: { spots[$0.id] != nil }) else { return nil }
      return items.map { spots[$0.id] }
    }
    note = { items, offset, page, spots in
      for offset in offset..<max(offset, items.count) {
        spots[items[offset].id] = ItemSpot(page: page, offset: offset)
      }
    }
    forget = { items, spots in for item in items { spots[item.id] = nil } }
    entries = { items in items.map { .item($0) } }
    entryIDs = { items in items.map { .item($0.id) } }
  }
}

/// The place of an item: the number of its page, and its index in that page.
@usableFromInline struct ItemSpot: Sendable {
  @usableFromInline let page: Int
  @usableFromInline let offset: Int

  @inlinable init(page: Int, offset: Int) { (self.page, self.offset) = (page, offset) }
}
