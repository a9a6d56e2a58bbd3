import Paging

/// Rules of what is held. Where a server is unruly nothing is said of its order, nor of what it
/// leaves out; all the others hold before any server.
extension WalkRule {
  static let ofLists = [
    WalkRule("identities and indices agree, and no identity is held twice") { walk, _ in
      let ids = walk.memory.ids
      return ids.indices.allSatisfy { walk.run.machine.index(of: ids[$0]) == $0 }
    },
    WalkRule("what is held goes from the ends, and what comes stands there or in a gap") {
      $0.keepsNeighbours(since: $1)
    },
    WalkRule("what is drawn is held") { walk, _ in
      walk.sight.drawn.allSatisfy { walk.run.machine.index(of: $0) != nil }
    },
    WalkRule("items are in the order of the server") { walk, _ in
      walk.plan.isUnruly || walk.hasNewList == false || walk.isInOrder
    },
    WalkRule("nothing is missing without a gap") { walk, _ in
      walk.plan.isUnruly || walk.hasNewList == false || walk.hasNoHole
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
    WalkRule("an answer that nobody waits for changes nothing") { walk, before in
      walk.step?.kind != .answerLate || walk.memory.ids == before.ids
    },
  ]
}

extension RandomWalk {
  fileprivate var hasNewList: Bool { run.changes.contains { $0 != .states } }

  fileprivate func keepsNeighbours(since before: WalkMemory) -> Bool {
    guard hasNewList, !isRenewed else { return true }
    let places = before.ids.map { run.machine.index(of: $0) }
    guard let first = places.firstIndex(where: { $0 != nil }),
      let last = places.lastIndex(where: { $0 != nil }), var place = places[first]
    else { return places.isEmpty }
    let isFilled = run.changes.contains(where: \.isFilling)
    var isOpen = false
    for index in first...last where index > first {
      let isGap = if case .gap = before.ids[index] { isFilled } else { false }
      isOpen = isOpen || isGap
      guard let next = places[index] else {
        if isOpen { continue }
        return false
      }
      guard next == place + 1 || isOpen && next > place else { return false }
      (place, isOpen) = (next, isGap)
    }
    return true
  }

  /// Whether the list was begun anew.
  var isRenewed: Bool {
    run.changes.contains { change in
      switch change {
      case .replaced, .moved: true
      case .refreshed: sight.isReplacedByRefresh
      default: false
      }
    }
  }

  fileprivate var isInOrder: Bool {
    var last = Int.min
    for case .item(let id) in memory.ids where posts.isDue.contains(id) {
      guard id > last else { return false }
      last = id
    }
    return true
  }

  fileprivate var hasNoHole: Bool {
    var place: Int?
    var isGap = false
    for id in memory.ids {
      guard case .item(let post) = id else {
        isGap = true
        continue
      }
      guard posts.isDue.contains(post) else { continue }
      if let place, !isGap, posts.due[place + 1] != post { return false }
      let start = place ?? -1
      place = posts.due[(start + 1)...].firstIndex(of: post)
      isGap = false
    }
    return true
  }

  fileprivate var isBounded: Bool {
    guard !sight.drawn.isEmpty else { return true }
    let configuration = run.machine.configuration
    let needed = sight.drawn.count + 2 * max(1, longestDistance)
    let page = max(configuration.pageSize, sight.longestPage)
    return run.machine.count <= max(configuration.keep, needed) + 2 * page + sight.grown
  }

  fileprivate var placesAgree: Bool {
    guard plan.movement == .still, !plan.isUnruly, !sight.hadGap,
      case .item(let post)? = memory.ids.first, let place = run.machine.place(ofEntry: 0)
    else { return true }
    return run.server.visible.firstIndex(of: post).map { $0 == place } ?? true
  }
}

extension PagerChange {
  fileprivate var isFilling: Bool { if case .filled = self { true } else { false } }
}
