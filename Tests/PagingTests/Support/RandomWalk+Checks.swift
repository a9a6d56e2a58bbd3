import Paging

extension RandomWalk {
  /// What is remembered from before a step, to compare with what is after it.
  struct Memory {
    let ids: [PagerEntry<Post>.ID]
    let failed: Set<LoadReason>
    let sequences: Set<Int>
  }

  var memory: Memory {
    let failed = LoadReason.allCases.filter {
      if case .failed = run.state($0) { true } else { false }
    }
    return Memory(
      ids: ids, failed: Set(failed), sequences: Set(run.waiting.map(\.sequence)))
  }

  var ids: [PagerEntry<Post>.ID] { (0..<run.machine.count).map { run.machine[$0].id } }

  /// The first rule that does not hold after a step, or nil.
  func problem(since before: Memory) -> String? {
    let rules: [(String, Bool)] = [
      ("identities and indices agree, and no identity is held twice", identitiesAgree),
      ("what stays keeps its order", keepsOrder(since: before)),
      ("items are in the order of the server", isInOrder),
      ("nothing is missing without a gap", hasNoHole),
      ("no gap is at an end", !endsInGap),
      ("at most one load of a reason is out, and none at an edge during a refresh", ticketsAreFew),
      ("a reason loads if and only if a load is out", statesAgree),
      ("what failed loads only by a key", failureHolds(since: before)),
      ("a cancel starts nothing", !isCancel || issued(since: before).isEmpty),
      ("what is held is bounded", isBounded),
      ("what is drawn is held", drawn.allSatisfy { run.machine.index(of: $0) != nil }),
    ]
    guard let broken = rules.first(where: { !$0.1 }) else { return nil }
    return "not true that \(broken.0), after \(doing): \(run.list), out: \(run.waiting)"
  }

  private var identitiesAgree: Bool {
    let ids = ids
    return ids.indices.allSatisfy { run.machine.index(of: ids[$0]) == $0 }
  }

  private func keepsOrder(since before: Memory) -> Bool {
    let isReplaced = run.changes.contains { if case .replaced = $0 { true } else { false } }
    guard !isReplaced else { return true }
    let (old, new) = (Set(before.ids), Set(ids))
    return before.ids.filter(new.contains) == ids.filter(old.contains)
  }

  private var items: [Int] { (0..<run.machine.count).compactMap { run.machine[$0].item?.id } }

  private var isInOrder: Bool { zip(items, items.dropFirst()).allSatisfy { $0 < $1 } }

  private var hasNoHole: Bool {
    guard run.changes.contains(where: { $0 != .states }) else { return true }
    var missing = run.server.visible[...]
    for index in 0..<run.machine.count {
      guard let id = run.machine[index].item?.id else { continue }
      let skipped = missing.prefix { $0 < id }
      missing = missing.dropFirst(skipped.count).drop { $0 == id }
      if index > 0, !skipped.isEmpty, run.machine[index - 1].item != nil { return false }
    }
    return true
  }

  private var endsInGap: Bool {
    if case .gap? = ids.last { true } else { false }
  }

  private var ticketsAreFew: Bool {
    let reasons = run.waiting.map(\.request.reason)
    guard Set(reasons).count == reasons.count else { return false }
    return !reasons.contains(.refresh) || reasons.count == 1
  }

  private var statesAgree: Bool {
    let out = Set(run.waiting.map(\.request.reason))
    return LoadReason.allCases.allSatisfy { (run.state($0) == .loading) == out.contains($0) }
  }

  private func issued(since before: Memory) -> [MachineRun.Load] {
    run.waiting.filter { !before.sequences.contains($0.sequence) }
  }

  private func failureHolds(since before: Memory) -> Bool {
    isWish || !issued(since: before).contains { before.failed.contains($0.request.reason) }
  }

  private var isBounded: Bool {
    let configuration = run.machine.configuration
    let bound = configuration.keep + 2 * configuration.pageSize + grown
    return drawn.isEmpty || run.machine.count <= bound
  }

  // MARK: At rest

  /// Lets everything be answered, goes to the start and walks to the end, filling gaps; returns the
  /// posts seen, in the order they were.
  mutating func readAll() -> [Int] {
    for _ in 0..<3 {
      run.send(.retry)
      run.settle()
    }
    run.send(.refresh)
    run.settle()
    for _ in 0..<500 where run.state(.prepend) != .end || run.machine.count == 0 {
      run.show(0..<min(1, run.machine.count))
      run.settle()
    }
    return readDown()
  }

  private mutating func readDown() -> [Int] {
    var seen: [Int] = []
    for _ in 0..<2_000 {
      let last = seen.last.flatMap { run.machine.index(of: .item($0)) } ?? -1
      let next = last + 1
      guard next < run.machine.count else { break }
      if let post = run.machine[next].item {
        seen.append(post.id)
        run.show(next..<next + 1)
      } else if let gap = run.gap {
        run.send(.fill(gap: gap, from: .leading))
      }
      run.settle()
    }
    return seen
  }
}
