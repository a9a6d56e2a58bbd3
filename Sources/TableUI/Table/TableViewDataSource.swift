public import Paging

/// The source of a table's sections and rows.
///
/// Indices change when data is added or removed, but a section's identifier does not, so the table
/// uses it to keep the reader's line and the selection. Sections and rows count from 0. Every call
/// should cost O(1).
public protocol TableViewDataSource: AnyObject {
  /// The number of sections.
  func numberOfSections(in tableView: TableView) -> Int
  /// The number of rows of a section.
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int
  /// The cell of a row, dequeued by `dequeueCell(for:)` and filled; requested when the row becomes
  /// visible.
  func tableView(
    _ tableView: TableView, cellForRowAt indexPath: TableView.IndexPath
  ) -> any ReusableCell
  /// The identity of a section, which is unique and does not change while the section exists.
  func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable
  /// The current index of a section, or nil if it was removed.
  func tableView(_ tableView: TableView, sectionWithIdentifier identifier: AnyHashable) -> Int?
  /// Whether a section can be selected; a loading row cannot.
  func tableView(_ tableView: TableView, canSelectSection section: Int) -> Bool
  /// Whether sections will arrive at an edge without a command: a movement beyond that edge waits
  /// for them.
  func tableView(_ tableView: TableView, awaitsSectionsAt edge: Edge) -> Bool
  /// Whether another place will be shown soon: movements wait for it, and begin there.
  func tableViewAwaitsPlace(_ tableView: TableView) -> Bool
  /// Whether the rows are not known yet: movements then wait, and their distance is computed later,
  /// because the size of a screenful may change.
  func tableViewAwaitsFirstRows(_ tableView: TableView) -> Bool
}

extension TableViewDataSource {
  /// The default is true: every section can be selected.
  public func tableView(_ tableView: TableView, canSelectSection section: Int) -> Bool { true }
  /// The default is false: all sections are present.
  public func tableView(_ tableView: TableView, awaitsSectionsAt edge: Edge) -> Bool { false }
  /// The default is false: movements begin at the current place.
  public func tableViewAwaitsPlace(_ tableView: TableView) -> Bool { false }
  /// The default is false: the rows are known.
  public func tableViewAwaitsFirstRows(_ tableView: TableView) -> Bool { false }
}

/// An object informed of a table's events.
public protocol TableViewDelegate: AnyObject {
  /// Called before a cell is drawn for the first time since it became visible.
  ///
  /// If the delegate changes the visible rows here, some cells wait for the next layout.
  func tableView(
    _ tableView: TableView, willDisplay cell: any ReusableCell,
    forRowAt indexPath: TableView.IndexPath)
  /// Called during the layout if the selection has changed since the last call, once for all
  /// changes.
  func tableViewDidChangeSelection(_ tableView: TableView)
  /// Called when the reader clicks on a row, at a column of its cell, counted from 0; returns
  /// whether the click is handled, in which case nothing is selected.
  func tableView(
    _ tableView: TableView, didClickRowAt indexPath: TableView.IndexPath, column: Int
  ) -> Bool
  /// Called when the reader activates the selected section, with Enter or a click on it; the index
  /// path is that of its first row.
  func tableView(_ tableView: TableView, didActivateRowAt indexPath: TableView.IndexPath)
  /// Called when the reader moves up or down with a key or the wheel, or clicks on a row.
  func tableViewWillMove(_ tableView: TableView)
}

extension TableViewDelegate {
  /// The default does nothing.
  public func tableView(
    _ tableView: TableView, willDisplay cell: any ReusableCell,
    forRowAt indexPath: TableView.IndexPath
  ) {}
  /// The default does nothing.
  public func tableViewDidChangeSelection(_ tableView: TableView) {}
  /// The default is false: a click selects.
  public func tableView(
    _ tableView: TableView, didClickRowAt indexPath: TableView.IndexPath, column: Int
  ) -> Bool { false }
  /// The default does nothing.
  public func tableView(_ tableView: TableView, didActivateRowAt indexPath: TableView.IndexPath) {}
  /// The default does nothing.
  public func tableViewWillMove(_ tableView: TableView) {}
}
