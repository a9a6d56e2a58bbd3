import Paging
import Terminal

/// The sections of the table: a row for the leading edge while there is something to say, the
/// entries, a row for the trailing edge.
extension PagedListController: TableViewDataSource, TableViewDelegate {
  /// What a section is.
  private enum SectionID: Hashable {
    case leading
    case entry(PagerEntry<Source.Item>.ID)
    case trailing
  }

  /// Rows before the first entry: one while the leading edge is at something.
  var leadingRows: Int {
    switch pager.state(of: .prepend) {
    case .idle, .end: 0
    case .loading, .failed, .cancelled, .waiting, .paused: 1
    }
  }

  /// The place of a section's entry, or nil for a row of an edge.
  func entryIndex(ofSection section: Int) -> Int? {
    let index = section - leadingRows
    return index >= 0 && index < pager.count ? index : nil
  }

  /// The entries and a row for each edge that has something to say.
  public func numberOfSections(in tableView: TableView) -> Int {
    pager.hasLoaded ? leadingRows + pager.count + 1 : 0
  }

  /// An item has as many rows as were asked for, everything else one.
  public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    guard let index = entryIndex(ofSection: section), pager[index].item != nil else { return 1 }
    return rowsPerItem
  }

  /// The item's cell, or a row that says what is loading, failed or missing.
  public func tableView(
    _ tableView: TableView, cellForRowAt indexPath: TableView.IndexPath
  ) -> any TableViewCell {
    if let index = entryIndex(ofSection: indexPath.section), let item = pager[index].item {
      return cellMaker(tableView, item, indexPath)
    }
    let cell: StatusCell = tableView.dequeueCell(for: indexPath)
    (cell.text, cell.style) = statusRow(indexPath.section)
    return cell
  }

  private func statusRow(_ section: Int) -> (SafeText, Style) {
    if entryIndex(ofSection: section) != nil {
      return StatusRow.gap(pager.state(of: .gap), theme, now: pager.now)
    }
    if section < leadingRows {
      return StatusRow.edge(pager.state(of: .prepend), theme, now: pager.now)
    }
    if pager.count == 0, pager.state(of: .append) == .end { return StatusRow.empty(theme) }
    return StatusRow.edge(pager.state(of: .append), theme, now: pager.now)
  }

  /// The entry's identity, or which edge it is.
  public func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    if let index = entryIndex(ofSection: section) { return SectionID.entry(pager[index].id) }
    return section < leadingRows ? SectionID.leading : SectionID.trailing
  }

  /// Where an entry stands now.
  public func tableView(
    _ tableView: TableView, sectionWithIdentifier identifier: AnyHashable
  ) -> Int? {
    switch identifier.base as? SectionID {
    case .entry(let id): pager.index(of: id).map { $0 + leadingRows }
    case .leading: leadingRows == 1 ? 0 : nil
    case .trailing: leadingRows + pager.count
    case nil: nil
    }
  }

  /// The selection rests on items and gaps.
  public func tableView(_ tableView: TableView, canSelectSection section: Int) -> Bool {
    entryIndex(ofSection: section) != nil
  }

  /// Opens an item, fills a gap.
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: TableView.IndexPath) {
    guard let index = entryIndex(ofSection: indexPath.section) else { return }
    switch pager[index] {
    case .item(let item): onSelect?(item)
    case .gap(let gap): pager.fill(gap: gap)
    }
  }
}
