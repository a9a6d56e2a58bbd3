import Paging

/// Rules of time: whatever is out or waits comes to an end.
extension WalkRule {
  static let ofWaits = [
    WalkRule("a load whose source stays silent has ended when the tick has come") { walk, _ in
      guard case .tick? = walk.event else { return true }
      return walk.ledger.deadlines.values.allSatisfy { $0 > walk.run.now }
    },
    WalkRule("the tick that ends a silence is asked for in time") { walk, _ in
      walk.ledger.deadlines.values.allSatisfy { walk.isAwake(by: $0) }
    },
    WalkRule("the tick that ends a wait is asked for in time") { walk, _ in
      let isRefreshing = walk.memory.state(.refresh) == .loading
      return walk.memory.states.allSatisfy { state in
        guard case .waiting(let until, let error) = state else { return true }
        return isRefreshing && error != nil || walk.isAwake(by: until)
      }
    },
  ]
}

extension RandomWalk {
  fileprivate func isAwake(by time: Duration) -> Bool { run.wake.map { $0 <= time } ?? false }
}
