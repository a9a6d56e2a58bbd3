import CEndless
import Dispatch

/// Runs what a task does off the main actor on one separate thread, which ends when it has nothing
/// to do.
///
///     BackgroundExecutor.shared.task { … }
///
/// Swift's shared pool starts a thread for each processor, and once it has been used Dispatch wakes
/// the process every second to check whether its threads are busy: forever, also where nothing
/// happens. The threads of a serial queue are not checked.
///
/// A stack that overflows here gives the terminal back, as everywhere on the main thread.
public nonisolated final class BackgroundExecutor: TaskExecutor {
  /// The one that a program needs.
  public static let shared = BackgroundExecutor()

  private let queue = DispatchQueue(label: "background")

  /// An executor with a queue of its own.
  public init() {}

  /// Starts a task on the main actor; its work off the main actor runs here.
  ///
  /// One that is cancelled before it begins does nothing: of many that keys start and stop at once,
  /// each would hold memory until this thread came to it.
  @discardableResult
  public func task(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    Task { @MainActor in
      guard !Task.isCancelled else { return }
      await withTaskExecutorPreference(self) { await body() }
    }
  }

  /// Runs a job after all that were given before; returns at once.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      endless_crash_prepare_thread()
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}
