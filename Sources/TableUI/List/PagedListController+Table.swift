import Paging
import Terminal

/// The sections of the table: a row for the leading edge while there is something to say, the
/// entries, a row for the trailing edge.
extension PagedListController: TableViewDataSource, TableViewDelegate {
  /// What a section is.
  private enum SectionID: Hashable {
    case leading
    /// An item that is not held, by the number of those before it.
    case placeholder(Int)
    case entry(PagerEntry<Source.Item>.ID)
    case trailing
  }

  /// Rows before the first entry and its placeholders: one while the leading edge is at something.
  var leadingRows: Int {
    guard pager.leadingPlaceholders == 0 else { return 0 }
    switch pager.state(of: .prepend) {
    case .idle, .end: return 0
    case .loading, .failed, .cancelled, .waiting, .paused: return 1
    }
  }

  /// The section of an entry, or of a placeholder where there is no such entry.
  func section(ofEntry index: Int) -> Int { leadingRows + pager.leadingPlaceholders + index }

  /// The place of a section's entry, or nil for a placeholder or a row of an edge.
  func entryIndex(ofSection section: Int) -> Int? {
    let index = section - self.section(ofEntry: 0)
    return index >= 0 && index < pager.count ? index : nil
  }

  /// The indices of all that can be drawn: the entries, and placeholders on both sides of them.
  var entryRange: Range<Int> {
    -pager.leadingPlaceholders..<pager.count + pager.trailingPlaceholders
  }

  /// Whether a section is an item that is not held.
  private func isPlaceholder(_ section: Int) -> Bool {
    let index = section - self.section(ofEntry: 0)
    return entryRange.contains(index) && entryIndex(ofSection: section) == nil
  }

  /// Whether the selection is on a gap.
  var selectionIsGap: Bool {
    if case .entry(.gap)? = tableView.selectedIdentifier?.base as? SectionID { true } else { false }
  }

  /// The entries with their placeholders, and a row for each edge that has something to say.
  public func numberOfSections(in tableView: TableView) -> Int {
    pager.hasLoaded ? section(ofEntry: entryRange.upperBound) + 1 : 0
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
    if let index = entryIndex(ofSection: section), case .gap(let gap) = pager[index] {
      return StatusRow.gap(
        pager.state(ofGap: gap), missing: pager.missingCount(inGap: gap), theme, now: pager.now)
    }
    if isPlaceholder(section) {
      return StatusRow.placeholder(pager.state(of: .refresh), theme, now: pager.now)
    }
    if section < leadingRows {
      return StatusRow.edge(pager.state(of: .prepend), theme, now: pager.now)
    }
    let state = pager.state(of: .append)
    let ends = state == .end || state == .idle && pager.holds(.trailing)
    if pager.count == 0, ends { return StatusRow.empty(leftOut: pager.leftOutCount, theme) }
    return StatusRow.edge(ends ? .end : state, theme, now: pager.now)
  }

  /// The entry's identity, or which edge it is.
  public func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    if let index = entryIndex(ofSection: section) { return SectionID.entry(pager[index].id) }
    if isPlaceholder(section) { return SectionID.placeholder(section - leadingRows) }
    return section < leadingRows ? SectionID.leading : SectionID.trailing
  }

  /// Where an entry stands now.
  public func tableView(
    _ tableView: TableView, sectionWithIdentifier identifier: AnyHashable
  ) -> Int? {
    switch identifier.base as? SectionID {
    case .entry(let id): pager.index(of: id).map { section(ofEntry: $0) }
    case .placeholder(let place): section(ofPlace: place)
    case .leading: leadingRows == 1 ? 0 : nil
    case .trailing: section(ofEntry: entryRange.upperBound)
    case nil: nil
    }
  }

  /// What was a placeholder may be an item by now, which stands in the same place.
  private func section(ofPlace place: Int) -> Int? {
    let section = leadingRows + place
    return section < self.section(ofEntry: entryRange.upperBound) ? section : nil
  }

  /// The selection rests on items, held or not, and on gaps.
  public func tableView(_ tableView: TableView, canSelectSection section: Int) -> Bool {
    entryRange.contains(section - self.section(ofEntry: 0))
  }

  /// Opens an item, fills a gap.
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: TableView.IndexPath) {
    guard let index = entryIndex(ofSection: indexPath.section) else { return }
    switch pager[index] {
    case .item(let item): onSelect?(item)
    case .gap(let gap):
      pager.fill(gap: gap, from: tableView.selectionMovedUp ? .trailing : .leading)
    }
  }
}
