import Synchronization

/// A clock that stands still until a test moves it.
///
///     let clock = ManualClock()
///     let pager = Pager(source: source, clock: clock)
///     clock.pass(.seconds(1))
public final class ManualClock: Clock {
  /// A time since the clock was made.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public var offset = Duration.zero

    /// The moment that lies so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time from this moment to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the first moment comes before the second.
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
    /// Sleepers that were cancelled before they slept.
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  /// Creates a clock that stands at zero.
  public init() {}

  /// The moment it stands at.
  public var now: Instant { state.withLock { $0.now } }
  /// It has none: any time can pass.
  public var minimumResolution: Duration { .zero }
  /// When those who sleep want to be woken, since the clock was made; the earliest first.
  public var deadlines: [Duration] {
    state.withLock { $0.sleepers.values.map(\.deadline.offset).sorted() }
  }

  /// Lets time pass at one stroke, and wakes those whose time has come, in no order.
  ///
  /// It returns before they have run. May be called from any thread.
  public func pass(_ duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Waits for `pass(_:)`, never for time; returns at once where the deadline has come already.
  ///
  /// - Throws: `CancellationError`, when the task is cancelled.
  ///
  /// `Clock` requires it, because it has no other way to wait.
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
