import Glibc

/// How a program ended.
enum ExitStatus: Hashable, Sendable {
  /// It ended by itself with this status, 0…255.
  case exited(Int32)
  /// A signal ended it.
  case signalled(Int32)

  /// The status as `waitid` tells it; nil when the record is not about an end.
  init?(_ record: siginfo_t) {
    let value = record._sifields._sigchld.si_status
    switch record.si_code {
    case Int32(CLD_EXITED): self = .exited(value)
    case Int32(CLD_KILLED), Int32(CLD_DUMPED): self = .signalled(value)
    default: return nil
    }
  }
}

extension ExitStatus: CustomStringConvertible {
  /// The status in words, the signal with its name.
  var description: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .signalled(let signal): "signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}
