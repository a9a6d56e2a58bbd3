import Dispatch
import Synchronization

/// Waiting for asynchronous code in this program, which has no event loop.
enum Waiting {
  /// Waits for the result of an asynchronous closure.
  static func load<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws(MeasureError) -> Value {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Value, any Error>?>(nil)
    Task.detached {
      let value: Result<Value, any Error>
      do { value = .success(try await body()) } catch { value = .failure(error) }
      result.withLock { $0 = value }
      done.signal()
    }
    done.wait()
    do {
      guard let value = result.withLock({ $0 }) else { throw MeasureError("nothing has come") }
      return try value.get()
    } catch {
      throw MeasureError("\(error)")
    }
  }
}
