import Feeds
import Glibc
import TableUI
import Viewers

/// How a run ended, as the exit status says it.
package enum Outcome {
  case done
  case interrupted
  case signal(Int32)

  /// - Throws: what a guest is told whose time is over.
  init(_ end: Session.End?) throws(Failure) {
    switch end {
    case .quit, nil: self = .done
    case .interrupted: self = .interrupted
    case .terminated(let signal): self = .signal(signal)
    case .failed(let reason): throw .source(reason)
    case .hungUp: self = .signal(SIGHUP)
    case .limit(.idle): throw .source("session ended: idle too long")
    case .limit(.input): throw .source("session ended: too much input")
    case .limit(.total): throw .source("session ended: time limit reached")
    }
  }

  /// Tells what was lost at the end: as the reason of the end if the reader has left, or else only
  /// as a message.
  func complain(of failure: Failure) throws(Failure) {
    guard case .done = self else {
      return Program.tell(failure)
    }
    throw failure
  }

  var status: Int32 {
    switch self {
    case .done: 0
    case .interrupted: 128 + SIGINT
    case .signal(let number): 128 + number
    }
  }
}
