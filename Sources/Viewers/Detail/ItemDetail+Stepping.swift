import Paging
import TableUI

/// Going to the next and the previous item, in the list and while one is shown whole.
extension ItemDetail {
  /// Goes to another item, and shows that whole where one is shown.
  func step(by count: Int) {
    if detail == nil {
      arrive()
      // Who has scrolled begins at what is in sight.
      if pendingSteps == 0, !selects { chosen = current?.id }
    }
    pendingSteps += count
    hasStepped = true
    goOnStepping(mayLoad: true)
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
  /// - Parameter mayLoad: whether a load may still follow.
  func goOnStepping(mayLoad: Bool = false) {
    hasStepped = mayLoad
    // Before the first page there is none to begin at.
    guard pendingSteps != 0, list.pager.hasLoaded else { return }
    guard let start, let index = list.pager.index(of: .item(start)) else {
      return pendingSteps = 0
    }
    let edge: Edge = pendingSteps > 0 ? .trailing : .leading
    let last = pass(from: index, towards: edge)
    if let last { choose(last) }
    guard pendingSteps != 0 else { return }
    if list.pager.reaches(edge), isAtEdge(edge) {
      sayNoMore(edge)
    } else if !mayLoad, last == nil, !list.pager.isLoading {
      sayWhyNot(edge)
    }
  }

  /// Passes items that are held, as many as wait, and returns the last of them; a gap on the way is filled.
  private func pass(from start: Int, towards edge: Edge) -> Item? {
    let step = edge == .trailing ? 1 : -1
    // The one that is shown is in the list no more: the first in sight follows it.
    var index = detail != nil && !isChosenHeld && step > 0 ? start - 1 : start
    var last: Item?
    while pendingSteps != 0, (0..<list.pager.count).contains(index + step) {
      index += step
      switch list.pager[index] {
      case .item(let item):
        if !isPart(item) { (last, pendingSteps) = (item, pendingSteps - step) }
      case .gap(let gap):
        list.pager.fill(gap: gap, from: edge == .trailing ? .leading : .trailing)
        return last
      }
    }
    return last
  }

  /// Whether no gap is between the item that was gone to and an edge of what is held.
  private func isAtEdge(_ edge: Edge) -> Bool {
    guard let start, let index = list.pager.index(of: .item(start)) else { return true }
    let rest = edge == .trailing ? index + 1..<list.pager.count : 0..<index
    return !rest.contains { list.pager[$0].item == nil }
  }

  private func sayNoMore(_ edge: Edge) {
    say(Message("this is the \(edge == .trailing ? "last" : "first") \(itemName)", .accent))
  }

  /// Nothing is loading: what waits to be tried again comes by itself, what has failed is asked for by this key.
  private func sayWhyNot(_ edge: Edge) {
    switch list.pager.state(of: edge == .trailing ? .append : .prepend) {
    case .loading, .waiting: break
    case .end: sayNoMore(edge)
    case .idle:
      // No more is loaded than what is in sight needs, and all of that is parts of one item.
      if list.pager.reaches(edge) { return sayNoMore(edge) }
      say(Message("this \(itemName) is too long to go on from: search, or go to a line", .accent))
    case .failed, .cancelled, .paused:
      list.pager.paginate(edge)
      let which = edge == .trailing ? "next" : "previous"
      say(Message("the \(which) \(itemName) is not loaded yet", .failure))
    }
  }

  private func say(_ message: Message) {
    pendingSteps = 0
    if let detail, hasFocus { detail.show(message) } else { list.show(message) }
  }

  // MARK: In the list

  /// Brings an item into sight, near the edge that it was beyond.
  func reveal(_ id: Item.ID) {
    let isAbove = isAboveSight(id)
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
