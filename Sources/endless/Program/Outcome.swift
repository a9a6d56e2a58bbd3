import Glibc
import TableUI

/// How a run ended, as the exit status says it.
enum Outcome {
  case done
  case interrupted
  case signal(Int32)

  init(_ end: Session.End?) {
    switch end {
    case .quit, nil: self = .done
    case .interrupted: self = .interrupted
    case .terminated(let signal): self = .signal(signal)
    case .hungUp: self = .signal(SIGHUP)
    }
  }

  var status: Int32 {
    switch self {
    case .done: 0
    case .interrupted: 128 + SIGINT
    case .signal(let number): 128 + number
    }
  }
}
