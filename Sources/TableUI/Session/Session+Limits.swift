import Terminal

/// The ends that come by themselves.
extension Session {
  /// Limits the session from now on; without a call it lasts until the reader leaves.
  ///
  /// Its end is then `End.limit`. In the last half minute the status line counts down. Cost: none
  /// until then, because the session sleeps; after it, a frame a second.
  ///
  /// - Parameters:
  ///   - limits: how long it may last.
  ///   - clock: what it is measured by.
  public func limit<C: Clock>(_ limits: SessionLimits, clock: C = ContinuousClock())
  where C.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    time = SessionTime(limits, start: .zero)
    timekeeper?.cancel()
    timekeeper = Task { [weak self] in
      while !Task.isCancelled, let moment = self?.nextMoment {
        // The clock's own sleep, so that a test's clock decides how long it takes.
        try? await clock.sleep(until: start.advanced(by: moment), tolerance: nil)
        self?.tick()
      }
    }
  }

  private var nextMoment: Duration? {
    end == nil ? time?.nextChange(after: now()) : nil
  }

  /// Looks at the clock: ends the session, or draws what is left.
  private func tick() {
    guard end == nil, let time else { return }
    if let kind = time.reached(at: now()) {
      finish(.limit(kind))
    } else if time.message(at: now()) != nil {
      setNeedsDisplay()
    }
  }
}
