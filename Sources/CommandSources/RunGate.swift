import Synchronization

/// Lets a number of runs go on at once; others wait for their turn, the first that came first.
final class RunGate: Sendable {
  private let state: Mutex<State>

  private struct State {
    var free: Int
    var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    var lastNumber = 0
  }

  /// - Parameter count: how many go on at once, at least one.
  init(_ count: Int) { state = Mutex(State(free: max(1, count))) }

  /// Waits for a turn, which `leave()` ends; false where the task was cancelled before it came.
  func enter() async -> Bool {
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

  /// Ends a turn.
  func leave() {
    let next = state.withLock { state in
      if state.waiting.isEmpty { state.free += 1 }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst().continuation
    }
    next?.resume(returning: true)
  }

  private func wait(_ number: Int, _ continuation: CheckedContinuation<Bool, Never>) {
    let answer: Bool? = state.withLock { state in
      // Who is cancelled before this looks is told here, and who is cancelled later waits already.
      if Task.isCancelled { return false }
      guard state.free == 0 else {
        state.free -= 1
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
