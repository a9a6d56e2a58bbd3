/// What the loads of one reason are at: a ticket that is out, or why none goes out by itself.
package struct LoadSlot<Cursor: Hashable & Sendable>: Hashable, Sendable {
  package enum Problem: Hashable, Sendable {
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

    /// Whether the load would have gone on without a word about it.
    var isPassing: Bool {
      switch self {
      case .waiting, .paused: true
      case .failed, .cancelled: false
      }
    }
  }

  /// The load that is out.
  package var ticket: Ticket<Cursor>?
  /// What became of the last one, if it brought no page.
  package var problem: Problem?
  /// The load that the problem befell; none if it had not gone out yet.
  package var stopped: Ticket<Cursor>?
  /// Failures of this load until now.
  package var failures: FailureRun?
  /// When a load that is out was sent.
  package var sentAt = Duration.zero
  /// When a load that is out is given up.
  package var deadline: Duration?
  /// Answers that had been taken when it was sent: what came later may be newer than its answer.
  package var arrivalsBefore = 0

  package var isIdle: Bool { ticket == nil && problem == nil }
}
