/// Where a row stands: its section's identity, by which it is found again, and its first line.
struct RowAnchor {
  let identifier: AnyHashable
  let indexPath: TableView.IndexPath
  let top: Int

  init(_ identifier: AnyHashable, _ indexPath: TableView.IndexPath, top: Int) {
    self.identifier = identifier
    self.indexPath = indexPath
    self.top = top
  }

  init(_ cell: VisibleCell) { self.init(cell.identifier, cell.indexPath, top: cell.top) }
}
