import Glibc
import PostgresTrials

/// A way to capture the messages that libraries in this process write to standard error.
enum StandardError {
  /// Runs a body while standard error is redirected to a file.
  static func written<Value>(to path: String, _ body: () async -> Value) async throws -> Value {
    let (kept, file) = (dup(2), open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
    guard kept >= 0, file >= 0 else { throw TrialError("\(path) cannot be written") }
    dup2(file, 2)
    defer {
      dup2(kept, 2)
      close(kept)
      close(file)
    }
    return await body()
  }
}
