import Paging

/// The way from item to item of what a list holds, towards an edge, until enough have matched; it goes on
/// where it was when more is held.
final class ItemWalk<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  private let pager: Pager<Item, Cursor>
  private let goesDown: Bool
  private let matches: (Item) -> Bool
  /// How many matches are still to be found.
  private var left: Int
  private var last: Item.ID?

  /// - Parameters:
  ///   - start: the index of the first entry that is looked at; nil for the one at the other edge.
  ///   - count: which of the matches is wanted, from 1.
  init(
    _ pager: Pager<Item, Cursor>, from start: Int?, down goesDown: Bool, count: Int,
    matches: @escaping (Item) -> Bool
  ) {
    (self.pager, self.goesDown) = (pager, goesDown)
    (left, self.matches) = (max(1, count), matches)
    last = start.flatMap { Self.item(before: $0, down: goesDown, in: pager) }
  }

  /// The item that is passed before an entry; entries have other indices later.
  private static func item(
    before start: Int, down: Bool, in pager: Pager<Item, Cursor>
  ) -> Item.ID? {
    var index = down ? start - 1 : start + 1
    while (0..<pager.count).contains(index) {
      if let item = pager[index].item { return item.id }
      index += down ? -1 : 1
    }
    return nil
  }

  /// The index of the wanted match, if it is held.
  ///
  /// Cost: the items that came since the last call.
  func find() -> Int? {
    var index = next
    while left > 0, (0..<pager.count).contains(index) {
      if let item = pager[index].item {
        last = item.id
        if matches(item) { left -= 1 }
        if left == 0 { return index }
      }
      index += goesDown ? 1 : -1
    }
    return left == 0 ? last.flatMap { pager.index(of: .item($0)) } : nil
  }

  /// What was looked at last may be dropped by now: all that is held comes after it.
  private var next: Int {
    guard let last, let index = pager.index(of: .item(last)) else {
      return goesDown ? 0 : pager.count - 1
    }
    return goesDown ? index + 1 : index - 1
  }
}
