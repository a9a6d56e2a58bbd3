import Synchronization

/// A place where one task waits until a test lets it through.
final class Gate: Sendable {
  private let waiter = Mutex<CheckedContinuation<Bool, Never>?>(nil)
  private let stops = Mutex(0)

  /// Whether a task waits.
  var isTaken: Bool { waiter.withLock { $0 != nil } }
  /// How many tasks were cancelled while they waited.
  var stopCount: Int { stops.withLock { $0 } }

  /// Waits; false where the task is cancelled.
  func pass() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiter.withLock { $0 = continuation }
        if Task.isCancelled { stop() }
      }
    } onCancel: {
      stop()
    }
  }

  /// Lets the task through that waits.
  func open() { take()?.resume(returning: true) }

  private func stop() {
    guard let stopped = take() else { return }
    stops.withLock { $0 += 1 }
    stopped.resume(returning: false)
  }

  private func take() -> CheckedContinuation<Bool, Never>? {
    waiter.withLock { waiter in
      defer { waiter = nil }
      return waiter
    }
  }
}
