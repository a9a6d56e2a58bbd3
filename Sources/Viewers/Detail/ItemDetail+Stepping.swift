import Feeds
import Paging
import TableUI

/// Movements to the next and previous item, in the list and on the detail screen.
extension ItemDetail {
  /// Moves by the given number of items, and shows the new item on an open detail screen.
  func step(by count: Int) {
    if detail == nil {
      performPendingInput()
      // If the chosen item is out of sight, the steps start at a visible one.
      if pendingSteps == 0, !selects { chosen = current?.id }
    }
    pendingSteps += count
    hasStepped = true
    goOnStepping(isKey: true)
    primary?.onNeedsDisplay?()
  }

  private var start: Item.ID? {
    if selects { return list.selectedItem?.id }
    return isChosenHeld ? chosen : current?.id
  }

  private var isChosenHeld: Bool {
    selects || chosen.flatMap { list.pager.index(of: .item($0)) } != nil
  }

  /// Moves over the loaded items; the remaining steps wait for a load.
  ///
  /// - Parameter isKey: whether a key was pressed; only a key retries a failed or stopped load.
  func goOnStepping(isKey: Bool = false) {
    hasStepped = isKey
    // Before the first page, the list has no item to start from.
    guard pendingSteps != 0, list.pager.hasLoaded else { return }
    guard let start, let index = list.pager.index(of: .item(start)) else {
      return say(Message("no current \(itemName)"))
    }
    let edge: Edge = pendingSteps > 0 ? .trailing : .leading
    let (last, gap) = pass(from: index, towards: edge)
    if let last { choose(last) }
    guard pendingSteps != 0 else { return }
    if let gap {
      fill(gap, from: edge, isKey: isKey)
    } else if list.pager.reaches(edge) {
      sayNoMore(edge)
    } else if isKey || last == nil {
      wait(for: edge, isKey: isKey)
    }
  }

  /// Moves over loaded items; returns the last one, and the gap that stopped the movement, if any.
  private func pass(from start: Int, towards edge: Edge) -> (last: Item?, gap: Int?) {
    let step = edge == .trailing ? 1 : -1
    // If the list has dropped the shown item, a step down leads to the first visible item.
    var index = detail != nil && !isChosenHeld && step > 0 ? start - 1 : start
    var last: Item?
    while pendingSteps != 0, (0..<list.pager.count).contains(index + step) {
      index += step
      switch list.pager[index] {
      case .item(let item):
        if !isPart(item) { (last, pendingSteps) = (item, pendingSteps - step) }
      case .gap(let gap): return (last, gap)
      }
    }
    return (last, nil)
  }

  // MARK: Loading

  /// Loads a gap; without a key, the load is not repeated if the last answer has not changed the
  /// list.
  private func fill(_ gap: Int, from edge: Edge, isKey: Bool) {
    switch list.pager.state(ofGap: gap) {
    case .loading: return
    case .waiting: if !isKey { return }
    case .idle:
      if !isKey, let asked, asked == (gap, list.pager.count) {
        return list.pager.isLoading ? () : sayNotLoaded(edge)
      }
    // The reader stopped the load, so a message is not necessary.
    case .cancelled: if !isKey { return pendingSteps = 0 }
    case .failed, .paused, .end: if !isKey { return sayNotLoaded(edge) }
    }
    asked = (gap, list.pager.count)
    list.pager.fill(gap: gap, from: edge == .trailing ? .leading : .trailing)
  }

  /// Waits for the next page: retries are automatic, and after a failure a key starts the load
  /// again.
  private func wait(for edge: Edge, isKey: Bool) {
    switch list.pager.state(of: edge.loadReason) {
    case .loading, .waiting: break
    case .end: sayNoMore(edge)
    case .idle:
      if isKey || list.pager.isLoading { return }
      // The list loads only lines that the screen needs, so nothing more is loaded if the screen is
      // full of pieces of one item.
      say(Message("this \(itemName) is too long to skip: search, or go to a line", .accent))
    case .cancelled where !isKey: pendingSteps = 0
    case .failed, .cancelled, .paused:
      if isKey { list.pager.paginate(edge) } else { sayNotLoaded(edge) }
    }
  }

  private func sayNoMore(_ edge: Edge) {
    say(Message("this is the \(edge == .trailing ? "last" : "first") \(itemName)", .accent))
  }

  private func sayNotLoaded(_ edge: Edge) {
    let which = edge == .trailing ? "next" : "previous"
    say(Message("the \(which) \(itemName) is not loaded yet", .failure))
  }

  func say(_ message: Message) {
    pendingSteps = 0
    if let detail, hasFocus { detail.show(message) } else { list.show(message) }
  }

  // MARK: Scrolling

  /// Scrolls just far enough to show an item; an item that is more than a few lines away is moved
  /// to the top.
  func reveal(_ id: Item.ID) {
    let isAbove = isAboveSight(id)
    // A movement up stops the list from following its end.
    if isAbove, !isInSight(id) { list.tableView.hasMovedUp = true }
    for _ in 0..<mostScrolled where !isInSight(id) {
      if list.tableView.scroll(by: isAbove ? -1 : 1) == 0 { break }
    }
    if !isInSight(id) { list.scroll(to: id) }
  }

  private func isInSight(_ id: Item.ID) -> Bool { list.firstVisibleItem { $0.id == id } != nil }

  private func isAboveSight(_ id: Item.ID) -> Bool {
    guard let first = list.firstVisibleItem(), let index = list.pager.index(of: .item(id)),
      let top = list.pager.index(of: .item(first.id))
    else { return false }
    return index < top
  }
}

/// The maximum number of lines to scroll one by one; an item further away is moved to the top.
private let mostScrolled = 8

extension Edge {
  fileprivate var loadReason: LoadReason { self == .trailing ? .append : .prepend }
}

/// The replacement of an item that the list has dropped.
extension ItemDetail {
  /// Whether the list has dropped the shown item, for example because the file was replaced.
  var hasLostItem: Bool {
    !selects && detail != nil && chosen.map { list.pager.entry(.item($0)) == nil } ?? false
  }

  /// Lays out the list behind the detail screen after the update that is now being handled, because
  /// a frame of the detail screen does not lay out the list.
  func layOutSoon() {
    Task { [weak self] in
      guard let self, hasLostItem else { return }
      layoutBehind(list.tableView.size)
    }
  }

  /// Shows the item that is now in the place of the lost one.
  func chooseAgain() {
    guard hasLostItem, !isOnTheWay, pendingSteps == 0 else { return }
    let shown = list.visibleItems
    if let item = shown.dropFirst(chosenRow).first ?? shown.last { choose(start(of: item)) }
  }
}
