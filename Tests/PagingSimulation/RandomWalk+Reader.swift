import Paging
import Randomness

/// The actions of the reader, and the passing of time.
extension RandomWalk {
  /// Draws some entries; occasionally none, or some that do not exist.
  mutating func look(far: Bool) {
    let count = run.machine.count
    let all = -run.machine.leadingPlaceholders..<count + run.machine.trailingPlaceholders
    let anchor = sight.drawn.first.flatMap { run.machine.index(of: $0) } ?? 0
    let place =
      far ? random.within(all.lowerBound...all.upperBound) : anchor + random.within(-3...4)
    let first = max(all.lowerBound, min(place, all.upperBound))
    var entries = first..<first + random.pick([0, 1, 1, 1, 2, 2, 2, 3])
    if !random.occurs(inPercent: 3) { entries = entries.clamped(to: all) }
    ledger.noteReader()
    sight.look(at: entries, of: run)
    send(.viewport(entries))
  }

  mutating func wish(_ kind: WalkStep.Kind) {
    let edge: Edge = random.occurs(inPercent: 50) ? .leading : .trailing
    let reason: LoadReason = edge == .leading ? .prepend : .append
    switch kind {
    case .refresh: wish(.refresh, for: [.refresh])
    case .refreshAround: wish(.refreshAround, for: [.refresh])
    case .jump: wish(.jump(edge == .leading ? .start : .end), for: [.refresh, reason])
    case .jumpToPost: jumpToPost()
    case .loadMore: wish(.loadMore(edge), for: [.refresh, reason])
    // If no cursor leads into the gap, a load above the list serves the same purpose.
    case .fill: wish(.fill(gap: run.gap ?? 0, from: edge), for: [.gap, .prepend])
    case .retry: wish(.retry, for: LoadReason.allCases)
    case .seekEnd: wish(.seekEnd, for: [.refresh, .append])
    default: wish(.cancel, for: [])
    }
  }

  private mutating func wish(_ event: PagerEvent<Post, Int>, for reasons: [LoadReason]) {
    asked = reasons
    ledger.noteReader()
    ledger.noteWish(for: reasons, isLook: reasons.contains(.refresh))
    if overrulesAll { ledger.noteOverruling(resuming: run.state(.gap).isPassing) }
    send(event)
  }

  /// Whether the step is a refresh or a jump by the reader, which ends earlier errors.
  var overrulesAll: Bool {
    switch step?.kind {
    case .refresh, .refreshAround, .jump, .jumpToPost: true
    default: false
    }
  }

  /// Jumps to the cursor of an existing post, if cursors are keys or tokens.
  private mutating func jumpToPost() {
    guard plan.style.isExact, !run.server.ids.isEmpty else { return }
    let rank = run.server.rank(of: random.pick(run.server.ids))
    let isBefore = plan.goesBack && random.occurs(inPercent: 50)
    wish(.jump(isBefore ? .before(rank) : .after(rank)), for: [.refresh])
  }

  /// Lets time pass, with a tick if one is due, on time or late.
  mutating func wait() {
    let spans: [Duration] = [.milliseconds(10), .milliseconds(300), .seconds(1), .seconds(70)]
    let span = random.pick(spans)
    let end = run.now + span
    guard let wake = run.wake, wake <= end else { return run.pass(span) }
    tick(at: random.occurs(inPercent: 20) ? end : wake)
  }
}

extension LoadState {
  /// Whether the load was only delayed, and had neither failed permanently nor been cancelled.
  fileprivate var isPassing: Bool {
    switch self {
    case .waiting, .paused: true
    default: false
    }
  }
}
