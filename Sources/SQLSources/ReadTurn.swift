import Dispatch
import Synchronization

/// A flag by which a task cancels the query that runs for it.
final class QueryCancelling: Sendable {
  private let flag = Atomic(false)

  /// Whether the query was cancelled.
  var isCancelled: Bool { flag.load(ordering: .relaxed) }
  func cancel() { flag.store(true, ordering: .relaxed) }
}

/// A read that waits for its turn, and stops waiting if its task is cancelled.
private final class ReadTurn<Value: Sendable>: Sendable {
  typealias Continuation = CheckedContinuation<Result<Value, SQLError>, Never>

  /// The flag that cancels the query while it runs.
  let cancelling = QueryCancelling()
  /// The continuation while the read waits for its turn.
  private let waiting = Mutex<Continuation?>(nil)
  /// The continuation while the read runs.
  private let running = Mutex<Continuation?>(nil)

  /// Starts waiting; returns false if the read was already cancelled.
  func waits(_ continuation: Continuation) -> Bool {
    waiting.withLock { $0 = continuation }
    if cancelling.isCancelled { cancel() }
    return !cancelling.isCancelled
  }

  /// Starts the read; returns false if it was cancelled.
  func begins() -> Bool {
    guard let continuation = take(waiting) else { return false }
    running.withLock { $0 = continuation }
    return true
  }

  func ends(_ result: Result<Value, SQLError>) { take(running)?.resume(returning: result) }

  func cancel() {
    cancelling.cancel()
    take(waiting)?.resume(returning: .failure(SQLError(.cancelled, "the query was stopped")))
  }

  private func take(_ place: borrowing Mutex<Continuation?>) -> Continuation? {
    place.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
  }
}

extension DispatchQueue {
  /// Reads on the thread of the task if possible, and otherwise in turn on the queue.
  ///
  /// Switching to the queue and back takes about as long as reading a page.
  ///
  /// - Parameters:
  ///   - brief: reads for at most about a millisecond; returns nil if that does not suffice.
  ///   - attempt: reads on the queue, and stops early if cancelled.
  /// - Throws: the error of the database if it fails.
  func read<Value: Sendable>(
    briefly brief: () -> Result<Value, SQLError>?,
    _ attempt: @escaping @Sendable (QueryCancelling) -> Result<Value, SQLError>
  ) async throws(SQLError) -> Value {
    if !Task.isCancelled, let result = brief() { return try result.get() }
    return try await read(attempt)
  }

  /// Reads in turn on a queue, and blocks no thread while it waits; cancelling the task ends the
  /// query or the wait.
  ///
  /// - Parameter attempt: reads, and stops early if cancelled.
  /// - Throws: the error of the database if it fails.
  func read<Value: Sendable>(
    _ attempt: @escaping @Sendable (QueryCancelling) -> Result<Value, SQLError>
  ) async throws(SQLError) -> Value {
    let turn = ReadTurn<Value>()
    let result: Result<Value, SQLError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard turn.waits(continuation) else { return }
        async { if turn.begins() { turn.ends(attempt(turn.cancelling)) } }
      }
    } onCancel: {
      turn.cancel()
    }
    return try result.get()
  }
}
