import CEndless
import Dispatch

/// An executor that runs the work of tasks off the main actor on one thread, which exits when it
/// has nothing to do.
///
///     BackgroundExecutor.shared.task { … }
///
/// Swift's shared pool starts a thread for each processor. Once the pool has been used, Dispatch
/// wakes the process every second to check whether its threads are busy, even if the program is
/// idle. Dispatch does not check the threads of a serial queue.
///
/// If the stack of this thread overflows, the terminal is restored, as on the main thread.
public nonisolated final class BackgroundExecutor: TaskExecutor {
  /// The executor that all parts of a program share.
  public static let shared = BackgroundExecutor()

  private let queue = DispatchQueue(label: "background")

  /// Creates an executor with its own queue.
  public init() {}

  /// Starts a task on the main actor; its work off the main actor runs on this executor.
  ///
  /// A task that is cancelled before it begins does nothing. Otherwise, while a key is held down,
  /// each task that the key starts and cancels would use memory until this thread reached the task.
  @discardableResult
  public func task(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    Task { @MainActor in
      guard !Task.isCancelled else { return }
      await withTaskExecutorPreference(self) { await body() }
    }
  }

  /// Runs a job after all earlier ones; returns immediately.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      endless_crash_prepare_thread()
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}
