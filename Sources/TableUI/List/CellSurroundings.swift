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
