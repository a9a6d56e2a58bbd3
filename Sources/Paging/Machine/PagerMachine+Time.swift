/// The effects of time: waits that end, and timeouts.
extension PagerMachine {
  /// Handles the waits and timeouts that are over, and informs the observers, so that they can
  /// update countdowns.
  mutating func passTime() {
    for ticket in loads.overdue(at: now) { timeOut(ticket) }
    for reason in LoadReason.allCases where loads.isDue(reason, at: now) { goOn(reason) }
    if restsUntil != nil, !isResting {
      restsUntil = nil
      resume()
    }
    publish(.states)
  }

  /// Fails a load that has timed out.
  private mutating func timeOut(_ ticket: Ticket<Cursor>) {
    effects.append(.cancel(ticket))
    let seconds = configuration.loadTimeout?.components.seconds ?? 0
    fail(PagingError("no answer for \(seconds) s", isRetryable: true), for: ticket)
  }

  /// Retries a load automatically, if that is still allowed.
  private mutating func goOn(_ reason: LoadReason) {
    guard let ticket = loads[reason].stopped, mayAsk(for: reason) else { return }
    loads.resume(reason)
    switch ticket.purpose {
    case .replace, .placeholders, .merge, .renew, .renewBelow, .land: repeatRefresh(ticket)
    case .extend(let edge): extend(edge)
    case .fill(let gap, let side): fill(gap, from: side)
    }
  }

  /// Handles a failed load: it waits for a retry if the failure is temporary and the time limit
  /// allows it, otherwise the reader decides.
  mutating func handleFailure(
    _ reason: LoadReason, by error: PagingError, for ticket: Ticket<Cursor>
  ) {
    let run = loads.countFailure(reason, at: now)
    let policy = configuration.retry
    let delay = policy.delay(
      afterFailures: run.count, of: error, randomFraction: moment.randomFraction)
    // The time that the source asked the pager to wait does not count toward the limit; all other
    // time does.
    let counted = error.retryAfter == nil ? delay : .zero
    let isInTime = now + counted - run.start - run.asked <= policy.limit
    // Beyond the limit on requests a retry could not be sent, and the wait for it would hide the
    // failure.
    let mayAsk = mostRequests.map { loads.requestCount < $0 } ?? true
    let waits = error.isRetryable && policy.limit > .zero && isInTime && mayAsk
    if waits, let asked = error.retryAfter { loads.countAsked(asked, reason) }
    loads.hold(
      reason, waits ? .waiting(error, until: now + delay) : .failed(error), of: ticket)
    if !waits, reason == .append || isForeign { seeksEnd = false }
    publish(.states)
  }

  mutating func pause(_ reason: LoadReason, _ why: PauseReason) {
    loads.hold(reason, .paused(why), of: loads[reason].stopped)
    publish(.states)
  }

  /// Whether a load may start automatically; beyond the limit on requests it is paused.
  mutating func mayAsk(for reason: LoadReason) -> Bool {
    guard let most = mostRequests, loads.requestCount >= most else { return true }
    pause(reason, .requests(most))
    return false
  }

  /// The number of automatic requests allowed after a command; nil for no limit.
  var mostRequests: Int? {
    let toEnd = seeksEnd && limitsSeeking ? configuration.maxRequestsToEnd : nil
    return [configuration.maxRequests, toEnd].compactMap { $0 }.min()
  }

  /// Requests a wake-up for the next due time, if that has changed.
  mutating func noteWake() {
    let next = nextWake
    guard next != wakesAt else { return }
    wakesAt = next
    effects.append(.wake(at: next))
  }

  private var nextWake: Duration? {
    let rest = restsUntil.map { min($0, now + .seconds(1)) }
    return [loads.nextTime(after: now), rest].compactMap { $0 }.min()
  }
}
