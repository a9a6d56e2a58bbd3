import Feeds
import Paging
import TableUI

/// Going to the next and the previous item, in the list and while one is shown whole.
extension ItemDetail {
  /// Goes to another item, and shows that whole where one is shown.
  func step(by count: Int) {
    if detail == nil {
      performPendingInput()
      // Who has scrolled begins at what is in sight.
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

  /// Steps as far as items are held; the rest waits for those that are loaded.
  ///
  /// - Parameter isKey: whether a key asks: only that tries again what has failed or was stopped.
  func goOnStepping(isKey: Bool = false) {
    hasStepped = isKey
    // Before the first page there is none to begin at.
    guard pendingSteps != 0, list.pager.hasLoaded else { return }
    guard let start, let index = list.pager.index(of: .item(start)) else {
      return say(Message("no \(itemName) here to go on from"))
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

  /// Passes items that are held, as many as wait, and returns the last of them, and the gap on the way.
  private func pass(from start: Int, towards edge: Edge) -> (last: Item?, gap: Int?) {
    let step = edge == .trailing ? 1 : -1
    // The one that is shown is in the list no more: the first in sight follows it.
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

  // MARK: What is not loaded

  /// Asks for what a gap lacks: for a key, and once more only where the last answer has changed the list.
  private func fill(_ gap: Int, from edge: Edge, isKey: Bool) {
    switch list.pager.state(ofGap: gap) {
    case .loading: return
    case .waiting: if !isKey { return }
    case .idle:
      if !isKey, let asked, asked == (gap, list.pager.count) {
        return list.pager.isLoading ? () : sayNotLoaded(edge)
      }
    // Who has stopped it was told that.
    case .cancelled: if !isKey { return pendingSteps = 0 }
    case .failed, .paused, .end: if !isKey { return sayNotLoaded(edge) }
    }
    asked = (gap, list.pager.count)
    list.pager.fill(gap: gap, from: edge == .trailing ? .leading : .trailing)
  }

  /// Waits for the next page: what is to be tried again comes by itself, what has failed is asked for by a key.
  private func wait(for edge: Edge, isKey: Bool) {
    switch list.pager.state(of: edge.loadReason) {
    case .loading, .waiting: break
    case .end: sayNoMore(edge)
    case .idle:
      if isKey || list.pager.isLoading { return }
      // No more is loaded than what is in sight needs, and all of that is parts of one item.
      say(Message("this \(itemName) is too long to go on from: search, or go to a line", .accent))
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

  // MARK: In the list

  /// Brings an item into sight, near the edge that it was beyond.
  func reveal(_ id: Item.ID) {
    let isAbove = isAboveSight(id)
    // It leads away from the end that is followed.
    if isAbove, !isInSight(id) { list.tableView.hasMovedUp = true }
    for _ in 0..<mostScrolled where !isInSight(id) {
      if list.tableView.scroll(by: isAbove ? -1 : 1) == 0 { break }
    }
    if !isInSight(id) { list.scroll(to: id) }
  }

  private func isInSight(_ id: Item.ID) -> Bool { list.visibleItems.contains { $0.id == id } }

  private func isAboveSight(_ id: Item.ID) -> Bool {
    guard let first = list.visibleItems.first, let index = list.pager.index(of: .item(id)),
      let top = list.pager.index(of: .item(first.id))
    else { return false }
    return index < top
  }
}

/// Lines that are scrolled one by one to an item; one further away comes to the top.
private let mostScrolled = 8

extension Edge {
  /// Why more is loaded there.
  fileprivate var loadReason: LoadReason { self == .trailing ? .append : .prepend }
}

/// The item that stands where one stood that is not held any more.
extension ItemDetail {
  /// Whether the item that is shown whole is not held any more, as where the file is another one by now.
  var hasLostItem: Bool {
    !selects && detail != nil && chosen.map { list.pager.entry(.item($0)) == nil } ?? false
  }

  /// Lays the list out behind the detail, once the page has come: a frame of the detail alone would not.
  func layOutSoon() {
    Task { [weak self] in
      guard let self, hasLostItem else { return }
      layoutBehind(list.tableView.size)
    }
  }

  /// Shows the item that stands where the one stood that was chosen, in place of it.
  func chooseAgain() {
    guard hasLostItem, !isOnTheWay, pendingSteps == 0 else { return }
    let shown = list.visibleItems
    if let item = shown.dropFirst(chosenRow).first ?? shown.last { choose(start(of: item)) }
  }
}
