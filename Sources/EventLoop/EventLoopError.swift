import Glibc

/// Why a loop cannot wait.
public enum EventLoopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A call of the system failed, with that `errno`.
  case system(call: String, code: Int32)

  /// What is wrong, in one line.
  public var description: String {
    switch self {
    case .system(let call, let code): "\(call) failed: \(String(cString: strerror(code)))"
    }
  }
}
