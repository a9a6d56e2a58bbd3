import Foundation

/// What the command line says: `[--plain] [--latency MS] [--page-size N]`.
struct Options {
  /// Whether items are lines on standard output: asked for, or there is no screen.
  private(set) var isPlain = isatty(STDOUT_FILENO) == 0
  /// What each answer of the service takes.
  private(set) var latency = Duration.zero
  /// Items asked for in one load.
  private(set) var pageSize = 10

  init(_ arguments: [String] = CommandLine.arguments) {
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "--plain": isPlain = true
      case "--latency": latency = .milliseconds(rest.popFirst().flatMap(Int.init) ?? 0)
      case "--page-size": pageSize = max(1, rest.popFirst().flatMap(Int.init) ?? pageSize)
      default: break
      }
    }
  }
}
