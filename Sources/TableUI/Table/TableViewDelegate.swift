/// What a table tells.
public protocol TableViewDelegate: AnyObject {
  /// A cell is about to be drawn for the first time since it came into sight.
  ///
  /// What is in sight may be changed here: then some cells wait for the next layout.
  func tableView(
    _ tableView: TableView, willDisplay cell: any TableViewCell,
    forRowAt indexPath: TableView.IndexPath)
  /// The reader opens the selected section; the place is its first row's.
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: TableView.IndexPath)
  /// The reader moves by a key or the wheel, up or down.
  func tableViewWillMove(_ tableView: TableView)
}

extension TableViewDelegate {
  /// Does nothing.
  public func tableView(
    _ tableView: TableView, willDisplay cell: any TableViewCell,
    forRowAt indexPath: TableView.IndexPath
  ) {}
  /// Does nothing.
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: TableView.IndexPath) {}
  /// Does nothing.
  public func tableViewWillMove(_ tableView: TableView) {}
}
