public import Paging
import Terminal

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
  /// loaded, and from there on to the end, page after page.
  ///
  /// Before the first page has come it goes there then.
  public func goToEnd() {
    if !isAtEnd { noteDeparture() }
    cancelPendingMovements()
    guard pager.hasLoaded || pager.traits.opensAtEnd else {
      return opening = { [weak self] in self?.showEnd() }
    }
    showEnd()
  }

  private func showEnd() {
    tableView.scrollToEnd()
    guard pager.trailingPlaceholders == 0 else { return }
    if pager.traits.opensAtEnd || pager.reaches(.trailing) {
      jump(to: .end)
    } else {
      loadOn(to: .end)
    }
  }

  /// Goes to an item by its number among all, from 1: at once where it is held or can be loaded by its
  /// number, else by loading on to it; says where there is none.
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
    guard number > 0 else { return say("there is no \(name(number))") }
    guard let first = pager.place(ofEntry: 0), number > first + sections.entryRange.lowerBound
    else {
      return showFromStart(itemNumber: number)
    }
    guard sections.entryRange.contains(number - 1 - first) else { return loadOn(toItem: number) }
    noteDeparture()
    land(at: number - 1 - first)
    onNeedsDisplay?()
  }

  /// Items are counted from the start, which is not held any more.
  private func showFromStart(itemNumber number: Int) {
    guard !pager.reaches(.leading) else { return sayUncounted() }
    noteDeparture()
    jump(to: .start, returning: nil) { [weak self] in
      guard let self else { return }
      // A source whose start says that more precedes it would be asked for ever.
      guard pager.place(ofEntry: 0) != nil else { return sayUncounted() }
      show(itemNumber: number)
    }
  }

  private func loadOn(toItem number: Int) {
    if pager.reaches(.trailing) || number > pager.totalCount ?? .max {
      return say("there is no \(name(number))")
    }
    noteDeparture()
    let goal = ListGoal("loading to \(name(number))", at: .trailing) { [weak self] in
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

  /// An entry that is held, once there is a screenful from it on, or the end: then it can stand at the top.
  private func entryForTop(_ index: Int) -> Int? {
    let hasEnough = pager.count - index >= tableView.size.lines || pager.reaches(.trailing)
    return (0..<pager.count).contains(index) && hasEnough ? index : nil
  }

  /// Goes to an item by how many of all there are before it, in percent, where it is known how many
  /// there are, or as the app does it (`onGoToPercent`); else says that it is not known.
  ///
  /// 0 and less is the start, 100 and more the end.
  public func goToPercent(_ percent: Int) {
    if percent <= 0 { return goToStart() }
    if percent >= 100 { return goToEnd() }
    if let onGoToPercent { return onGoToPercent(percent) }
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
  ///
  /// - Returns: whether the place can be gone to; false changes nothing, because the source cannot be entered there.
  @discardableResult
  public func jump(to position: PageRequest<Cursor>.Position) -> Bool {
    jump(to: position, returning: nil)
  }

  /// Shows another source of the same items from a place of it on, such as a filter of this one; what is shown
  /// stays until its first page has come.
  ///
  /// `Pager.exchange(_:at:)` alone keeps what is in sight where the other source has it too.
  public func open(
    _ source: any PagingSource<Item, Cursor>, at position: PageRequest<Cursor>.Position = .start
  ) { open(source, at: position, then: nil) }

  /// The same, after which something is done.
  ///
  /// - Parameter arrive: called when the first page of the other source has come.
  package func open(
    _ source: any PagingSource<Item, Cursor>, at position: PageRequest<Cursor>.Position,
    then arrive: (() -> Void)?
  ) {
    cancelPendingMovements()
    onArrival = arrive
    (isEntering, entersAtEnd) = (true, position == .end)
    pager.exchange(source, at: position)
    isJumping = pager.state(of: .refresh) == .loading
  }

  /// Goes to a place of the source, after which something is done.
  ///
  /// - Parameter arrive: called when its page has come.
  package func jump(
    to position: PageRequest<Cursor>.Position, then arrive: @escaping () -> Void
  ) { jump(to: position, returning: nil, then: arrive) }

  /// Goes to a place of the source, and shows there what a reader had left.
  ///
  /// - Parameters:
  ///   - place: set before the load goes out, whose page may come before this returns.
  ///   - arrive: called when the page has come.
  @discardableResult
  func jump(
    to position: PageRequest<Cursor>.Position, returning place: ListPlace<Cursor>?,
    then arrive: (() -> Void)? = nil
  ) -> Bool {
    stopSeeking()
    (returning, onArrival, entersAtEnd) = (place, arrive, position == .end)
    let canJump = pager.jump(to: position)
    isJumping = !isHeld(position) && pager.state(of: .refresh) == .loading
    if !isJumping { returning = nil }
    return canJump
  }

  private func isHeld(_ position: PageRequest<Cursor>.Position) -> Bool {
    // What is held is another source's until its list has come.
    guard !isEntering else { return false }
    return switch position {
    case .start: pager.hasLoaded && pager.reaches(.leading)
    case .end: pager.hasLoaded && pager.reaches(.trailing)
    case .after, .before, .number: false
    }
  }

  /// Gives up the movements that wait, what the list loads on to, and a jump that waits for the first page.
  func cancelPendingMovements() {
    (opening, onArrival) = (nil, nil)
    tableView.cancelPendingMovements()
    stopSeeking()
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

  private func sayUncounted() {
    say("\(itemNames.many) are not numbered here")
  }

  private func sayLast(before number: Int) {
    let last =
      pager.place(ofEntry: pager.count - 1).map { "; the last is \(grouped($0 + 1))" } ?? ""
    say("there is no \(name(number))\(last)")
  }

  private func name(_ number: Int) -> String { "\(itemNames.one) \(grouped(number))" }

  /// Where `G` does not go on over all that lies between, it is no answer.
  private var hintOfEnd: String {
    guard !pager.traits.opensAtEnd, let key = statusRows.keys.end else { return "" }
    return "; \(theme.symbols.name(of: key)) loads on to the end"
  }

  func say(_ words: String) { show(Message(words, .accent)) }
}
