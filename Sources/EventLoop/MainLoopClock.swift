/// A clock whose sleeps are timers of a main loop; they end only while the loop runs.
///
/// Swift's own sleeps end on the shared pool of threads, which Dispatch then checks every second;
/// see `BackgroundExecutor`. Give a task that sleeps with this clock a preferred executor, because
/// a function without an actor otherwise runs in the pool.
public nonisolated struct MainLoopClock: Clock {
  /// A moment of the continuous clock.
  public typealias Instant = ContinuousClock.Instant

  private let loop: MainLoop

  /// Creates a clock for a loop.
  public init(_ loop: MainLoop) { self.loop = loop }

  /// The time of the continuous clock.
  public var now: Instant { .now }
  /// The resolution of poll(2), one millisecond.
  public var minimumResolution: Duration { .milliseconds(1) }

  /// Suspends the task until a point in time; throws `CancellationError` soon after the task is
  /// cancelled.
  ///
  /// `Clock` requires this method; no thread is blocked. Cost: a timer, which ends with the sleep.
  /// The tolerance is ignored, and the time during which the machine is suspended does not count.
  ///
  /// - Throws: only `CancellationError`.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Sleep(loop).run(for: now.duration(to: deadline))
  }

  /// One sleep: either the timer or the cancellation resumes the task, whichever comes first.
  @MainActor private final class Sleep {
    private let loop: MainLoop
    private var continuation: CheckedContinuation<Void, any Error>?
    private var timer: MainLoop.TimerID?

    nonisolated init(_ loop: MainLoop) { self.loop = loop }

    func run(for time: Duration) async throws {
      try Task.checkCancellation()
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { begin($0, for: time) }
      } onCancel: {
        Task { @MainActor in self.end(by: CancellationError()) }
      }
    }

    private func begin(_ continuation: CheckedContinuation<Void, any Error>, for time: Duration) {
      self.continuation = continuation
      timer = loop.after(time) { self.end(by: nil) }
    }

    private func end(by error: (any Error)?) {
      if let timer { loop.cancel(timer) }
      if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
      (continuation, timer) = (nil, nil)
    }
  }
}
