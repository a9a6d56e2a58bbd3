import Paging
import Randomness

/// What the reader and time do.
extension RandomWalk {
  /// Draws some entries; now and then none, or some that are not there.
  mutating func look(far: Bool) {
    let count = run.machine.count
    let all = -run.machine.leadingPlaceholders..<count + run.machine.trailingPlaceholders
    let anchor = sight.drawn.first.flatMap { run.machine.index(of: $0) } ?? 0
    let place =
      far ? random.within(all.lowerBound...all.upperBound) : anchor + random.within(-3...4)
    let first = max(all.lowerBound, min(place, all.upperBound))
    var entries = first..<first + random.pick([0, 1, 1, 1, 2, 2, 2, 3])
    if !random.chance(3) { entries = entries.clamped(to: all) }
    ledger.noteReader()
    sight.look(at: entries, of: run)
    send(.viewport(entries))
  }

  mutating func wish(_ kind: WalkStep.Kind) {
    let edge: Edge = random.chance(50) ? .leading : .trailing
    let reason: LoadReason = edge == .leading ? .prepend : .append
    switch kind {
    case .refresh: wish(.refresh, for: [.refresh])
    case .jump: wish(.jump(edge), for: [.refresh, reason])
    case .loadMore: wish(.loadMore(edge), for: [.refresh, reason])
    case .fill: wish(.fill(gap: run.gap ?? 0, from: edge), for: [.gap])
    case .retry: wish(.retry, for: LoadReason.allCases)
    case .seekEnd: wish(.seekEnd, for: [.refresh, .append])
    default: wish(.cancel, for: [])
    }
  }

  private mutating func wish(_ event: PagerEvent<Post, Int>, for reasons: [LoadReason]) {
    asked = reasons
    ledger.noteReader()
    ledger.noteWish(for: reasons)
    send(event)
  }

  /// Lets time pass, with a tick if one is due, on time or late.
  mutating func wait() {
    let spans: [Duration] = [.milliseconds(10), .milliseconds(300), .seconds(1), .seconds(70)]
    let span = random.pick(spans)
    let end = run.now + span
    guard let wake = run.wake, wake <= end else { return run.pass(span) }
    tick(at: random.chance(20) ? end : wake)
  }

  mutating func replace() {
    guard let id = random.pickHeld(run.machine) else { return }
    send(.replace(Post(id: id, version: 3)))
  }
}

extension SplitMix64 {
  /// The number of a post that is held or of one that is not.
  fileprivate mutating func pickHeld(_ machine: PagerMachine<Post, Int>) -> Int? {
    guard machine.count > 0, !chance(10) else { return .max }
    return machine[within(0...machine.count - 1)].item?.id
  }
}
