public import Paging

/// What a table shows.
///
/// Places change when data comes and goes; a section's identifier does not, so the table holds the
/// reader's line and the selection by it. Sections and rows count from 0. Every call should cost O(1).
public protocol TableViewDataSource: AnyObject {
  /// How many sections there are.
  func numberOfSections(in tableView: TableView) -> Int
  /// How many rows a section has.
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int
  /// The cell of a row, got by `dequeueCell(for:)` and filled; asked when the row comes into sight.
  func tableView(
    _ tableView: TableView, cellForRowAt indexPath: TableView.IndexPath
  ) -> any ReusableCell
  /// What a section is, wherever it stands: no two have the same, and it stays the same while the
  /// section does.
  func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable
  /// Where a section stands now, or nil if it is gone.
  func tableView(_ tableView: TableView, sectionWithIdentifier identifier: AnyHashable) -> Int?
  /// Whether the selection may rest on a section; it cannot on a loading row.
  func tableView(_ tableView: TableView, canSelectSection section: Int) -> Bool
  /// Whether sections are to come at an edge by themselves: a movement beyond it waits for them.
  func tableView(_ tableView: TableView, awaitsSectionsAt edge: Edge) -> Bool
  /// Whether another place is on its way: movements wait for it, and begin there.
  func tableViewAwaitsPlace(_ tableView: TableView) -> Bool
  /// Whether it is not known yet what the rows are: movements wait unmeasured, because a screenful may hold fewer.
  func tableViewAwaitsFirstRows(_ tableView: TableView) -> Bool
}

extension TableViewDataSource {
  /// Every section can be selected.
  public func tableView(_ tableView: TableView, canSelectSection section: Int) -> Bool { true }
  /// All there is is there.
  public func tableView(_ tableView: TableView, awaitsSectionsAt edge: Edge) -> Bool { false }
  /// Movements begin where the table is.
  public func tableViewAwaitsPlace(_ tableView: TableView) -> Bool { false }
  /// The rows are known.
  public func tableViewAwaitsFirstRows(_ tableView: TableView) -> Bool { false }
}

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
  /// The reader clicks on a row, at a column of its cell from 0; says whether that is all, and nothing is selected.
  func tableView(
    _ tableView: TableView, didClickRowAt indexPath: TableView.IndexPath, column: Int
  ) -> Bool
  /// The reader activates the selected section, as by Enter or a click on it; the place is its first row's.
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
  /// A click selects.
  public func tableView(
    _ tableView: TableView, didClickRowAt indexPath: TableView.IndexPath, column: Int
  ) -> Bool { false }
  /// Does nothing.
  public func tableView(_ tableView: TableView, didActivateRowAt indexPath: TableView.IndexPath) {}
  /// Does nothing.
  public func tableViewWillMove(_ tableView: TableView) {}
}
