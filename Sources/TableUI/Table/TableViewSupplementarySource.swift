/// Says which sections have rows beside their own: headers, footers and separators.
///
/// A section without rows has none of them. Every call should cost O(1); they come as often as those of
/// the data source.
public protocol TableViewSupplementarySource: AnyObject {
  /// Which of them a section has.
  ///
  /// What depends on a neighbour is asked again after each `TableView.reloadData(keepingBottom:moved:)`.
  func tableView(_ tableView: TableView, supplementsOfSection section: Int) -> SectionSupplements
  /// The cell of a section's header, got by `dequeueCell(for:)` and filled.
  func tableView(
    _ tableView: TableView, cellForHeaderInSection section: Int
  ) -> any ReusableCell
  /// The cell of a section's footer, got by `dequeueCell(for:)` and filled.
  func tableView(
    _ tableView: TableView, cellForFooterInSection section: Int
  ) -> any ReusableCell
}

extension TableViewSupplementarySource {
  /// An empty line; for sources that have no headers.
  public func tableView(
    _ tableView: TableView, cellForHeaderInSection section: Int
  ) -> any ReusableCell { SeparatorCell() }
  /// An empty line; for sources that have no footers.
  public func tableView(
    _ tableView: TableView, cellForFooterInSection section: Int
  ) -> any ReusableCell { SeparatorCell() }
}
