import Paging
import Terminal

/// Movements by keys: one that leads beyond what there is waits for what is to come.
extension TableView {
  /// Whether a movement waits for sections that are to come, or for a place to begin at.
  public var isWaiting: Bool {
    waiting.first != nil || !early.isEmpty && (expectsPlace || awaitsSections(.trailing))
  }

  /// Gives up the movements that wait, as a jump does: the reader went elsewhere.
  public func cancelPendingMovements() {
    waiting = Movements()
    early = []
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
    guard waiting.first != nil || !early.isEmpty, rowLines > 0 else { return }
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
