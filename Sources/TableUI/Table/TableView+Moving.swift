import Paging
import Terminal

/// Movements by keys: a movement beyond the loaded rows waits for more.
extension TableView {
  /// Whether a movement waits for sections, or for a place to begin at.
  public var isWaiting: Bool {
    waiting.first != nil
      || !early.isEmpty && (expectsPlace || awaitsFirstRows || awaitsSections(.trailing))
  }

  /// Cancels the pending movements, for example because of a jump elsewhere.
  public func cancelPendingMovements() {
    waiting = Movements()
    early = []
  }

  /// Scrolls up by lines as a key does; waits for rows that are not loaded yet.
  ///
  /// - Parameter lines: a closure that takes the number of lines available for rows and returns how
  ///   far to scroll; it is called once the screen size is known.
  public func moveUp(by lines: @escaping (_ rowLines: Int) -> Int) {
    move(up: true) { Movement(kind: .lines, count: -max(0, lines($0.rowLines))) }
  }

  /// Moves by `count` items or lines, down if it is positive, after earlier pending movements.
  func move(_ kind: Movement.Kind, by count: Int) {
    move(up: count < 0) { _ in Movement(kind: kind, count: count) }
  }

  /// Pages by screenfuls, `times` times; without a selection, scrolls by as many lines.
  func move(screenfuls: Double, times: Int) {
    move(up: screenfuls < 0) { table in
      let lines = table.lines(ofScreenfuls: screenfuls) * times
      return Movement(
        kind: table.allowsSelection ? .screenfuls : .lines, count: screenfuls < 0 ? -lines : lines)
    }
  }

  /// Requests a movement whose distance is computed once the screen size is known.
  func move(up: Bool, _ movement: @escaping (TableView) -> Movement) {
    if up { hasMovedUp = true }
    delegate?.tableViewWillMove(self)
    early.append(movement)
    goOn()
  }

  /// Makes the pending movements, as far as rows exist.
  ///
  /// The remainder waits if more rows will arrive, and is cancelled otherwise. Call it when the
  /// table is laid out.
  func goOn() {
    guard waiting.first != nil || !early.isEmpty, rowLines > 0, !awaitsFirstRows else { return }
    let isHeld = expectsPlace
    while let movement = early.popFirst()?(self) {
      waiting.add(movement, subtracts: !isHeld, atMost: maximumPendingMovement)
      if !isHeld { makeWaiting() }
    }
    if !isHeld { makeWaiting() }
  }

  private func makeWaiting() {
    while let movement = waiting.first {
      let left = make(movement)
      let awaits = left != 0 && awaitsSections(left > 0 ? .trailing : .leading)
      waiting.leave(awaits ? left : 0)
      if awaits { return }
    }
  }

  private var expectsPlace: Bool { dataSource?.tableViewAwaitsPlace(self) ?? false }

  private var awaitsFirstRows: Bool { dataSource?.tableViewAwaitsFirstRows(self) ?? false }

  private func awaitsSections(_ edge: Edge) -> Bool {
    dataSource?.tableView(self, awaitsSectionsAt: edge) ?? false
  }

  /// Makes a movement, and returns the number of items or lines that remain.
  private func make(_ movement: Movement) -> Int {
    switch movement.kind {
    case .items: movement.count - select(by: movement.count)
    case .lines: movement.count - scroll(by: movement.count)
    case .screenfuls: movement.count - page(byLines: movement.count)
    }
  }

  /// Moves the selection by a number of items, down if it is positive, and returns the number of
  /// items moved.
  private func select(by items: Int) -> Int {
    let step = items > 0 ? selectNext : selectPrevious
    return items.signum() * ((0..<abs(items)).first { _ in !step() } ?? abs(items))
  }
}

/// A movement requested by a reader, or the part of it that remains.
struct Movement: Hashable {
  /// The unit of a movement, and what is moved.
  enum Kind: Hashable {
    /// The selection, by items.
    case items
    /// The visible rows, by lines; the selection stays.
    case lines
    /// The visible rows, by the lines of a number of screenfuls; the selection moves along.
    case screenfuls
  }

  let kind: Kind
  /// The number of items or lines, down if positive.
  var count: Int
}

/// Pending movements in the order of their requests; consecutive movements of the same kind are
/// added together.
struct Movements {
  private var queue: ArraySlice<Movement> = []
  /// The total number of items and lines, in both directions.
  private var total = 0

  /// The movement to make next.
  var first: Movement? { queue.first }

  /// Appends a movement, within the limit for all pending movements.
  ///
  /// - Parameters:
  ///   - subtracts: whether the movement is subtracted from a pending movement in the other
  ///     direction; otherwise it follows the pending movement, which may reach an end first.
  ///   - most: the largest total number of pending items and lines.
  mutating func add(_ movement: Movement, subtracts: Bool, atMost most: Int) {
    let last = joins(movement, subtracts) ? removeLast() : 0
    let left = max(0, most - total)
    let count = max(-left, min(left, last.addingSaturated(movement.count)))
    // Movements that add up to zero are also made, because a page down followed by a page up
    // selects the item to which the page up leads.
    guard count != 0 || last != 0 else { return }
    queue.append(Movement(kind: movement.kind, count: count))
    total += abs(count)
  }

  private func joins(_ movement: Movement, _ subtracts: Bool) -> Bool {
    guard let last = queue.last, last.kind == movement.kind else { return false }
    return subtracts || last.count.signum() == movement.count.signum()
  }

  /// Sets the remainder of the first movement; 0 if the movement is complete.
  mutating func leave(_ count: Int) {
    guard let first = queue.first else { return }
    total += abs(count) - abs(first.count)
    if count == 0 { queue.removeFirst() } else { queue[queue.startIndex].count = count }
  }

  private mutating func removeLast() -> Int {
    let count = queue.removeLast().count
    total -= abs(count)
    return count
  }
}
