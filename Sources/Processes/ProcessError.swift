import Glibc

/// Why a program could not be started, or has no thread that waits for it.
package struct ProcessError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What it is called.
  package let name: String
  /// What the system says, as a number of errno(3).
  package let code: Int32

  package init(name: String, code: Int32) { (self.name, self.code) = (name, code) }

  /// Whether there is no such program.
  package var isMissing: Bool { code == ENOENT }

  /// What is wrong, in one line.
  package var description: String {
    isMissing
      ? "\(name): there is no such command"
      : "\(name) cannot be started: \(String(cString: strerror(code)))"
  }

  /// Whether trying again may help, because the machine lacks something for now.
  package var isRetryable: Bool { [EAGAIN, EMFILE, ENFILE, ENOMEM].contains(code) }
}
