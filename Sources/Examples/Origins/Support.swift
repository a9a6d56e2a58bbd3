import Dispatch
import Foundation
import Paging

/// The command line after the name of a system: `[--plain] [--latency MS] [--page-size N]
/// [--service ADDRESS]`.
struct Options {
  /// Whether items are printed as lines: with `--plain`, or if standard output is not a terminal.
  private(set) var isPlain = isatty(STDOUT_FILENO) == 0
  /// The service to use instead of the simulated one.
  private(set) var service: WebService?
  /// The latency of the simulated service; none by default.
  private(set) var latency = Latency(.zero)
  /// The number of items in each load.
  private(set) var pageSize: Int

  /// Parses the command line; unknown arguments are ignored.
  ///
  /// - Throws: an error if the client cannot be started.
  init(pageSize: Int, _ arguments: [String] = CommandLine.arguments) throws {
    self.pageSize = pageSize
    var rest = arguments.dropFirst(2)
    while let argument = rest.popFirst() {
      switch argument {
      case "--plain": isPlain = true
      case "--latency": latency = Latency(.milliseconds(rest.popFirst().flatMap(Int.init) ?? 0))
      case "--page-size": self.pageSize = max(1, rest.popFirst().flatMap(Int.init) ?? pageSize)
      case "--service": service = try WebService(rest.popFirst() ?? "")
      default: break
      }
    }
  }
}

/// The latency of a simulated service.
nonisolated struct Latency: Sendable {
  private let duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  /// Waits for the duration; throws early if the load is cancelled.
  ///
  /// - Throws: `CancellationError`.
  func wait() async throws {
    guard duration > .zero else { return }
    // The wait is the purpose of --latency.
    try await Task.sleep(for: duration)
  }
}

/// An error of a simulated service; the client of a real service has its own error type.
nonisolated struct ServiceError: Error, CustomStringConvertible {
  /// The message: one line in lower case.
  let description: String

  /// Creates an error with a message in lower case.
  init(_ description: String) { self.description = description }

  /// Converts an error for a list; a retry does not help with these services.
  @Sendable static func shown(_ error: any Error) -> PagingError {
    PagingError("\(error)", isRetryable: false)
  }
}

/// Runs work without a screen and ends the program, with status 1 and a message on failure.
func endAfter(_ work: @escaping () async throws -> Void) -> Never {
  Task {
    do {
      try await work()
      exit(0)
    } catch {
      fail(error)
    }
  }
  dispatchMain()
}

/// Prints an error on one line, and ends the program with status 1.
func fail(_ error: any Error) -> Never {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
