import CPostgres
import Dispatch
import Synchronization

/// An attempt to open a connection, on a separate thread, because libpq blocks while it looks up a
/// name.
final class PostgresOpening: Sendable {
  private let address: PostgresAddress
  private let library: PostgresLibrary
  private let outcome = Mutex<Outcome>(.pending)
  /// Signaled when the attempt has ended.
  private let end = DispatchSemaphore(value: 0)

  private enum Outcome: Sendable {
    case pending
    /// The waiting thread has given up.
    case abandoned
    case opened(PostgresHandle)
    case failed(SQLError)
  }

  /// The interval at which the waiting thread checks for cancellation.
  private static let slice = DispatchTimeInterval.milliseconds(20)

  private init(_ address: PostgresAddress, _ library: PostgresLibrary) {
    (self.address, self.library) = (address, library)
  }

  /// Opens a connection; the calling thread waits.
  ///
  /// - Throws: an error with the reason, which may be that the task was cancelled.
  static func handle(
    _ address: PostgresAddress, _ library: PostgresLibrary, _ cancelling: QueryCancelling
  ) throws(SQLError) -> PostgresHandle {
    let opening = PostgresOpening(address, library)
    DispatchQueue(label: "postgres opening").async { opening.run() }
    while opening.end.wait(timeout: .now() + slice) == .timedOut {
      if cancelling.isCancelled { break }
    }
    return try opening.taken()
  }

  private func taken() throws(SQLError) -> PostgresHandle {
    let now = outcome.withLock { outcome in
      defer { outcome = .abandoned }
      return outcome
    }
    switch now {
    case .opened(let handle): return handle
    case .failed(let error): throw error
    case .pending, .abandoned: throw .stopped
    }
  }

  private func run() {
    let new: Outcome
    do throws(SQLError) {
      new = .opened(try PostgresHandle(address, library))
    } catch {
      new = .failed(error)
    }
    let isWanted = outcome.withLock { outcome in
      guard case .pending = outcome else { return false }
      outcome = new
      return true
    }
    if !isWanted, case .opened(let handle) = new { handle.close() }
    end.signal()
  }
}
