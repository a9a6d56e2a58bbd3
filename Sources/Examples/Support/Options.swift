import Foundation

/// What the command line of an example says: `[--plain] [--latency MS] [--page-size N]`.
public struct Options {
  /// Whether items are lines on standard output: asked for, or there is no screen.
  public private(set) var isPlain = isatty(STDOUT_FILENO) == 0
  /// What each answer of the service takes; nothing by default.
  public private(set) var latency = Latency(.zero)
  /// Items asked for in one load.
  public private(set) var pageSize: Int

  /// Reads the command line; what it does not know is passed over.
  public init(pageSize: Int, _ arguments: [String] = CommandLine.arguments) {
    self.pageSize = pageSize
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "--plain": isPlain = true
      case "--latency": latency = Latency(.milliseconds(rest.popFirst().flatMap(Int.init) ?? 0))
      case "--page-size": self.pageSize = max(1, rest.popFirst().flatMap(Int.init) ?? pageSize)
      default: break
      }
    }
  }
}
