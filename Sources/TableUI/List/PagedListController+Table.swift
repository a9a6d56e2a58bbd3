public import Paging
import Terminal

/// The sections of the table: a row for the leading edge while there is something to say, the
/// entries, a row for the trailing edge.
extension PagedListController: TableViewDataSource, TableViewDelegate {
  /// What a section is.
  enum SectionID: Hashable {
    case leading
    /// An item that is not held, by the number of those before it.
    case placeholder(Int)
    case entry(PagerEntry<Item>.ID)
    case trailing
  }

  /// What stands where now; costs a dozen questions to the pager.
  var currentSections: SectionMap {
    let placeholders = pager.leadingPlaceholders
    return SectionMap(
      hasLoaded: pager.hasLoaded,
      leadingRows: placeholders == 0 && hasLeadingRow ? 1 : 0,
      leadingPlaceholders: placeholders, count: pager.count,
      trailingPlaceholders: pager.trailingPlaceholders)
  }

  private var hasLeadingRow: Bool { speaks(pager.state(of: .prepend)) || startWords != nil }

  private var startWords: String? {
    pager.count > 0 && pager.reaches(.leading) ? wordsForStart() : nil
  }

  /// Whether the leading edge has something to say.
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

  /// The entries with their placeholders, and a row for each edge that has something to say.
  public func numberOfSections(in tableView: TableView) -> Int {
    sections.sectionCount
  }

  /// An item has as many rows as were asked for, everything else one.
  public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    if !showsEnd, section == sections.sectionCount - 1, isEndSilent { return 0 }
    return rowsPerItem > 1 && holdsItem(section) ? rowsPerItem : 1
  }

  /// Whether there is nothing to say below the last item.
  private var isEndSilent: Bool {
    pager.count > 0 && (isAtTrueEnd || looksBehindEnd) && wordsForEnd() == nil
  }

  /// Whether it is only looked whether more has come behind the end that is known.
  ///
  /// Its row would go by itself, and what is typed meanwhile is not measured with it.
  private var looksBehindEnd: Bool {
    pager.state(of: .append) == .loading && pager.reaches(.trailing)
  }

  private var isAtTrueEnd: Bool {
    let state = pager.state(of: .append)
    return state == .end || state == .idle && pager.reaches(.trailing)
  }

  /// Whether a section is an item that is held.
  private func holdsItem(_ section: Int) -> Bool {
    sections.entryIndex(ofSection: section).map { pager[$0].item != nil } ?? false
  }

  /// The item's cell, or a row that says what is loading, failed or missing.
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

  /// The entry's identity, or which edge it is.
  public func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    if let index = sections.entryIndex(ofSection: section) { return sectionID(index) }
    if sections.isPlaceholder(section) {
      return SectionID.placeholder(section - sections.leadingRows)
    }
    return section < sections.leadingRows ? SectionID.leading : SectionID.trailing
  }

  /// Where an entry stands now, or nil where it is not held.
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

  /// The selection rests on items, held or not, and on gaps.
  public func tableView(_ tableView: TableView, canSelectSection section: Int) -> Bool {
    sections.entryRange.contains(sections.index(ofSection: section))
  }

  /// What is loading, or is loaded again by itself, is awaited; so is the first page, at both edges.
  ///
  /// After a failure, a stop and a pause nothing comes by itself.
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

  /// A jump whose load is out, the place of an earlier run, what the program looks for, and what is loaded
  /// on to.
  public func tableViewAwaitsPlace(_ tableView: TableView) -> Bool {
    isJumping || expectsPlace || opening != nil || goal != nil
  }

  /// As the program says.
  public func tableViewAwaitsFirstRows(_ tableView: TableView) -> Bool { awaitsFirstItems() }

  /// Who moves where the list waits for a key gives up what it loads on to.
  public func tableViewWillMove(_ tableView: TableView) { if isGoalPaused { stopSeeking() } }

  /// Tells what is selected now.
  public func tableViewDidChangeSelection(_ tableView: TableView) {
    if surroundings?.showsSelection == true { isSelectionNew = true }
    onSelectionChange?(selectedItem)
  }

  /// As the app says.
  public func tableView(
    _ tableView: TableView, didClickRowAt indexPath: TableView.IndexPath, column: Int
  ) -> Bool {
    guard let onClick, let index = sections.entryIndex(ofSection: indexPath.section),
      let item = pager[index].item
    else { return false }
    return onClick(item, indexPath.row, column)
  }

  /// Opens an item, fills a gap.
  public func tableView(_ tableView: TableView, didActivateRowAt indexPath: TableView.IndexPath) {
    guard let index = sections.entryIndex(ofSection: indexPath.section) else { return }
    switch pager[index] {
    case .item(let item): onActivate?(item)
    case .gap(let gap):
      pager.fill(gap: gap, from: tableView.selectionMovedUp ? .trailing : .leading)
    }
  }
}

/// Which sections stand where: a row for the leading edge while there is something to say, the
/// entries with placeholders on both sides of them, a row for the trailing edge.
///
/// It is taken from the pager once for each change, because a frame asks it hundreds of times.
struct SectionMap: Equatable {
  /// Whether a first page has come; before that there is no section at all.
  var hasLoaded = false
  /// Rows before the first entry and its placeholders, 0 or 1.
  var leadingRows = 0
  /// Items before the first entry that are not held.
  var leadingPlaceholders = 0
  /// Entries held.
  var count = 0
  /// Items after the last entry that are not held.
  var trailingPlaceholders = 0

  /// All sections, the row of the trailing edge among them.
  var sectionCount: Int { hasLoaded ? section(ofEntry: entryRange.upperBound) + 1 : 0 }

  /// The indices of all that can be drawn: the entries, and placeholders on both sides of them.
  var entryRange: Range<Int> { -leadingPlaceholders..<count + trailingPlaceholders }

  /// The section of an entry, or of a placeholder where there is no such entry.
  func section(ofEntry index: Int) -> Int { leadingRows + leadingPlaceholders + index }

  /// The index that a section's entry has, or would have.
  func index(ofSection section: Int) -> Int { section - leadingRows - leadingPlaceholders }

  /// The place of a section's entry, or nil for a placeholder or a row of an edge.
  func entryIndex(ofSection section: Int) -> Int? {
    let index = index(ofSection: section)
    return index >= 0 && index < count ? index : nil
  }

  /// The section of a place among all items: what was a placeholder may be an item by now, which stands in
  /// the same place.
  func section(ofPlace place: Int) -> Int? {
    let section = leadingRows + place
    return section < sectionCount - 1 ? section : nil
  }

  /// Whether a section is an item that is not held.
  func isPlaceholder(_ section: Int) -> Bool {
    entryRange.contains(index(ofSection: section)) && entryIndex(ofSection: section) == nil
  }
}
