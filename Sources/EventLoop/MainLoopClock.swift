/// A clock whose sleeps are timers of a main loop, and end only while it runs.
///
/// Swift's own sleeps end on the shared pool of threads, which Dispatch, once it has been used, checks
/// every second for as long as the process lives; see `BackgroundExecutor`. Give a task that sleeps by this
/// clock a preferred executor, because a function of no actor runs in the pool otherwise.
public nonisolated struct MainLoopClock: Clock {
  /// A moment of the continuous clock.
  public typealias Instant = ContinuousClock.Instant

  private let loop: MainLoop

  /// The clock of a loop.
  public init(_ loop: MainLoop) { self.loop = loop }

  /// The time of the continuous clock.
  public var now: Instant { .now }
  /// One millisecond, as in poll(2).
  public var minimumResolution: Duration { .milliseconds(1) }

  /// Waits until a moment, or throws `CancellationError` soon after the task is cancelled.
  ///
  /// Cost: a timer, which ends with the sleep. The tolerance does not count, nor does the time in which
  /// the machine sleeps.
  ///
  /// `Clock` requires it; it suspends the task and blocks no thread.
  ///
  /// - Throws: `CancellationError`, and nothing else.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Sleep(loop).run(for: now.duration(to: deadline))
  }

  /// One sleep: whoever ends it first, the timer or the cancellation, resumes the task.
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
