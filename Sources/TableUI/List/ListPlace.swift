public import Paging

/// Where a reader was: what stood at the top and what was selected, and how to come back to it.
///
/// `PagedListController.currentPlace()` makes one, and `go(backTo:)` leads to it.
public struct ListPlace<Cursor: Hashable & Sendable> {
  /// A section, and which of all items it is, where that is known.
  struct Spot {
    let identifier: AnyHashable
    let number: Int?
  }

  let top: Spot
  /// The row of the section at the top, and its line on the screen, negative where it begins above.
  let row: Int
  let line: Int
  let selected: Spot?
  /// What leads to the page that begins at the top, if anything does.
  public let position: PageRequest<Cursor>.Position?
}
