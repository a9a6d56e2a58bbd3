/// What a kind of load is doing; a view draws it as it is.
public enum LoadState: Hashable, Sendable {
  /// Nothing; more is loaded when it is wanted.
  case idle
  /// A page is on its way.
  case loading
  /// The load goes on by itself at that time of the pager's, see `Pager.now`; the error that befell
  /// it, or none where the source asked to be left alone.
  case waiting(until: Duration, after: PagingError?)
  /// As much was loaded by itself as is allowed; nothing more is until a key asks.
  case paused(PauseReason)
  /// The last load failed; nothing is loaded there until it is tried again.
  case failed(PagingError)
  /// The reader stopped the load; nothing is loaded there until a key asks.
  case cancelled
  /// There is nothing more on this side.
  case end
}

/// Why nothing is loaded by itself any more until a key asks.
public enum PauseReason: Hashable, Sendable {
  /// This many requests have gone out since the last key, and no more were allowed; see
  /// `PagerConfiguration.maxRequests`.
  case requests(Int)
  /// This many pages in a row brought nothing new; see
  /// `PagerConfiguration.stallLimit`.
  case pagesWithoutNew(Int)
}

/// The loads that are out, at most one per reason, and why others are not.
///
/// It knows nothing of the list: it numbers loads, tells which answer still counts, and when
/// something is due.
package struct Loads<Cursor: Hashable & Sendable>: Sendable {
  package typealias Slot = LoadSlot<Cursor>
  package typealias Load = Ticket<Cursor>

  /// Requests since the reader last asked for one.
  package private(set) var requestCount = 0
  /// Answers that have been taken: a clock of what is known.
  package private(set) var arrivals = 0
  private var slots: [LoadReason: Slot] = [:]
  private(set) var generation = 0
  private var sequence = 0

  package init() {}

  package subscript(reason: LoadReason) -> Slot { slots[reason] ?? Slot() }

  /// The load that is out for a reason.
  package func out(_ reason: LoadReason) -> Load? { slots[reason]?.ticket }

  package func isOut(_ reason: LoadReason) -> Bool { out(reason) != nil }

  /// Whether no load of a reason is out, and none failed, waits or was stopped.
  package func isIdle(_ reason: LoadReason) -> Bool { slots[reason]?.isIdle ?? true }

  /// Whether an answer still counts: it is the one that its reason waits for.
  package func isCurrent(_ ticket: Load) -> Bool {
    ticket.generation == generation && slots[ticket.request.reason]?.ticket == ticket
  }

  /// Whether anything was taken while a load was out.
  package func wasAnswered(during ticket: Load) -> Bool { mayBeNewer(arrivals, than: ticket) }

  /// Whether what was taken at an arrival may be newer than the answer to a load that is out.
  package func mayBeNewer(_ arrival: Int, than ticket: Load) -> Bool {
    arrival > (slots[ticket.request.reason]?.arrivalsBefore ?? 0)
  }

  /// Sends a load out.
  package mutating func start(
    _ request: PageRequest<Cursor>, for purpose: Load.Purpose, at now: Duration,
    deadline: Duration?, behind passed: PassedPages<Cursor>? = nil
  ) -> Load {
    sequence += 1
    requestCount += request.pages
    let ticket = Ticket(
      generation: generation, sequence: sequence, request: request, purpose: purpose,
      passed: passed)
    slots[request.reason] = Slot(
      ticket: ticket, failures: slots[request.reason]?.failures, sentAt: now, deadline: deadline,
      arrivalsBefore: arrivals)
    return ticket
  }

  /// Takes note that an answer has come.
  package mutating func noteArrival() { arrivals += 1 }

  /// Forgets what stands against a reason's loads, and one that is out.
  package mutating func clear(_ reason: LoadReason) { slots[reason] = nil }

  /// Says why none goes out by itself; the load that it befell is the one that is tried again.
  package mutating func hold(_ reason: LoadReason, _ problem: Slot.Problem, of ticket: Load?) {
    slots[reason] = Slot(problem: problem, stopped: ticket, failures: slots[reason]?.failures)
  }

  /// Keeps a load for later; a command of the reader brings it back.
  package mutating func keep(_ ticket: Load) {
    slots[ticket.request.reason] = Slot(stopped: ticket)
  }

  /// Counts a failure of what is out, and says how many there were and since when.
  package mutating func countFailure(_ reason: LoadReason, at now: Duration) -> FailureRun {
    var run = slots[reason]?.failures ?? FailureRun(start: now)
    run.count += 1
    slots[reason, default: Slot()].failures = run
    return run
  }

  /// Counts a time that the source has asked for.
  package mutating func countAsked(_ time: Duration, _ reason: LoadReason) {
    slots[reason]?.failures?.asked += time
  }

  /// What is tried again by itself keeps its count of failures.
  package mutating func resume(_ reason: LoadReason) {
    slots[reason] = Slot(failures: slots[reason]?.failures)
  }

  /// Answers to all earlier loads no longer count.
  package mutating func beginGeneration() {
    generation += 1
    slots = [:]
  }

  /// The reader asks: what was paused may go on.
  package mutating func allowRequests() { requestCount = 0 }

  // MARK: Time

  /// The loads whose sources have been silent for too long.
  package func overdue(at now: Duration) -> [Load] {
    LoadReason.allCases.compactMap { reason in
      guard let slot = slots[reason], let deadline = slot.deadline, now >= deadline else {
        return nil
      }
      return slot.ticket
    }
  }

  /// Whether a wait is over, and nothing outranks the load.
  package func isDue(_ reason: LoadReason, at now: Duration) -> Bool {
    guard case .waiting(_, let until)? = slots[reason]?.problem, now >= until else { return false }
    return reason == .refresh || !isOut(.refresh)
  }

  /// When the next thing is due; each second while something waits, so that a countdown can be
  /// shown.
  package func nextTime(after now: Duration) -> Duration? {
    slots.compactMap { reason, slot -> Duration? in
      if let deadline = slot.deadline { return deadline }
      guard case .waiting(_, let until)? = slot.problem else { return nil }
      return reason != .refresh && isOut(.refresh) ? nil : min(until, now + .seconds(1))
    }.min()
  }

  /// Whether a load failed for good because its cursor is not known any more.
  package var hasExpired: Bool {
    slots.values.contains {
      if case .failed(let error)? = $0.problem { error.hasExpired } else { false }
    }
  }
}

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

/// Failures of one load, one after the other.
package struct FailureRun: Hashable, Sendable {
  /// When the first one was.
  package let start: Duration
  /// How many there were.
  package var count = 0
  /// How long the source has asked to be left alone meanwhile.
  package var asked = Duration.zero
}
