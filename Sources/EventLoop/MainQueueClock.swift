import Dispatch
import Synchronization

/// A clock whose sleeps are timers of the main queue: an idle program that sleeps by it wakes for
/// nothing else.
///
/// Swift's own sleeps end on the shared pool of threads, at which Dispatch, once it has been used, looks
/// every second for as long as the process lives; see `BackgroundExecutor`.
public nonisolated struct MainQueueClock: Clock {
  /// A moment of the continuous clock, which goes on while the machine sleeps.
  public typealias Instant = ContinuousClock.Instant

  /// The clock.
  public init() {}

  /// The time of the continuous clock.
  public var now: Instant { .now }
  /// That of the continuous clock.
  public var minimumResolution: Duration { ContinuousClock().minimumResolution }

  /// Waits until a moment, or throws `CancellationError` as soon as the task is cancelled.
  ///
  /// It is `Clock`'s one way to wait, and blocks no thread. Cost: a timer, which goes with the sleep.
  /// The tolerance does not count.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let sleep = Sleep()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { sleep.begin($0, for: now.duration(to: deadline)) }
    } onCancel: {
      sleep.end(by: CancellationError())
    }
  }

  /// One sleep: whoever ends it first, the timer or the cancellation, resumes the task.
  private nonisolated final class Sleep: Sendable {
    private struct State {
      var continuation: CheckedContinuation<Void, any Error>?
      var timer: (any DispatchSourceTimer)?
      var isCancelled = false
    }

    private let state = Mutex(State())

    func begin(_ continuation: CheckedContinuation<Void, any Error>, for time: Duration) {
      let (seconds, attoseconds) = max(time, .zero).components
      let delay = Double(seconds) + Double(attoseconds) / 1e18
      let isCancelled = state.withLock { state in
        guard !state.isCancelled else { return true }
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.setEventHandler { [self] in end(by: nil) }
        timer.schedule(deadline: .now() + delay)
        (state.continuation, state.timer) = (continuation, timer)
        timer.activate()
        return false
      }
      if isCancelled { continuation.resume(throwing: CancellationError()) }
    }

    func end(by error: (any Error)?) {
      let continuation = state.withLock { state in
        state.timer?.cancel()
        defer { state = State(isCancelled: true) }
        return state.continuation
      }
      if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
    }
  }
}
