public import Paging
import Terminal

/// Long jumps: to an end, to an item number, to a position of the source, and back.
extension PagedListController {
  /// Goes to the true start, with one load if the start is not held.
  public func goToStart() {
    if !isAtStart { noteDeparture() }
    cancelPendingMovements()
    tableView.scrollToStart()
    // Placeholders are loaded automatically when they are drawn, so they need no jump.
    if pager.leadingPlaceholders == 0 { jump(to: .start) }
  }

  /// Goes to the true end if the source can be opened there; otherwise goes to the last loaded
  /// item, and loads page after page up to the end.
  ///
  /// If placeholders follow the last loaded item, the list goes to the last placeholder. If the
  /// first page has not arrived yet, and the source cannot be opened at its end, the list goes to
  /// the end when the page has arrived.
  public func goToEnd() {
    if !isAtEnd { noteDeparture() }
    cancelPendingMovements()
    guard pager.hasLoaded || pager.traits.opensAtEnd else {
      return opening = ({ [weak self] in self?.showEnd() }, nil)
    }
    showEnd()
  }

  /// Goes to the end of a list whose first page has arrived, or that can be opened at its end.
  func showEnd() {
    tableView.scrollToEnd()
    guard pager.trailingPlaceholders == 0 else {
      if pager.traits.mayUndercount { countedEnd = pager.totalCount }
      return
    }
    if pager.isForeign, !pager.traits.opensAtEnd {
      // Loading to the end begins at the first page of the new source.
      onArrival = { [weak self] in self?.showEnd() }
    } else if pager.traits.opensAtEnd || pager.reaches(.trailing) {
      jump(to: .end)
    } else {
      loadOn(to: .end)
    }
  }

  /// Goes to an item by its number in the whole list, counted from 1.
  ///
  /// It goes there immediately if the item is held, with one load if items can be loaded by number,
  /// and otherwise by loading page after page; it shows a message if no such item exists. If the
  /// first page has not arrived yet, the list goes to the item when the page has arrived. A list
  /// without a selection also loads enough items below the item to show the item at the top.
  public func goToItem(_ number: Int) {
    cancelPendingMovements()
    guard pager.hasLoaded else {
      return opening = ({ [weak self] in self?.show(itemNumber: number) }, nil)
    }
    guard !awaitsSource else {
      return onArrival = { [weak self] in self?.show(itemNumber: number) }
    }
    show(itemNumber: number)
  }

  private func show(itemNumber number: Int) {
    catchUp()
    guard number > 0 else { return say("no \(name(number))") }
    guard let first = pager.place(ofEntry: 0), number > first + sections.entryRange.lowerBound
    else {
      return showFromStart(itemNumber: number)
    }
    let index = number - 1 - first
    guard sections.entryRange.contains(index) else { return loadOn(toItem: number) }
    noteDeparture()
    land(at: index)
    onNeedsDisplay?()
    if needsMore(forTop: index) { load(toItem: number) }
  }

  /// Whether pages have to be loaded before a held entry can be at the top of the screen, in a list
  /// without a selection, where the top is the reader's place.
  private func needsMore(forTop index: Int) -> Bool {
    !tableView.allowsSelection && (0..<pager.count).contains(index)
      && pager.trailingPlaceholders == 0 && entryForTop(index) == nil
  }

  /// Shows an item by its number after a jump to the start, because items are counted from there;
  /// shows a message if they are not numbered.
  private func showFromStart(itemNumber number: Int) {
    guard !pager.reaches(.leading) else { return sayUncounted() }
    noteDeparture()
    jump(to: .start, returning: nil) { [weak self] in
      guard let self else { return }
      // Without this check, a source that always has pages before its start would be loaded
      // forever.
      guard pager.place(ofEntry: 0) != nil else { return sayUncounted() }
      show(itemNumber: number)
    }
  }

  private func loadOn(toItem number: Int) {
    let most = pager.traits.mayUndercount ? nil : pager.totalCount
    if pager.reaches(.trailing) || number > most ?? .max {
      return say("no \(name(number))")
    }
    noteDeparture()
    load(toItem: number)
  }

  private func load(toItem number: Int) {
    let goal = ListGoal("loading up to \(name(number))", at: .trailing) { [weak self] in
      self?.entryForTop(ofItemNumber: number)
    } onEnd: { [weak self] outcome in
      switch outcome {
      case .found(let index): self?.land(at: index)
      case .exhausted: self?.sayLast(before: number)
      case .stopped, .interrupted: break
      }
    }
    loadOn(to: goal)
  }

  private func entryForTop(ofItemNumber number: Int) -> Int? {
    pager.place(ofEntry: 0).flatMap { entryForTop(number - 1 - $0) }
  }

  /// Returns the index of a held entry if the entry can be shown at the top of the screen;
  /// otherwise nil.
  ///
  /// It can be shown there if enough entries below it are held to fill the screen, or if the end of
  /// the list is held.
  private func entryForTop(_ index: Int) -> Int? {
    let hasEnough = pager.count - index >= tableView.size.lines || pager.reaches(.trailing)
    return (0..<pager.count).contains(index) && hasEnough ? index : nil
  }

  /// Goes to the place that has the given percentage of all items before it, if their number is
  /// known or the app handles the percentage (`onGoToPercent`); otherwise shows a message.
  ///
  /// A percentage of 0 or less is the start, and one of 100 or more is the end.
  public func goToPercent(_ percent: Int) {
    if percent <= 0 { return goToStart() }
    if percent >= 100 { return goToEnd() }
    if let onGoToPercent { return onGoToPercent(percent) }
    guard !awaitsSource else {
      cancelPendingMovements()
      return onArrival = { [weak self] in self?.goToPercent(percent) }
    }
    let all = pager.reaches(.leading) && pager.reaches(.trailing) ? pager.count : nil
    guard let total = pager.totalCount ?? all else {
      return say("the number of \(itemNames.many) is not known\(hintOfEnd)")
    }
    goToItem(total * percent / 100 + 1)
  }

  /// Shows a held item from its first line, if enough rows follow it; returns whether it is held.
  ///
  /// Pending movements continue from there, unless `tableView.cancelPendingMovements()` cancels
  /// them.
  @discardableResult
  public func scroll(to id: Item.ID) -> Bool {
    guard let index = pager.index(of: .item(id)) else { return false }
    catchUp()
    tableView.scroll(toSection: sections.section(ofEntry: index))
    return true
  }

  /// Jumps to a position of the source with one load, or with two near an end; the current rows
  /// stay until the page at that position has arrived.
  ///
  /// Pending movements begin at the new place, unless `tableView.cancelPendingMovements()` cancels
  /// them. A list that has not been shown yet begins at the position.
  ///
  /// - Returns: false, without a jump, if the source cannot be opened at the position.
  @discardableResult
  public func jump(to position: PageRequest<Cursor>.Position) -> Bool {
    jump(to: position, returning: nil)
  }

  /// Shows another source of the same items, such as a filter of the current one, from a position;
  /// the current rows stay until the first page of the other source has arrived.
  ///
  /// With `Pager.exchange(_:at:)` alone, the list would not go to the position if the other source
  /// also has the visible rows. A list that has not been shown yet begins at the position.
  public func open(
    _ source: any PagingSource<Item, Cursor>, at position: PageRequest<Cursor>.Position = .start
  ) { open(source, at: position, then: nil) }

  /// Shows another source, and calls a closure afterwards.
  ///
  /// - Parameter arrive: called when the first page of the other source has arrived.
  package func open(
    _ source: any PagingSource<Item, Cursor>, at position: PageRequest<Cursor>.Position,
    then arrive: (() -> Void)?
  ) {
    cancelPendingMovements()
    (returning, onArrival) = (nil, arrive)
    (isEntering, entersAtEnd) = (true, position == .end)
    let isUnused = !pager.hasLoaded && pager.state(of: .refresh) == .idle
    pager.exchange(source, at: position)
    // Before the first request, an exchange ignores its position; a list loads its start when it is
    // shown.
    if isUnused, position != .start { pager.jump(to: position) }
    isJumping = pager.state(of: .refresh) == .loading
  }

  /// Jumps to a position of the source, and calls a closure afterwards.
  ///
  /// - Parameter arrive: called when the page has arrived.
  package func jump(
    to position: PageRequest<Cursor>.Position, then arrive: @escaping () -> Void
  ) { jump(to: position, returning: nil, then: arrive) }

  /// Jumps to a position of the source, and restores a place there.
  ///
  /// - Parameters:
  ///   - place: the place to restore, or nil; it is set before the load starts, because the page
  ///     may arrive before this method returns.
  ///   - arrive: called when the page has arrived.
  @discardableResult
  func jump(
    to position: PageRequest<Cursor>.Position, returning place: ListPlace<Cursor>?,
    then arrive: (() -> Void)? = nil
  ) -> Bool {
    stopSeeking()
    (returning, onArrival) = (place, arrive)
    // Within a source, a jump to the end does not depend on `entersAtEnd`.
    entersAtEnd = position == .end && pager.isForeign
    let canJump = pager.jump(to: position)
    isJumping = !isHeld(position) && pager.state(of: .refresh) == .loading
    if !isJumping { returning = nil }
    return canJump
  }

  private func isHeld(_ position: PageRequest<Cursor>.Position) -> Bool {
    guard !pager.isForeign else { return false }
    return switch position {
    case .start: pager.hasLoaded && pager.reaches(.leading)
    case .end: pager.hasLoaded && pager.reaches(.trailing)
    case .after, .before, .number: false
    }
  }

  /// Cancels pending movements, loading to a goal, and a jump that is waiting for the first page.
  func cancelPendingMovements() {
    dropOpening()
    onArrival = nil
    tableView.cancelPendingMovements()
    stopSeeking()
  }

  // MARK: Parts

  /// Whether the first page of another source is being loaded, whose items the reader's numbers
  /// refer to.
  private var awaitsSource: Bool { pager.isForeign && pager.state(of: .refresh) == .loading }

  /// Whether the true start of the list is at the top of the screen.
  private var isAtStart: Bool {
    guard let first = tableView.visible.first else { return false }
    let isFirst = sections.index(ofSection: first.indexPath.section) <= 0
    return isFirst && first.indexPath.row <= 0 && first.top >= 0 && pager.reaches(.leading)
  }

  /// Whether the last held item is selected, or visible if there is no selection.
  private var isAtEnd: Bool {
    let last = tableView.indexPathsForVisibleRows.last {
      sections.entryIndex(ofSection: $0.section) != nil
    }
    let place = tableView.allowsSelection ? tableView.selectedSection : last?.section
    guard pager.count > 0, let section = place else { return false }
    return sections.entryIndex(ofSection: section) == pager.count - 1
  }

  private func sayUncounted() {
    say("\(itemNames.many) are not numbered here")
  }

  private func sayLast(before number: Int) {
    let last =
      pager.place(ofEntry: pager.count - 1).map { "; the last is \(grouped($0 + 1))" } ?? ""
    say("no \(name(number))\(last)")
  }

  private func name(_ number: Int) -> String { "\(itemNames.one) \(grouped(number))" }

  /// A hint about the key that loads to the end; empty if that key jumps to the end, because the
  /// items before the end would still not be counted.
  private var hintOfEnd: String {
    guard !pager.traits.opensAtEnd, let key = statusRows.keys.end else { return "" }
    return "; \(theme.symbols.name(of: key)): load to the end"
  }

  func say(_ words: String) { show(Message(words, .accent)) }
}
