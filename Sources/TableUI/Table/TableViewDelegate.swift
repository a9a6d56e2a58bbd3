/// What a table tells.
public protocol TableViewDelegate: AnyObject {
  /// A cell is about to be drawn for the first time since it came into sight.
  ///
  /// What is in sight may be changed here: then some cells wait for the next layout.
  func tableView(
    _ tableView: TableView, willDisplay cell: any ReusableCell,
    forRowAt indexPath: TableView.IndexPath)
  /// Another section is selected than when this was told last, or none; told when the table is laid
  /// out, once for all that has happened since.
  func tableViewDidChangeSelection(_ tableView: TableView)
  /// The reader activates the selected section, as by Enter; the place is its first row's.
  func tableView(_ tableView: TableView, didActivateRowAt indexPath: TableView.IndexPath)
  /// The reader moves by a key or the wheel, up or down.
  func tableViewWillMove(_ tableView: TableView)
}

extension TableViewDelegate {
  /// Does nothing.
  public func tableView(
    _ tableView: TableView, willDisplay cell: any ReusableCell,
    forRowAt indexPath: TableView.IndexPath
  ) {}
  /// Does nothing.
  public func tableViewDidChangeSelection(_ tableView: TableView) {}
  /// Does nothing.
  public func tableView(_ tableView: TableView, didActivateRowAt indexPath: TableView.IndexPath) {}
  /// Does nothing.
  public func tableViewWillMove(_ tableView: TableView) {}
}
