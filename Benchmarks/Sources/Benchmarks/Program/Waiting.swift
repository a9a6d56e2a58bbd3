import Dispatch
import Foundation
import Synchronization

/// Waiting for asynchronous code in this program, which has no event loop.
enum Waiting {
  /// Waits for the result of an asynchronous closure.
  ///
  /// - Parameter usesMainActor: whether the closure needs the main actor, whose loop runs during the
  ///   wait.
  static func load<Value: Sendable>(
    usesMainActor: Bool = false, _ body: @escaping @Sendable () async throws -> Value
  ) throws(MeasureError) -> Value {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Value, any Error>?>(nil)
    Task.detached {
      let value: Result<Value, any Error>
      do { value = .success(try await body()) } catch { value = .failure(error) }
      result.withLock { $0 = value }
      done.signal()
    }
    if usesMainActor {
      while done.wait(timeout: .now()) == .timedOut {
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
      }
    } else {
      done.wait()
    }
    do {
      guard let value = result.withLock({ $0 }) else { throw MeasureError("nothing has come") }
      return try value.get()
    } catch {
      throw MeasureError("\(error)")
    }
  }
}
