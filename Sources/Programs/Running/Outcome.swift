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
    case .limit(.idle): throw .source("the session has ended, for there was no key for too long")
    case .limit(.input): throw .source("the session has ended, for too much was sent")
    case .limit(.total): throw .source("the session has ended, for its time is over")
    }
  }

  /// Tells what was lost at the end; it is the end's reason where the reader has left, and beside a signal
  /// only a word.
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
