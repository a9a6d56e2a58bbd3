import FileSources
import Paging
import TableUI
import Terminal

/// Going to the next and the previous record, in the list and while one is shown whole.
extension TextController {
  /// Lines that are scrolled one by one to a record; one further away comes to the top.
  private static let mostScrolled = 8

  var stepping: [Command] {
    guard appearance.columns != nil else { return [] }
    let isOpen = { [weak self] in self?.detail != nil }
    return [
      Command("next record", in: .move, keys: ["J"]) { [weak self] in
        self?.step(by: $0)
      },
      Command("previous record", in: .move, keys: ["K"]) { [weak self] in
        self?.step(by: -$0)
      },
      // Beside a record that is shown whole the list is one to choose from.
      Command("next record", in: .move, keys: ["j", .down, "^N"], isEnabled: isOpen) {
        [weak self] in
        self?.step(by: $0)
      },
      Command("previous record", in: .move, keys: ["k", .up, "^P"], isEnabled: isOpen) {
        [weak self] in
        self?.step(by: -$0)
      },
    ]
  }

  /// Goes to another record, and shows that whole where one is shown.
  func step(by count: Int) {
    if detail == nil {
      arrive()
      // Who has scrolled begins at what is in sight.
      if pendingSteps == 0 { appearance.chosen = current?.id }
    }
    pendingSteps += count
    hasStepped = true
    goOnStepping(mayLoad: true)
    onNeedsDisplay?()
  }

  private var isChosenHeld: Bool {
    appearance.chosen.flatMap { list.pager.index(of: .item($0)) } != nil
  }

  /// Steps as far as records are held; the rest waits for those that are loaded.
  ///
  /// - Parameter mayLoad: whether a load may still follow.
  func goOnStepping(mayLoad: Bool = false) {
    hasStepped = mayLoad
    // Before the first page there is none to begin at.
    guard pendingSteps != 0, list.pager.hasLoaded else { return }
    guard let start = isChosenHeld ? appearance.chosen : current?.id,
      var index = list.pager.index(of: .item(start))
    else { return pendingSteps = 0 }
    let direction = pendingSteps.signum()
    // The one that is shown is in the list no more: the first in sight follows it.
    if detail != nil, !isChosenHeld, direction > 0 { index -= 1 }
    var last: TextLine?
    while pendingSteps != 0, (0..<list.pager.count).contains(index + direction) {
      index += direction
      guard let line = list.pager[index].item, !line.isContinuation else { continue }
      (last, pendingSteps) = (line, pendingSteps - direction)
    }
    if let last { choose(last) }
    guard pendingSteps != 0 else { return }
    let isEnd = list.pager.reaches(direction > 0 ? .trailing : .leading)
    if isEnd || !mayLoad && last == nil && !list.pager.isLoading { sayNoMore(direction) }
  }

  private func sayNoMore(_ direction: Int) {
    pendingSteps = 0
    let message = Message("this is the \(direction > 0 ? "last" : "first") record", .accent)
    if let detail, detailScreen?.focus == .secondary {
      detail.show(message)
    } else {
      list.show(message)
    }
  }

  /// Brings a record into sight, near the edge that it was beyond.
  func reveal(_ id: FileOffset) {
    let isAbove = list.visibleItems.first.map { id < $0.id } ?? false
    for _ in 0..<Self.mostScrolled where !isInSight(id) {
      if list.tableView.scroll(by: isAbove ? -1 : 1) == 0 { break }
    }
    if !isInSight(id) { list.scroll(to: id) }
  }

  private func isInSight(_ id: FileOffset) -> Bool { list.visibleItems.contains { $0.id == id } }

  /// Lays the list out behind a record that covers it, where it has to move on.
  func layoutBehind(_ size: Size) {
    if hasStepped || pendingSteps != 0 { layout(for: size) }
  }
}
