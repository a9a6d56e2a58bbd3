import Synchronization

/// Counts what comes by itself.
final class Tally: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock { $0 } }

  func add() { number.withLock { $0 += 1 } }

  func reach(_ wanted: Int) async { await wait { count >= wanted } }
}
