/// What a loop does after a time, the earliest first.
///
/// There are few at a time, so they stand in a list.
struct LoopTimers {
  private struct Timer {
    let number: Int
    let moment: SuspendingClock.Instant
    let action: () -> Void
  }

  /// In the order in which they are due, and of the same moment in that in which they were added.
  private var timers: [Timer] = []
  private var count = 0

  /// Adds one, and returns its number.
  mutating func add(at moment: SuspendingClock.Instant, _ action: @escaping () -> Void) -> Int {
    let place = timers.firstIndex { $0.moment > moment } ?? timers.endIndex
    count += 1
    timers.insert(Timer(number: count, moment: moment, action: action), at: place)
    return count
  }

  var isEmpty: Bool { timers.isEmpty }

  mutating func remove(_ number: Int) { timers.removeAll { $0.number == number } }

  /// How long poll(2) may wait, in milliseconds: forever, which is -1, if there is none.
  ///
  /// Rounded up, so that the thread is not woken before there is something to do.
  var timeout: Int32 {
    guard let first = timers.first else { return -1 }
    let left = SuspendingClock.now.duration(to: first.moment)
    let bounded = max(.zero, min(left, .milliseconds(Int32.max)))
    return Int32((bounded / .milliseconds(1)).rounded(.up))
  }

  /// Takes out the first one that is due at a moment, if any is.
  mutating func next(at moment: SuspendingClock.Instant) -> (() -> Void)? {
    guard let first = timers.first, first.moment <= moment else { return nil }
    return timers.removeFirst().action
  }
}
