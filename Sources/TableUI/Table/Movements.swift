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
