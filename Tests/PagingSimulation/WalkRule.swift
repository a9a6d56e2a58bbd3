import Paging

/// A condition that must be true after every step of a random walk.
struct WalkRule: Sendable {
  let sentence: String
  let holds: @Sendable (RandomWalk, _ before: WalkMemory) -> Bool

  init(_ sentence: String, holds: @escaping @Sendable (RandomWalk, WalkMemory) -> Bool) {
    self.sentence = sentence
    self.holds = holds
  }

  /// All rules; the first one that is broken is reported.
  static let all = ofLists + ofLoads + ofWaits
}

/// Rules about the held entries.
///
/// If a server is unruly, nothing is checked about its order or about missing posts; all other
/// rules apply to any server.
extension WalkRule {
  static let ofLists = [
    WalkRule("identities and indices agree, and no identity is held twice") { walk, _ in
      let ids = walk.memory.ids
      return !walk.run.hasChangedList
        || ids.indices.allSatisfy { walk.run.machine.index(of: ids[$0]) == $0 }
    },
    WalkRule("a list changes only with a difference that says how") { walk, before in
      walk.run.hasChangedList || walk.run.machine.count == before.ids.count
    },
    WalkRule("an edit of the app changes what it says and nothing else") { walk, _ in
      walk.expected.map { $0 == walk.heldItems } ?? true
    },
    WalkRule("what has filled a gap is where it is told to be") { walk, _ in walk.fillingIsTrue },
    WalkRule("what is drawn is held") { walk, _ in
      walk.sight.drawn.allSatisfy { walk.run.machine.index(of: $0) != nil }
    },
    WalkRule("what is held is complete, once and in the server's order, or a gap says so") {
      walk, _ in walk.problem == nil
    },
    WalkRule("the differences alone keep a copy of the list") { walk, _ in
      !walk.run.hasChangedList || walk.run.mirror.isCopy(of: walk.run.machine)
    },
    WalkRule("no two gaps stand side by side") { walk, _ in
      !zip(walk.memory.ids, walk.memory.ids.dropFirst()).contains { above, below in
        if case .gap = above, case .gap = below { true } else { false }
      }
    },
    WalkRule("no gap is at the end") { walk, _ in
      if case .gap? = walk.memory.ids.last { false } else { true }
    },
    WalkRule("no more is held than what is drawn needs and `keep` allows") { walk, _ in
      walk.isBounded
    },
    WalkRule("an item's place is the server's, where nothing moves") { walk, _ in
      walk.placesAgree
    },
    WalkRule("an answer that nothing waits for changes nothing") { walk, before in
      walk.step?.kind != .answerLate || walk.memory.ids == before.ids
    },
  ]
}

extension RandomWalk {
  fileprivate var isBounded: Bool {
    // Nothing is dropped while a refresh is under way.
    guard !sight.drawn.isEmpty, memory.state(.refresh) != .loading else { return true }
    let configuration = run.machine.configuration
    let needed = max(sight.span, sight.drawn.count) + 2 * max(1, longestDistance)
    let page = max(configuration.pageSize, sight.longestPage)
    // Two pages always stay, and a third one if the list continues beyond the drawn entries only
    // from that page.
    let pages = run.gap == nil ? 2 : 3
    // An item that the app has put into a page makes the page longer.
    let putIn = heldPosts.count { truth.edits.wasEdited($0) }
    return run.machine.count <= max(configuration.keep, needed) + pages * page + sight.grown + putIn
  }

  /// Whether `filled` describes the list; it need not if the same event drops entries afterwards.
  fileprivate var fillingIsTrue: Bool {
    let entries = run.changes.compactMap { change -> Range<Int>? in
      if case .filled(let entries, _) = change { entries } else { nil }
    }
    let hasDropped = run.changes.contains { if case .dropped = $0 { true } else { false } }
    return hasDropped
      || entries.allSatisfy { entries in
        entries.upperBound <= memory.ids.count
          && [entries.first, entries.last].compactMap { $0 }.allSatisfy {
            run.came.contains(memory.ids[$0])
          }
      }
  }

  fileprivate var placesAgree: Bool {
    guard plan.movement == .still, !plan.isUnruly, plan.edits == 0, !plan.hasSeparators,
      !sight.hadGap, !sight.isForeign,
      case .item(let post)? = memory.ids.first, let place = run.machine.place(ofEntry: 0)
    else { return true }
    return run.server.visible.firstIndex(of: post.number).map { $0 == place } ?? true
  }
}

/// Rules about time: every load and every wait ends.
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
