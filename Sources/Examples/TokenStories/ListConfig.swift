import Paging
import TableUI

/// A whole list, described by its cell and its call.
struct ListConfig<Cell: TableViewCell, Item: Identifiable & Sendable> where Item.ID: Sendable {
  let cell: Cell.Type
  /// Loads the items that a token leads to.
  let call: TokenSource<Item>.Following
  /// Puts an item into a cell.
  let fill: (Cell, Item) -> Void

  /// Makes the list.
  func list(
    _ configuration: PagerConfiguration, title: String
  ) -> PagedListController<Item, String> {
    let pager = Pager(source: TokenSource(following: call), configuration: configuration)
    let list = PagedListController(pager: pager, title: title) { table, item, path in
      let cell: Cell = table.dequeueCell(for: path)
      fill(cell, item)
      return cell
    }
    list.tableView.register(cell)
    return list
  }
}
