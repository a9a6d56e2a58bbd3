import FileSources
import Paging
import TableUI
import Terminal

/// Going to a place that is not held.
extension TextController {
  /// Whether another place is looked for or loaded.
  var isOnTheWay: Bool { search != nil || next != nil }

  /// Gives up the place that is on its way, and the movements that wait for it.
  func giveUp() {
    search?.cancel()
    (search, searchMessage, next) = (nil, nil, nil)
    list.tableView.stay()
  }

  /// Shows a list that is entered elsewhere, as soon as it fills the screen.
  func enter(at entrance: FileEntrance) {
    let list = list(at: entrance)
    list.onNeedsDisplay = { [weak self] in self?.takeNext() }
    next = list
    list.viewDidAppear()
  }

  private func takeNext() {
    guard let list = next else { return }
    if case .failed(let error) = list.pager.state(of: .refresh) {
      next = nil
      beginAtStart()
      return self.list.show(Message(error.description, .failure))
    }
    guard list.pager.hasLoaded, isComplete(list) else { return }
    (next, isOpening) = (nil, false)
    show(list)
    onNeedsDisplay?()
  }

  /// Whether the first frame of a list would be what it is meant to be: near an end the page that it
  /// is entered by does not fill the screen, and the one beside it is loaded first.
  private func isComplete(_ list: List) -> Bool {
    guard let size else { return true }
    list.tableView.columnOffset = self.list.tableView.columnOffset
    list.layOut(in: size)
    // What is in sight decides what is loaded, which calls back.
    let onNeedsDisplay = list.onNeedsDisplay
    list.onNeedsDisplay = nil
    list.layout(for: size)
    list.onNeedsDisplay = onNeedsDisplay
    return !list.pager.isLoading || list.fills(size)
  }

  /// Shows the start where the place that was asked for is not to be had.
  func beginAtStart() {
    guard isOpening else { return }
    isOpening = false
    list.viewDidAppear()
  }

  /// What stands on the screen while lines are counted; how far that is stands in the status line.
  func drawCounting(in canvas: inout Canvas) {
    let text = SafeText("counting lines\(look.theme.marks.more)")
    let place = Point(
      line: max(0, canvas.size.lines / 2 - 1),
      column: max(0, (canvas.size.columns - text.width) / 2))
    canvas.draw(text, at: place, style: look.theme.faint)
  }
}

extension TextController.List {
  /// Lays out for an extent, the first time at the place that the list is entered at.
  func layOut(in size: Size) {
    let isNew = tableView.size.lines == 0
    tableView.layout(for: size)
    if isNew, pager.source.entrance == .end { tableView.scrollToEnd() }
  }

  /// Whether there is a line of the file on every line of the screen, but for the row at its end.
  fileprivate func fills(_ size: Size) -> Bool {
    let cells = tableView.visibleCells
    let lines = cells.reduce(0) { $0 + $1.height(forWidth: size.columns) }
    let isLoadingBelow = !(cells.last is TextLineCell) && pager.state(of: .append) == .loading
    return lines >= size.lines && cells.first is TextLineCell && !isLoadingBelow
  }
}
