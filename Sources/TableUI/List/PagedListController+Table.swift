public import Paging
import Terminal

/// The sections of the table: a row for the leading edge if it has a message, the entries, and a
/// row for the trailing edge.
extension PagedListController: TableViewDataSource, TableViewDelegate {
  /// The identity of a section.
  enum SectionID: Hashable {
    case leading
    /// An item that is not held, by its number.
    case placeholder(Int)
    case entry(PagerEntry<Item>.ID)
    case trailing
  }

  /// The current sections; computing them takes several reads of the pager.
  var currentSections: SectionMap {
    let placeholders = pager.leadingPlaceholders
    return SectionMap(
      hasLoaded: pager.hasLoaded,
      leadingRows: placeholders == 0 && hasLeadingRow ? 1 : 0,
      leadingPlaceholders: placeholders, count: pager.count,
      trailingPlaceholders: pager.trailingPlaceholders)
  }

  /// Returns whether this list reports its drawn entries to the pager; of several lists that show
  /// one pager, only the list that had the focus last does.
  ///
  /// A pager holds one stretch of a long list. If two lists reported different places, each would
  /// replace the stretch that the other needs, and the loads would never end.
  func mayReport() -> Bool {
    if isFocused { pager.reporter = self }
    return pager.reporter == nil || pager.reporter === self
  }

  private var hasLeadingRow: Bool { speaks(pager.state(of: .prepend)) || startWords != nil }

  private var startWords: String? {
    pager.count > 0 && pager.reaches(.leading) ? wordsForStart() : nil
  }

  /// Whether the leading edge has a message if its loads are in a given state.
  private func speaks(_ state: LoadState) -> Bool {
    switch state {
    case .idle, .end: false
    case .loading, .failed, .cancelled, .waiting, .paused: true
    }
  }

  /// Whether the selection is on a gap.
  var selectionIsGap: Bool {
    if case .entry(.gap)? = tableView.selectedIdentifier?.base as? SectionID { true } else { false }
  }

  /// Returns the number of sections: one for each entry and placeholder, one for the trailing edge,
  /// and one for the leading edge if it has a message; 0 before the first page.
  public func numberOfSections(in tableView: TableView) -> Int {
    sections.sectionCount
  }

  /// Returns the number of rows of a section: `rowsPerItem` for an item, otherwise one, or none for
  /// an end without a message.
  public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    // The cheap comparison of sections comes first, because this is called for each row of a frame.
    if section == sections.sectionCount - 1, !showsEnd, isEndSilent { return 0 }
    return rowsPerItem > 1 && holdsItem(section) ? rowsPerItem : 1
  }

  /// Whether the row below the last item would only show the end, or a check for more items after
  /// it.
  private var isEndSilent: Bool {
    pager.count > 0 && (isAtTrueEnd || checksBehindEnd) && wordsForEnd() == nil
  }

  /// Whether the list only checks for more items after the known end.
  ///
  /// The row for this check would soon disappear, and movements typed during the check must not
  /// count it.
  private var checksBehindEnd: Bool {
    pager.state(of: .append) == .loading && pager.reaches(.trailing)
  }

  private var isAtTrueEnd: Bool {
    let state = pager.state(of: .append)
    return state == .end || state == .idle && pager.reaches(.trailing)
  }

  /// Whether a section is a held item.
  private func holdsItem(_ section: Int) -> Bool {
    sections.entryIndex(ofSection: section).map { pager[$0].item != nil } ?? false
  }

  /// Returns the cell of an item, or of a row about loading, a failure or missing items.
  public func tableView(
    _ tableView: TableView, cellForRowAt indexPath: TableView.IndexPath
  ) -> any ReusableCell {
    if let index = sections.entryIndex(ofSection: indexPath.section),
      let cell = itemCell(index, tableView, indexPath)
    {
      return cell
    }
    let status = status(ofSection: indexPath.section)
    if let cell = statusCell(tableView, status, indexPath) {
      ownStatusCells.insert(ObjectIdentifier(type(of: cell)))
      return cell
    }
    let cell: StatusCell = tableView.dequeueCell(for: indexPath)
    (cell.text, cell.style) = (status.text, status.style)
    return cell
  }

  private func status(ofSection section: Int) -> ListStatus {
    if let index = sections.entryIndex(ofSection: section), case .gap(let gap) = pager[index] {
      let state = pager.state(ofGap: gap)
      return status(.gap, state) {
        $0.gap(state, missing: pager.missingCount(inGap: gap), attempt: pager.attempt(of: .gap))
      }
    }
    if sections.isPlaceholder(section) {
      let state = pager.state(of: .refresh)
      return status(.placeholder, state) { $0.placeholder(state) }
    }
    return section < sections.leadingRows ? leadingStatus : trailingStatus
  }

  private var leadingStatus: ListStatus {
    let state = pager.state(of: .prepend)
    if !speaks(state), let words = startWords {
      return status(.edge(.leading), .end) { $0.end(words) }
    }
    return status(.edge(.leading), state) { $0.edge(state, attempt: pager.attempt(of: .prepend)) }
  }

  private var trailingStatus: ListStatus {
    let state = isAtTrueEnd ? .end : pager.state(of: .append)
    return status(.edge(.trailing), state) { rows in
      if state == .end, let words = wordsForEnd() {
        return pager.count > 0 ? rows.end(words) : rows.alone(words)
      }
      if state == .end, pager.count == 0 { return rows.empty(leftOut: pager.leftOutCount) }
      return rows.edge(state, attempt: pager.attempt(of: .append))
    }
  }

  private func status(
    _ place: ListStatus.Place, _ state: LoadState, _ words: (StatusRow) -> (SafeText, Style)
  ) -> ListStatus {
    let (text, style) = words(statusRows)
    return ListStatus(place: place, state: state, text: text, style: style)
  }

  /// Returns the identity of a section: that of its entry, of its placeholder, or of the edge.
  public func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    if let index = sections.entryIndex(ofSection: section) { return sectionID(index) }
    if sections.isPlaceholder(section) {
      return SectionID.placeholder(section - sections.leadingRows)
    }
    return section < sections.leadingRows ? SectionID.leading : SectionID.trailing
  }

  /// Returns the current section of an identity; nil if no section has it.
  public func tableView(
    _ tableView: TableView, sectionWithIdentifier identifier: AnyHashable
  ) -> Int? {
    section(identifier, sections)
  }

  static func section(
    of identifier: AnyHashable, in pager: Pager<Item, Cursor>, _ sections: SectionMap
  ) -> Int? {
    switch identifier.base as? SectionID {
    case .entry(let id): pager.index(of: id).map(sections.section(ofEntry:))
    case .placeholder(let place): sections.section(ofPlace: place)
    case .leading: sections.leadingRows == 1 ? 0 : nil
    case .trailing: sections.sectionCount - 1
    case nil: nil
    }
  }

  /// Whether a section can be selected: items, held or not, and gaps can.
  public func tableView(_ tableView: TableView, canSelectSection section: Int) -> Bool {
    sections.entryRange.contains(sections.index(ofSection: section))
  }

  /// Returns whether more items will arrive at an edge without a key.
  ///
  /// While the first page is being loaded, the result is true for both edges. After a failure, a
  /// stop or a pause, a load continues only when a key is pressed.
  public func tableView(_ tableView: TableView, awaitsSectionsAt edge: Edge) -> Bool {
    guard pager.hasLoaded else { return awaits(pager.state(of: .refresh)) }
    let state = pager.state(of: edge == .leading ? .prepend : .append)
    let awaitsPage = state == .idle ? !pager.reaches(edge) : awaits(state)
    return awaitsPage || edge == .trailing && awaitsMore()
  }

  private func awaits(_ state: LoadState) -> Bool {
    switch state {
    case .loading, .waiting: true
    case .idle, .failed, .cancelled, .paused, .end: false
    }
  }

  /// Returns whether the list will show another place soon: the target of a running jump, a place
  /// saved by an earlier run, a place that the program has announced, or a goal.
  public func tableViewAwaitsPlace(_ tableView: TableView) -> Bool {
    isJumping || expectsPlace || opening != nil || goal != nil
  }

  /// Returns whether the first rows are still awaited: the result of `awaitsFirstItems`.
  public func tableViewAwaitsFirstRows(_ tableView: TableView) -> Bool { awaitsFirstItems() }

  /// Cancels the goal if loading toward it has paused and waits for a key to continue.
  public func tableViewWillMove(_ tableView: TableView) { if isGoalPaused { stopSeeking() } }

  /// Reports the selected item to `onSelectionChange`, and records that cells must show the new
  /// selection.
  public func tableViewDidChangeSelection(_ tableView: TableView) {
    if surroundings?.showsSelection == true { isSelectionNew = true }
    onSelectionChange?(selectedItem)
  }

  /// Passes a click to `onClick`, if it is set; returns whether the click was handled.
  public func tableView(
    _ tableView: TableView, didClickRowAt indexPath: TableView.IndexPath, column: Int
  ) -> Bool {
    guard let onClick, let index = sections.entryIndex(ofSection: indexPath.section),
      let item = pager[index].item
    else { return false }
    return onClick(item, indexPath.row, column)
  }

  /// Reports an item to `onActivate`, or fills a gap.
  public func tableView(_ tableView: TableView, didActivateRowAt indexPath: TableView.IndexPath) {
    guard let index = sections.entryIndex(ofSection: indexPath.section) else { return }
    switch pager[index] {
    case .item(let item): onActivate?(item)
    case .gap(let gap):
      pager.fill(gap: gap, from: tableView.selectionMovedUp ? .trailing : .leading)
    }
  }
}

/// The order of the sections: a row for the leading edge if it has a message, the entries with
/// placeholders on both sides, and a row for the trailing edge.
///
/// It is read from the pager once for each change, because a frame uses it hundreds of times.
struct SectionMap: Equatable {
  /// Whether a first page has arrived; before that the table has no section.
  var hasLoaded = false
  /// The number of rows before the first entry and its placeholders, 0 or 1.
  var leadingRows = 0
  /// The number of items before the first entry that are not held.
  var leadingPlaceholders = 0
  /// The number of entries held.
  var count = 0
  /// The number of items after the last entry that are not held.
  var trailingPlaceholders = 0

  /// The number of sections, including the row of the trailing edge.
  var sectionCount: Int { hasLoaded ? section(ofEntry: entryRange.upperBound) + 1 : 0 }

  /// The indices of the entries and of the placeholders on both sides.
  var entryRange: Range<Int> { -leadingPlaceholders..<count + trailingPlaceholders }

  /// The entries to report as drawn: those that are drawn from their first to their last row or, if
  /// no entry is, those of the visible sections; on a screen without entries, the nearest one.
  func entries(_ whole: Range<Int>, in visible: ClosedRange<Int>) -> Range<Int> {
    let all = entryRange
    guard let last = all.last else { return all }
    let parts = index(ofSection: visible.lowerBound)..<index(ofSection: visible.upperBound) + 1
    let drawn = whole.isEmpty ? parts : whole
    let start = min(max(drawn.lowerBound, all.lowerBound), last)
    return start..<min(max(drawn.upperBound, start + 1), all.upperBound)
  }

  /// The section of an entry or of a placeholder.
  func section(ofEntry index: Int) -> Int { leadingRows + leadingPlaceholders + index }

  /// The index of a section's entry or placeholder.
  func index(ofSection section: Int) -> Int { section - leadingRows - leadingPlaceholders }

  /// The index of a section's entry, or nil for a placeholder or a row of an edge.
  func entryIndex(ofSection section: Int) -> Int? {
    let index = index(ofSection: section)
    return index >= 0 && index < count ? index : nil
  }

  /// The section of the item with a number in the whole list, from 0; nil if there is none.
  ///
  /// It also finds an item that was a placeholder before, because its number has not changed.
  func section(ofPlace place: Int) -> Int? {
    let section = leadingRows + place
    return section < sectionCount - 1 ? section : nil
  }

  /// Whether a section is an item that is not held.
  func isPlaceholder(_ section: Int) -> Bool {
    entryRange.contains(index(ofSection: section)) && entryIndex(ofSection: section) == nil
  }
}
