import Feeds
import Viewers

/// What the environment says to `less`, which counts here, too.
nonisolated package struct LessEnvironment: Sendable {
  /// Options that come before those of the command line: `LESS`.
  let options: String?
  /// Whether no program may be started, no other file opened and nothing written: `LESSSECURE`.
  let isSecure: Bool

  package init(options: String? = nil, isSecure: Bool = false) {
    (self.options, self.isSecure) = (options, isSecure)
  }

  /// That of this process.
  ///
  /// As `less` does, without a terminal to write to it leaves the options out: a copy must not change
  /// with what somebody likes to see. Any text in `LESSSECURE` counts.
  static var current: LessEnvironment {
    LessEnvironment(
      options: StandardOutput.isTerminal ? Environment.value("LESS") : nil,
      isSecure: Environment.value("LESSSECURE").map { !$0.isEmpty } ?? false)
  }
}
