import Paging
package import TableUI

/// A feed's screen: what is shown, and the list in it.
package struct FeedScreen<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  /// What is shown: the list itself, or what has it.
  package let controller: any ViewController
  /// What the reader moves in, whose place may be kept.
  package let list: PagedListController<Item, Cursor>

  package init(controller: any ViewController, list: PagedListController<Item, Cursor>) {
    self.controller = controller
    self.list = list
  }
}
