import Dispatch
import Foundation
import Paging

/// What the command line says behind the name of a system: `[--plain] [--latency MS] [--page-size N] [--service ADDRESS]`.
struct Options {
  /// Whether items are written as lines to standard output: with `--plain`, or if that is not a terminal.
  private(set) var isPlain = isatty(STDOUT_FILENO) == 0
  /// What is asked instead of the simulated service.
  private(set) var service: WebService?
  /// What each answer of the simulated service takes; nothing by default.
  private(set) var latency = Latency(.zero)
  /// Items asked for in one load.
  private(set) var pageSize: Int

  /// Reads the command line; what it does not know is passed over.
  ///
  /// - Throws: that there is nothing to ask a service with.
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

/// What an answer of a made-up service takes: all that it lacks of a real one.
nonisolated struct Latency: Sendable {
  private let duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  /// Waits that long; a load that is cancelled ends it.
  ///
  /// - Throws: `CancellationError`.
  func wait() async throws {
    guard duration > .zero else { return }
    // A wait by definition, as long as --latency says.
    try await Task.sleep(for: duration)
  }
}

/// An error of the simulated service, as the client of a real one has its own type of errors.
nonisolated struct ServiceError: Error, CustomStringConvertible {
  /// One line in lower case.
  let description: String

  /// Creates an error of a line in lower case.
  init(_ description: String) { self.description = description }

  /// What an error is to a list; asking these services again does not help.
  @Sendable static func shown(_ error: any Error) -> PagingError {
    PagingError("\(error)", isRetryable: false)
  }
}

/// Does something without a screen and ends the program: with status 1 and the error where it fails.
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

/// Writes an error in a line, and ends the program with status 1.
func fail(_ error: any Error) -> Never {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
