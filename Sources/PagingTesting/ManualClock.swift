import Synchronization

/// A clock that stands still until a test advances it.
///
///     let clock = ManualClock()
///     let pager = Pager(source: source, clock: clock)
///     clock.pass(.seconds(1))
public final class ManualClock: Clock {
  /// A moment, measured from the creation of the clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created.
    public var offset = Duration.zero

    /// Returns this moment moved by a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the duration from this moment to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the first moment is before the second.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var count = 0
    var sleepers: [Int: Sleeper] = [:]
    /// Sleepers that were cancelled before they began to sleep.
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  /// Creates a clock at time zero.
  public init() {}

  /// The current moment.
  public var now: Instant { state.withLock { $0.now } }
  /// Zero, because any duration can pass.
  public var minimumResolution: Duration { .zero }
  /// The moments when sleepers will wake, as times since the clock was created, the earliest first.
  public var deadlines: [Duration] {
    state.withLock { $0.sleepers.values.map(\.deadline.offset).sorted() }
  }

  /// Advances the clock, and wakes the sleepers whose deadlines have passed, in no particular
  /// order.
  ///
  /// It returns before the woken sleepers have run. It may be called from any thread.
  public func pass(_ duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Waits until `pass(_:)` reaches the deadline; returns immediately if the deadline has passed.
  ///
  /// `Clock` requires this method; a test calls only `pass(_:)`.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        begin(number, Sleeper(deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func begin(_ number: Int, _ sleeper: Sleeper) {
    let result: Result<Void, any Error>? = state.withLock { state in
      if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
      if sleeper.deadline <= state.now { return .success(()) }
      state.sleepers[number] = sleeper
      return nil
    }
    if let result { sleeper.continuation.resume(with: result) }
  }

  private func cancel(_ number: Int) {
    let sleeper = state.withLock { state in
      let sleeper = state.sleepers.removeValue(forKey: number)
      if sleeper == nil { state.cancelled.insert(number) }
      return sleeper
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
