public import Paging

/// Going far: to an end, to an item by its number, to a place of the source, and back.
extension PagedListController {
  /// Goes to the true start, with one load where it is not held.
  public func goToStart() {
    if !isAtStart { noteDeparture() }
    cancelPendingMovements()
    tableView.scrollToStart()
    // Placeholders that are drawn are loaded.
    if pager.leadingPlaceholders == 0 { jump(to: .start) }
  }

  /// Goes to the true end where the source can be entered there, else to the last item that is
  /// loaded, and from there on to the end.
  public func goToEnd() {
    let wasAtEnd = isAtEnd
    if !wasAtEnd { noteDeparture() }
    cancelPendingMovements()
    tableView.scrollToEnd()
    guard pager.trailingPlaceholders == 0 else { return }
    if wasAtEnd, !pager.traits.opensAtEnd, pager.state(of: .append) != .end {
      seekEnd()
    } else {
      jump(to: .end)
    }
  }

  /// Goes to an item by its number among all, from 1, where it is held or can be loaded at once; else
  /// says why not.
  ///
  /// Before the first page has come it goes there then.
  public func goToItem(_ number: Int) {
    cancelPendingMovements()
    guard pager.hasLoaded else {
      return opening = { [weak self] in self?.show(itemNumber: number) }
    }
    show(itemNumber: number)
  }

  private func show(itemNumber number: Int) {
    catchUp()
    guard let first = pager.place(ofEntry: 0) else { return sayUncounted(number) }
    guard sections.entryRange.contains(number - 1 - first) else {
      return sayMissing(number, first: first)
    }
    noteDeparture()
    land(at: number - 1 - first)
    onNeedsDisplay?()
  }

  /// Goes to an item by how many of all there are before it, in percent, where it is known how many
  /// there are; else says that it is not.
  public func goToPercent(_ percent: Int) {
    if percent <= 0 { return goToStart() }
    if percent >= 100 { return goToEnd() }
    let all = pager.reaches(.leading) && pager.reaches(.trailing) ? pager.count : nil
    guard let total = pager.totalCount ?? all else {
      return say("how many \(itemNames.many) there are is not known\(hintOfEnd)")
    }
    goToItem(total * percent / 100 + 1)
  }

  /// Goes to a place of the source: one load, or two near an end, and what is shown stays until then.
  ///
  /// Movements that wait begin there, unless `tableView.cancelPendingMovements()` gives them up. Before the list is
  /// shown it begins there.
  public func jump(to position: PageRequest<Cursor>.Position) {
    jump(to: position, returning: nil)
  }

  /// Shows another source of the same items from a place of it on, such as a filter of this one; what is shown
  /// stays until its first page has come.
  ///
  /// Unlike `Pager.exchange(_:at:)` alone, which keeps what is in sight where the other source has it too.
  public func exchange(
    _ source: any PagingSource<Item, Cursor>, at position: PageRequest<Cursor>.Position
  ) {
    stopSeeking()
    cancelPendingMovements()
    isEntering = true
    pager.exchange(source, at: position)
    isJumping = pager.state(of: .refresh) == .loading
  }

  /// Goes to a place of the source, and shows there what a reader had left.
  ///
  /// - Parameter place: set before the load goes out, whose page may come before this returns.
  func jump(to position: PageRequest<Cursor>.Position, returning place: ListPlace<Cursor>?) {
    stopSeeking()
    returning = place
    pager.jump(to: position)
    isJumping = !isHeld(position) && pager.state(of: .refresh) == .loading
    if !isJumping { returning = nil }
  }

  private func isHeld(_ position: PageRequest<Cursor>.Position) -> Bool {
    switch position {
    case .start: pager.hasLoaded && pager.reaches(.leading)
    case .end: pager.hasLoaded && pager.reaches(.trailing)
    case .after, .before, .item: false
    }
  }

  func seekEnd() {
    pager.seekEnd()
    seeksEnd = pager.seeksEnd
  }

  /// Gives up the movements that wait, the way to the end, and a jump that waits for the first page.
  func cancelPendingMovements() {
    opening = nil
    tableView.cancelPendingMovements()
    stopSeeking()
  }

  func stopSeeking() {
    pager.stopSeeking()
    seeksEnd = false
  }

  // MARK: Parts

  /// Whether the true start stands at the top.
  private var isAtStart: Bool {
    guard let first = tableView.visible.first else { return false }
    let isFirst = sections.index(ofSection: first.indexPath.section) <= 0
    return isFirst && first.indexPath.row <= 0 && first.top >= 0 && pager.reaches(.leading)
  }

  /// Whether the last item that is held is selected, or in sight where nothing is.
  private var isAtEnd: Bool {
    let last = tableView.indexPathsForVisibleRows.last {
      sections.entryIndex(ofSection: $0.section) != nil
    }
    let place = tableView.allowsSelection ? tableView.selectedSection : last?.section
    guard pager.count > 0, let section = place else { return false }
    return sections.entryIndex(ofSection: section) == pager.count - 1
  }

  private func sayUncounted(_ number: Int) {
    say("which one is \(name(number)) is not known here\(hintOfStart)")
  }

  private func sayMissing(_ number: Int, first: Int) {
    if number <= first, number > 0 {
      say("\(name(number)) is not loaded any more\(hintOfStart)")
    } else if number <= 0 || number > pager.totalCount ?? .max || pager.reaches(.trailing) {
      say("there is no \(name(number))")
    } else {
      say("\(name(number)) is not loaded\(hintOfEnd)")
    }
  }

  private func name(_ number: Int) -> String { "\(itemNames.one) \(grouped(number))" }

  /// Where `G` does not go on over all that lies between, it is no answer.
  private var hintOfEnd: String {
    guard !pager.traits.opensAtEnd, let key = statusRows.keys.end else { return "" }
    return "; \(theme.symbols.name(of: key)) loads on to the end"
  }

  private var hintOfStart: String {
    statusRows.keys.start.map { "; \(theme.symbols.name(of: $0)) goes to the first" } ?? ""
  }

  func say(_ words: String) { show(Message(words, .accent)) }
}
