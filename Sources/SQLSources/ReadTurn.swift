import Dispatch
import Synchronization

/// Cancels what a connection runs for one task.
final class QueryCancelling: Sendable {
  private let flag = Atomic(false)

  /// Whether it was cancelled.
  var isCancelled: Bool { flag.load(ordering: .relaxed) }
  func cancel() { flag.store(true, ordering: .relaxed) }
}

/// A read that waits for its turn, and gives up waiting where its task is cancelled.
private final class ReadTurn<Value: Sendable>: Sendable {
  typealias Continuation = CheckedContinuation<Result<Value, SQLError>, Never>

  /// Ends the query once it runs.
  let cancelling = QueryCancelling()
  /// Who waits, until it has its turn.
  private let waiting = Mutex<Continuation?>(nil)
  /// Who waits, from then on.
  private let running = Mutex<Continuation?>(nil)

  /// Begins to wait; false where it was cancelled before, and then it waits no more.
  func waits(_ continuation: Continuation) -> Bool {
    waiting.withLock { $0 = continuation }
    if cancelling.isCancelled { cancel() }
    return !cancelling.isCancelled
  }

  /// Whether somebody still waits.
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
  /// Reads when it is its turn; cancelling the task ends the query, or the wait for the turn, and blocks no thread.
  ///
  /// - Parameter attempt: reads, and ends early where that is cancelled.
  /// - Throws: what the database says.
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
