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

  /// Where the item stands among the entries that are held, as the pager counts them.
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
