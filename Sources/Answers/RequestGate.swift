import Synchronization

/// A gate that limits the number of simultaneous runs or requests; further runs or requests wait in
/// order of arrival.
package final class RequestGate: Sendable {
  private let state: Mutex<State>

  private struct State {
    /// The maximum number of simultaneous runs or requests.
    var limit: Int
    var running = 0
    var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    var lastNumber = 0
  }

  /// - Parameter count: the maximum number of simultaneous runs or requests, at least 1.
  package init(_ count: Int) { state = Mutex(State(limit: max(1, count))) }

  /// Lowers the limit; tasks that are already running are not stopped.
  package func limit(to count: Int) {
    state.withLock { $0.limit = min($0.limit, max(1, count)) }
  }

  /// Waits for a turn, which `leave()` ends; returns false if the task was cancelled before its
  /// turn.
  package func enter() async -> Bool {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait(number, $0) }
    } onCancel: {
      cancel(number)
    }
  }

  /// Ends a turn, and lets the next waiting task begin if the limit allows it.
  package func leave() {
    let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
      state.running -= 1
      guard !state.waiting.isEmpty, state.running < state.limit else { return nil }
      state.running += 1
      return state.waiting.removeFirst().continuation
    }
    next?.resume(returning: true)
  }

  private func wait(_ number: Int, _ continuation: CheckedContinuation<Bool, Never>) {
    let answer: Bool? = state.withLock { state in
      // A task that was cancelled before this point does not wait; a task that is cancelled later
      // is already in the queue, and `cancel` removes it.
      if Task.isCancelled { return false }
      guard state.running >= state.limit else {
        state.running += 1
        return true
      }
      state.waiting.append((number, continuation))
      return nil
    }
    if let answer { continuation.resume(returning: answer) }
  }

  private func cancel(_ number: Int) {
    let waiting = state.withLock { state in
      state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
    }
    waiting?.continuation.resume(returning: false)
  }
}
