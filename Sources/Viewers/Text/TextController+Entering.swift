import ByteStores
import FileSources
import Paging
import TableUI
import Terminal

/// Going to a place that is not held.
extension TextController {
  /// Whether another place is looked for or loaded.
  var isOnTheWay: Bool { search != nil || awaitedLine != nil || list.isJumping }

  /// Does something once the reader is where they are on the way to; the last of several counts.
  func afterJump(_ action: @escaping () -> Void) {
    if isOnTheWay { pendingAction = action } else { action() }
  }

  /// Does what has waited for the place that is shown now.
  func doWhatWaited() {
    guard !isOnTheWay, let action = pendingAction else { return }
    pendingAction = nil
    action()
  }

  /// Gives up the place that is looked for, and the movements that wait for it.
  func giveUp() {
    pendingAction = nil
    search?.cancel()
    (search, searchMessage, awaitedLine) = (nil, nil, nil)
    (landsAtEnd, pendingMarks) = (false, [])
    itemDetail.giveUp()
    list.tableView.cancelPendingMovements()
  }

  /// Stops on the way to another place, and shows what there is, or else the start.
  func giveUpPlace() {
    giveUp()
    list.show(Message("stopped"))
    if isOpening {
      beginAtStart()
    } else if list.isJumping {
      if list.pager.hasLoaded { list.stopLoading() } else { list.jump(to: .start) }
    }
  }

  /// Shows a place: one load if it is not held, or two near the end.
  func show(_ place: FileOffset) {
    notePlace()
    isOpening = false
    if !list.isJumping, isHeld(place), list.scroll(to: place) {
      onNeedsDisplay?()
    } else {
      // Of another file at the path only the start is known.
      list.jump(to: source.holds(place) ? .after(place) : .start)
    }
  }

  /// Whether a place is held, with all that stands below it on the screen.
  private func isHeld(_ place: FileOffset) -> Bool {
    guard let index = list.pager.index(of: .item(place)) else { return false }
    return list.pager.count - index >= size?.lines ?? 0 || list.pager.reaches(.trailing)
  }

  /// Shows the start where the place that was asked for is not available.
  func beginAtStart() {
    guard isOpening else { return }
    isOpening = false
    list.viewDidAppear()
  }

  /// What stands on the screen while lines are counted; how far that is stands in the status line.
  func drawCounting(in canvas: inout Canvas) {
    let text = SafeText("counting lines\(appearance.theme.symbols.more)")
    let place = Point(
      line: max(0, canvas.size.lines / 2 - 1),
      column: max(0, (canvas.size.columns - text.width) / 2))
    canvas.draw(text, at: place, style: appearance.theme.faint)
  }
}
