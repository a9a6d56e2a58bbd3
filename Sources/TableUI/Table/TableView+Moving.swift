import Paging
import Terminal

/// Movements by keys: one that leads beyond what there is waits for what is to come.
extension TableView {
  /// Whether a movement waits for sections that are to come, or for a place to begin at.
  public var isWaiting: Bool {
    waiting.first != nil
      || !early.isEmpty && (expectsPlace || awaitsFirstRows || awaitsSections(.trailing))
  }

  /// Gives up the movements that wait, as a jump does: the reader went elsewhere.
  public func cancelPendingMovements() {
    waiting = Movements()
    early = []
  }

  /// Scrolls up by lines as a key does; waits for rows that are not loaded yet.
  ///
  /// - Parameter lines: how many, from the lines of the screen that rows have; asked when there is a screen.
  public func moveUp(by lines: @escaping (_ rowLines: Int) -> Int) {
    move(up: true) { Movement(kind: .lines, count: -max(0, lines($0.rowLines))) }
  }

  /// Moves by n items or lines, down where positive, once what waits before it is done.
  func move(_ kind: Movement.Kind, by count: Int) {
    move(up: count < 0) { _ in Movement(kind: kind, count: count) }
  }

  /// Pages n times; where there is no selection to take along, by the lines of them all.
  func move(screenfuls: Double, times: Int) {
    move(up: screenfuls < 0) { table in
      let lines = table.lines(ofScreenfuls: screenfuls) * times
      return Movement(
        kind: table.allowsSelection ? .screenfuls : .lines, count: screenfuls < 0 ? -lines : lines)
    }
  }

  /// Makes a movement that is measured once there is a screen.
  func move(up: Bool, _ movement: @escaping (TableView) -> Movement) {
    if up { hasMovedUp = true }
    delegate?.tableViewWillMove(self)
    early.append(movement)
    goOn()
  }

  /// Makes what waits, as far as there is room for it.
  ///
  /// What is left waits on where more is to come, and is given up where nothing is. To be called when
  /// the table is laid out.
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

  /// Moves, and returns how much of it there was no room for.
  private func make(_ movement: Movement) -> Int {
    switch movement.kind {
    case .items: movement.count - select(by: movement.count)
    case .lines: movement.count - scroll(by: movement.count)
    case .screenfuls: movement.count - page(byLines: movement.count)
    }
  }

  /// Moves the selection by n items, down where positive, and returns how many there were.
  private func select(by items: Int) -> Int {
    let step = items > 0 ? selectNext : selectPrevious
    return items.signum() * ((0..<abs(items)).first { _ in !step() } ?? abs(items))
  }
}

/// A movement that a reader asked for, or what is left of it.
struct Movement: Hashable {
  /// What it counts, and what it takes along.
  enum Kind: Hashable {
    /// The selection, by items.
    case items
    /// What is in sight, by lines; the selection stays where it is.
    case lines
    /// What is in sight, by the lines of screenfuls; the selection comes along.
    case screenfuls
  }

  let kind: Kind
  /// How many items or lines, down where positive.
  var count: Int
}

/// Movements that wait, in the order in which they were asked for; those of one kind add up.
struct Movements {
  private var queue: ArraySlice<Movement> = []
  /// Items and lines of them all, whatever the direction.
  private var total = 0

  /// The one that is made next.
  var first: Movement? { queue.first }

  /// Puts a movement behind those that wait, as far as the limit on them all allows.
  ///
  /// - Parameters:
  ///   - subtracts: whether it is taken from one in the other direction that waits; else it follows
  ///     that one, which may reach an end before it is done.
  ///   - most: items and lines in all that may wait.
  mutating func add(_ movement: Movement, subtracts: Bool, atMost most: Int) {
    let last = joins(movement, subtracts) ? removeLast() : 0
    let left = max(0, most - total)
    let count = max(-left, min(left, last + movement.count))
    // What comes to nothing is made, too: a page down and up again selects what it comes to.
    guard count != 0 || last != 0 else { return }
    queue.append(Movement(kind: movement.kind, count: count))
    total += abs(count)
  }

  private func joins(_ movement: Movement, _ subtracts: Bool) -> Bool {
    guard let last = queue.last, last.kind == movement.kind else { return false }
    return subtracts || last.count.signum() == movement.count.signum()
  }

  /// Takes note of how much of the first one is left; of one that is made, nothing is.
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
