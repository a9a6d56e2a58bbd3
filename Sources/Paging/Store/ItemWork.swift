/// What is done with each item of a page: the loops that every load costs.
///
/// Code that is generic over items is not specialized in another package, and there each use of an item's
/// identity costs a tenth of a microsecond. So these loops are closures of an initializer that can be
/// inlined: the package that makes a pager compiles them for its own type of item.
@usableFromInline struct ItemWork<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  @usableFromInline typealias Spots = [Item.ID: ItemSpot]

  /// Whether an item comes twice.
  @usableFromInline let haveRepeats: @Sendable ([Item]) -> Bool
  /// Where each item is held, or nil where none is.
  @usableFromInline let spots: @Sendable ([Item], Spots) -> [ItemSpot?]?
  /// Notes that the items from an offset on are in a page.
  @usableFromInline let note: @Sendable ([Item], _ offset: Int, _ page: Int, inout Spots) -> Void
  /// Notes that items are held no more.
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

/// Where an item is: its page's number, and its place among the page's items.
@usableFromInline struct ItemSpot: Sendable {
  @usableFromInline let page: Int
  @usableFromInline let offset: Int

  @inlinable init(page: Int, offset: Int) { (self.page, self.offset) = (page, offset) }
}
