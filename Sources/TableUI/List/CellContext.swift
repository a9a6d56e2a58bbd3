/// Information for a cell in addition to its item: the item's index, the previous item, and whether
/// the item is selected.
///
/// Read it while the cell is being filled. The cell is filled again when a value that it has read
/// changes.
public struct CellContext<Item> {
  private let entry: Int
  private let table: TableView
  private let surroundings: CellSurroundings<Item>

  init(_ entry: Int, in table: TableView, _ surroundings: CellSurroundings<Item>) {
    (self.entry, self.table, self.surroundings) = (entry, table, surroundings)
  }

  /// The index of the item among the held entries, as the pager counts them.
  ///
  /// It changes whenever pages are added or removed above the item; all visible cells are then
  /// filled again.
  public var index: Int {
    surroundings.showsIndex = true
    return entry
  }

  /// The item before this one; nil if it is not held, or if there is a gap.
  ///
  /// Cost: O(log pages).
  public var previous: Item? { entry > 0 ? surroundings.item(entry - 1) : nil }

  /// Whether this item is selected.
  ///
  /// If cells read this, the visible ones are filled again when another item is selected.
  public var isSelected: Bool {
    surroundings.showsSelection = true
    return surroundings.isSelected(entry, table)
  }
}

/// The values that the cells of a list can read besides their items, with a record of which ones
/// have been read, because only those must be kept up to date.
final class CellSurroundings<Item> {
  let item: (_ entry: Int) -> Item?
  let isSelected: (_ entry: Int, TableView) -> Bool
  /// Whether a cell has read its index.
  var showsIndex = false
  /// Whether a cell has read whether it is selected.
  var showsSelection = false

  init(
    item: @escaping (_ entry: Int) -> Item?,
    isSelected: @escaping (_ entry: Int, TableView) -> Bool
  ) {
    (self.item, self.isSelected) = (item, isSelected)
  }
}
