/// The state of the loads for a reason; a view draws it directly.
public enum LoadState: Hashable, Sendable {
  /// No load is running; the next one starts on demand.
  case idle
  /// A page is being loaded.
  case loading
  /// The load continues automatically when `Pager.now` reaches this time.
  ///
  /// The error is that of the last attempt, or nil if the source asked for a pause.
  case waiting(until: Duration, after: PagingError?)
  /// A limit of automatic loads is reached; nothing more is loaded for the reason until the reader
  /// asks.
  case paused(PauseReason)
  /// The last load failed; nothing more is loaded for the reason until the reader asks.
  case failed(PagingError)
  /// The reader stopped the load; nothing more is loaded for the reason until the reader asks.
  case cancelled
  /// The list has no more items on this side.
  case end
}

/// The reason why nothing is loaded automatically until the reader asks.
public enum PauseReason: Hashable, Sendable {
  /// The limit of this number of requests since the reader's last command has been reached; see
  /// `PagerConfiguration.maxRequests`.
  case requests(Int)
  /// This number of consecutive pages had no new items; see `PagerConfiguration.stallLimit`.
  case pagesWithoutNew(Int)
}

/// The running loads, at most one per reason, and the problems that keep other loads from starting.
///
/// It knows nothing about the list: it numbers loads, decides which answer still counts, and
/// computes when the next load or timeout is due.
package struct Loads<Cursor: Hashable & Sendable>: Sendable {
  package typealias Slot = LoadSlot<Cursor>
  package typealias Load = Ticket<Cursor>

  /// The number of requests since the reader's last command.
  package private(set) var requestCount = 0
  /// The number of processed answers, which serves as a clock.
  package private(set) var arrivals = 0
  private var slots: [LoadReason: Slot] = [:]
  private(set) var generation = 0
  private var sequence = 0

  package init() {}

  package subscript(reason: LoadReason) -> Slot { slots[reason] ?? Slot() }

  /// Returns the running load for a reason.
  package func out(_ reason: LoadReason) -> Load? { slots[reason]?.ticket }

  package func isOut(_ reason: LoadReason) -> Bool { out(reason) != nil }

  /// Whether a reason has neither a running load nor a problem, such as a failure or a wait.
  package func isIdle(_ reason: LoadReason) -> Bool { slots[reason]?.isIdle ?? true }

  /// Whether an answer still counts, because its load is the current one for its reason.
  package func isCurrent(_ ticket: Load) -> Bool {
    ticket.generation == generation && slots[ticket.request.reason]?.ticket == ticket
  }

  /// Whether any answer was processed while this load was running.
  package func wasAnswered(during ticket: Load) -> Bool { mayBeNewer(arrivals, than: ticket) }

  /// Whether the answer with the given arrival number may be newer than the answer to a running
  /// load.
  package func mayBeNewer(_ arrival: Int, than ticket: Load) -> Bool {
    arrival > (slots[ticket.request.reason]?.arrivalsBefore ?? 0)
  }

  /// Records that a load starts, and counts its pages as requests.
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

  /// Counts an answer.
  package mutating func noteArrival() { arrivals += 1 }

  /// Removes the running load for a reason and anything that prevents loads for it.
  package mutating func clear(_ reason: LoadReason) { slots[reason] = nil }

  /// Records why no load starts automatically; the given load is the one to retry.
  package mutating func hold(_ reason: LoadReason, _ problem: Slot.Problem, of ticket: Load?) {
    slots[reason] = Slot(problem: problem, stopped: ticket, failures: slots[reason]?.failures)
  }

  /// Keeps a load that is not running, so that it can be started again.
  package mutating func keep(_ ticket: Load) {
    slots[ticket.request.reason] = Slot(stopped: ticket)
  }

  /// Counts a failure of the running load; returns the number of failures, and the time of the
  /// first one.
  package mutating func countFailure(_ reason: LoadReason, at now: Duration) -> FailureRun {
    var run = slots[reason]?.failures ?? FailureRun(start: now)
    run.count += 1
    slots[reason, default: Slot()].failures = run
    return run
  }

  /// Adds to the total time that the source has asked the pager to wait.
  package mutating func countAsked(_ time: Duration, _ reason: LoadReason) {
    slots[reason]?.failures?.asked += time
  }

  /// Clears the problem of a load that is retried automatically, and keeps its count of failures.
  package mutating func resume(_ reason: LoadReason) {
    slots[reason] = Slot(failures: slots[reason]?.failures)
  }

  /// Invalidates the answers to all earlier loads.
  package mutating func beginGeneration() {
    generation += 1
    slots = [:]
  }

  /// Resets the count of requests, because the reader gave a command, so that paused loads can
  /// continue.
  package mutating func allowRequests() { requestCount = 0 }

  // MARK: Time

  /// Returns the loads whose timeout has passed.
  package func overdue(at now: Duration) -> [Load] {
    LoadReason.allCases.compactMap { reason in
      guard let slot = slots[reason], let deadline = slot.deadline, now >= deadline else {
        return nil
      }
      return slot.ticket
    }
  }

  /// Whether the wait for a load is over, and no refresh takes precedence over the load.
  package func isDue(_ reason: LoadReason, at now: Duration) -> Bool {
    guard case .waiting(_, let until)? = slots[reason]?.problem, now >= until else { return false }
    return reason == .refresh || !isOut(.refresh)
  }

  /// Returns the time of the next tick; while a load waits, a tick comes every second, so that a
  /// countdown can be shown.
  package func nextTime(after now: Duration) -> Duration? {
    slots.compactMap { reason, slot -> Duration? in
      if let deadline = slot.deadline { return deadline }
      guard case .waiting(_, let until)? = slot.problem else { return nil }
      return reason != .refresh && isOut(.refresh) ? nil : min(until, now + .seconds(1))
    }.min()
  }

  /// Whether a load failed permanently because its cursor has expired.
  package var hasExpired: Bool {
    slots.values.contains {
      if case .failed(let error)? = $0.problem { error.hasExpired } else { false }
    }
  }
}

/// The state of the loads for one reason: a running load, or the reason why none starts
/// automatically.
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

    /// Whether the load is only delayed, and has neither failed permanently nor been cancelled.
    var isPassing: Bool {
      switch self {
      case .waiting, .paused: true
      case .failed, .cancelled: false
      }
    }
  }

  /// The running load.
  package var ticket: Ticket<Cursor>?
  /// The reason why no load starts automatically, if any.
  package var problem: Problem?
  /// The load that is not running and can be started again; nil if none was started.
  package var stopped: Ticket<Cursor>?
  /// The consecutive failures of the load; nil if it has not failed.
  package var failures: FailureRun?
  /// The time when the running load was started.
  package var sentAt = Duration.zero
  /// The time when the running load times out; nil for no timeout.
  package var deadline: Duration?
  /// The number of answers processed before the load was started: answers processed after the start
  /// may be newer than the answer to the load.
  package var arrivalsBefore = 0

  package var isIdle: Bool { ticket == nil && problem == nil }
}

/// Consecutive failures of one load.
package struct FailureRun: Hashable, Sendable {
  /// The time of the first failure.
  package let start: Duration
  /// The number of failures.
  package var count = 0
  /// The total time that the source has asked the pager to wait.
  package var asked = Duration.zero
}
