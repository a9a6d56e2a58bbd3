/// What time alone brings: a wait that is over, a source that stays silent.
extension PagerMachine {
  /// Does what is due, and lets those who count the seconds know that one has passed.
  mutating func passTime() {
    for reason in LoadReason.allCases {
      endSilence(of: reason)
      if isDue(reason) { goOn(reason) }
    }
    if let rest = restsUntil, now >= rest { restsUntil = nil }
    publish(.states)
  }

  /// Ends a load whose source has not answered for too long.
  private mutating func endSilence(of reason: LoadReason) {
    guard let ticket = slots[reason]?.ticket, let deadline = slots[reason]?.deadline,
      now >= deadline
    else { return }
    effects.append(.cancel(ticket))
    let seconds = configuration.patience?.components.seconds ?? 0
    fail(PagingError("no answer for \(seconds) s", mayPass: true), for: ticket)
  }

  /// Whether a wait is over and nothing outranks the load.
  private func isDue(_ reason: LoadReason) -> Bool {
    guard case .waiting(_, let until)? = slots[reason]?.problem, now >= until else { return false }
    return reason == .refresh || slots[.refresh]?.ticket == nil
  }

  /// Tries a load again by itself, as it was asked, if that is still allowed.
  private mutating func goOn(_ reason: LoadReason) {
    guard let slot = slots[reason], let ticket = slot.stopped, mayAsk(for: reason) else { return }
    slots[reason] = LoadSlot(failures: slot.failures)
    switch ticket.purpose {
    case .replace, .merge: lookAgain(ticket)
    case .extend(let edge): extend(edge)
    case .fill(let gap, let side): fill(gap, from: side)
    }
  }

  /// What becomes of a load that failed: a wait, where it may pass and there is time, or the
  /// reader's word.
  mutating func setBack(_ reason: LoadReason, by error: PagingError, for ticket: Ticket<Cursor>) {
    var run = slots[reason]?.failures ?? FailureRun(start: now)
    run.count += 1
    let policy = configuration.retry
    let delay = policy.delay(afterFailures: run.count, of: error, chance: moment.chance)
    let isInTime = error.retryAfter != nil || now + delay - run.start <= policy.limit
    let waits = error.mayPass && policy.limit > .zero && isInTime
    slots[reason] = LoadSlot(
      problem: waits ? .waiting(error, until: now + delay) : .failed(error), stopped: ticket,
      failures: run)
    if !waits, reason == .append { seeksEnd = false }
    publish(.states)
  }

  mutating func pause(_ reason: LoadReason, _ why: PauseReason) {
    slots[reason] = LoadSlot(problem: .paused(why), stopped: slots[reason]?.stopped)
    publish(.states)
  }

  /// Whether a load may go out by itself; beyond the bound of requests a pause says why not.
  mutating func mayAsk(for reason: LoadReason) -> Bool {
    guard let most = configuration.maxRequests, requestCount >= most else { return true }
    pause(reason, .requests(most))
    return false
  }

  /// The reader asks: what was paused may go on.
  mutating func allowRequests() { requestCount = 0 }

  /// Asks to be woken when the next thing is due, if that has changed.
  mutating func noteWake() {
    let next = nextWake
    guard next != wakesAt else { return }
    wakesAt = next
    effects.append(.wake(at: next))
  }

  private var nextWake: Duration? {
    let isRefreshing = slots[.refresh]?.ticket != nil
    var times = slots.compactMap { reason, slot -> Duration? in
      if let deadline = slot.deadline { return deadline }
      guard case .waiting(_, let until)? = slot.problem else { return nil }
      return reason != .refresh && isRefreshing ? nil : min(until, now + .seconds(1))
    }
    if let restsUntil { times.append(min(restsUntil, now + .seconds(1))) }
    return times.min()
  }
}
