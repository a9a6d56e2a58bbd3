import Paging
public import Terminal

/// The selected item: seen, set, and taken for something to be done with it.
extension PagedListController {
  /// The item under the selection, or nil where that is on none that is held.
  public var selectedItem: Item? { tableView.selectedIdentifier.flatMap(entry).flatMap(\.item) }

  /// The selected item, for something to be done with it.
  ///
  /// Nil where that is out of sight: then an item in sight is selected, so that the reader sees first
  /// what it will be done with, as a movement does and Enter.
  public func selectedItemInSight() -> Item? {
    tableView.bringSelectionIntoSight() ? selectedItem : nil
  }

  /// Selects an item that is held and brings it into sight, and says whether it is held.
  @discardableResult
  public func select(_ id: Item.ID) -> Bool {
    guard let index = pager.index(of: .item(id)) else { return false }
    catchUp()
    tableView.select(section: sections.section(ofEntry: index))
    tableView.scrollToSelection()
    return true
  }

  /// Takes a click, which selects an item; who clicks goes nowhere else.
  public func handle(_ input: Input) -> Bool {
    guard tableView.handle(input) else { return false }
    if isLoadingOn { stopSeeking() }
    return true
  }
}
