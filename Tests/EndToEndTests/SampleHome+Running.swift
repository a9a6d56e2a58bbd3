import Foundation
import Testing

extension SampleHome {
  /// The newest post as another run of the program sees it now.
  func newestNow() async throws -> SamplePost {
    let result = try await Command.run(launch("timeline:", "--plain", "--json", "--limit", "1"))
    guard result.status == .exited(0) else {
      throw HarnessError("the newest post cannot be read: \(result.status), \(result.error)")
    }
    return try JSONDecoder().decode(SamplePost.self, from: Data(result.output.utf8))
  }

  /// Runs the program in a terminal that draws, and calls `body` when the first post is there.
  @discardableResult
  func onScreen<Result>(
    _ arguments: String..., lines: Int = 24, columns: Int = 80,
    environment: [String: String?] = [:], body: (Tmux) async throws -> Result
  ) async throws -> Result {
    let launch = launch(arguments, environment: environment)
    return try await Tmux.run(launch, lines: lines, columns: columns) { tmux in
      try await tmux.waitFor("post 1")
      return try await body(tmux)
    }
  }

  /// Runs the program in a pseudo-terminal, and calls `body` when the first post is there.
  ///
  /// Standard error is a pipe, so that a test can say that nothing was written to it.
  @discardableResult
  func inTerminal<Result>(
    _ arguments: String..., options: TerminalOptions = TerminalOptions(),
    environment: [String: String?] = [:], body: (PseudoTerminal) async throws -> Result
  ) async throws -> Result {
    var launch = launch(arguments, environment: environment)
    launch.standardError = .pipe
    return try await PseudoTerminal.run(launch, options) { terminal in
      try await terminal.waitFor("loaded")
      return try await body(terminal)
    }
  }
}
