/// What the loads of one reason are at: a ticket that is out, or why none goes out by itself.
struct LoadSlot<Cursor: Hashable & Sendable>: Hashable, Sendable {
  enum Problem: Hashable, Sendable {
    case failed(PagingError)
    case waiting(PagingError, until: Duration)
    case paused(PauseReason)
    case cancelled

    var state: LoadState {
      switch self {
      case .failed(let error): .failed(error)
      case .waiting(let error, let until): .waiting(until: until, after: error)
      case .paused(let reason): .paused(reason)
      case .cancelled: .cancelled
      }
    }
  }

  /// The load that is out.
  var ticket: Ticket<Cursor>?
  /// What became of the last one, if it brought no page.
  var problem: Problem?
  /// The load that the problem befell; none if it had not gone out yet.
  var stopped: Ticket<Cursor>?
  /// Failures of this load so far.
  var failures: FailureRun?
  /// When a load that is out was sent.
  var sentAt = Duration.zero
  /// When a load that is out is given up.
  var deadline: Duration?
  /// Answers that had been taken when it was sent: what came later may be newer than its answer.
  var arrivalsBefore = 0

  var isIdle: Bool { ticket == nil && problem == nil }
}
