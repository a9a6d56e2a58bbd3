/// What a cell may show beside its item: where that stands, what stands before it, whether it is
/// selected.
///
/// To be read while the cell is filled. The cell is filled again when what it has read has changed.
public struct CellContext<Item> {
  private let entry: Int
  private let table: TableView
  private let surroundings: CellSurroundings<Item>

  init(_ entry: Int, in table: TableView, _ surroundings: CellSurroundings<Item>) {
    (self.entry, self.table, self.surroundings) = (entry, table, surroundings)
  }

  /// Where the item stands among the entries that are held, from 0, as the pager counts them.
  ///
  /// It is another one whenever pages come or go above: then all cells in sight are filled again.
  public var index: Int {
    surroundings.showsIndex = true
    return entry
  }

  /// The item before it; nil where none is held, or a gap stands there.
  ///
  /// Cost: O(log pages).
  public var previous: Item? { entry > 0 ? surroundings.item(entry - 1) : nil }

  /// Whether it is the selected item.
  ///
  /// Where cells ask for it, those in sight are filled once more when another item is selected.
  public var isSelected: Bool {
    surroundings.showsSelection = true
    return surroundings.isSelected(entry, table)
  }
}

/// What stands around the cells of a list, and what of it they have asked for: only that has to be
/// kept up to date.
final class CellSurroundings<Item> {
  let item: (_ entry: Int) -> Item?
  let isSelected: (_ entry: Int, TableView) -> Bool
  /// Whether a cell has asked for its index.
  var showsIndex = false
  /// Whether a cell has asked if it is selected.
  var showsSelection = false

  init(
    item: @escaping (_ entry: Int) -> Item?,
    isSelected: @escaping (_ entry: Int, TableView) -> Bool
  ) {
    (self.item, self.isSelected) = (item, isSelected)
  }
}
