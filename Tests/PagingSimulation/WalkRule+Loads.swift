import Paging

/// Rules about when a load starts.
extension WalkRule {
  static let ofLoads = [
    WalkRule("at most one load of a reason is out, and none at an edge during a refresh") {
      walk, _ in walk.ticketsAreFew
    },
    WalkRule("a reason loads if and only if a load is out") { walk, _ in
      LoadReason.allCases.allSatisfy { reason in
        (walk.memory.state(reason) == .loading)
          == walk.run.waiting.contains { $0.request.reason == reason }
      }
    },
    WalkRule("what failed, was paused or cancelled loads only by a key, what waits also in time") {
      walk, before in
      walk.unasked.allSatisfy { walk.mayGoOn($0.request.reason, since: before) }
    },
    WalkRule("a reader's refresh or jump leaves nothing that went wrong before") { walk, _ in
      walk.isForgiving
    },
    WalkRule("a cancel starts nothing and leaves nothing out") { walk, _ in
      walk.step?.kind != .cancel || walk.run.issued.isEmpty && walk.run.waiting.isEmpty
    },
    WalkRule("only what was out is stopped") { walk, before in
      walk.run.cancelled.allSatisfy { before.waiting.contains($0) || walk.run.issued.contains($0) }
    },
    WalkRule("a load that was not asked for is needed by what is drawn") { walk, before in
      walk.unasked.allSatisfy { walk.isNeeded($0, since: before) }
    },
    WalkRule("what is drawn too near to an edge that goes on has a load out, or a reason why not") {
      walk, _ in walk.demandIsMet
    },
    WalkRule("pages that bring nothing new stop at the stall limit") { walk, _ in
      walk.unasked.allSatisfy { load in
        load.edge.map { walk.ledger.barren[$0] ?? 0 < walk.plan.stallLimit } ?? true
      }
    },
    WalkRule("no more requests go out by themselves than are allowed") { walk, _ in
      walk.unasked.isEmpty || !walk.asked.isEmpty
        || walk.ledger.sinceWish <= walk.plan.maxRequests ?? .max
    },
    WalkRule("requests that neither a reader nor time caused come to an end") { walk, _ in
      walk.ledger.sinceReader <= walk.mostWithoutReader
    },
    WalkRule("the end is asked for only where a source can be entered there") { walk, _ in
      walk.plan.opensAtEnd || walk.run.issued.allSatisfy { $0.request.position != .end }
    },
  ]
}

extension RandomWalk {
  /// The loads of the step that the reader did not request.
  fileprivate var unasked: [MachineRun.Load] {
    run.issued.filter { load in
      !asked.contains(load.request.reason)
        && !(load.request.reason == .refresh && (ledger.looksAsked || wasLook))
    }
  }

  /// Whether the event ended a refresh, which other loads may follow.
  private var wasLook: Bool {
    if case .loaded(let ticket, _)? = event { return ticket.request.reason == .refresh }
    if case .failed(let ticket, _)? = event { return ticket.request.reason == .refresh }
    return false
  }

  fileprivate var ticketsAreFew: Bool {
    let reasons = run.waiting.map(\.request.reason)
    guard reasons.contains(.refresh) else {
      return LoadReason.allCases.allSatisfy { one in reasons.count { $0 == one } <= 1 }
    }
    return reasons.count == 1
  }

  /// Whether a load may start for a reason whose previous load was waiting or had failed.
  ///
  /// A source that asked for a pause may end it with its next answer. A command of the reader
  /// starts a load regardless of the pause, even while the head is refreshed.
  fileprivate func mayGoOn(_ reason: LoadReason, since before: WalkMemory) -> Bool {
    switch before.state(reason) {
    case _ where isRenewed || overrulesAll || hasDropped(reason): true
    case .failed, .paused, .cancelled: false
    case .waiting(_, after: nil) where step?.kind == .answer || ledger.resumed.contains(reason):
      true
    case .waiting(let until, _): run.now >= until
    default: true
    }
  }

  /// Whether all earlier failures are removed, if the step is a refresh or a jump by the reader.
  ///
  /// A load that is paused again, or that waits because the source asked for it, is not such a
  /// failure.
  fileprivate var isForgiving: Bool {
    guard overrulesAll, event != nil else { return true }
    return [LoadReason.append, .prepend, .gap].allSatisfy { reason in
      switch memory.state(reason) {
      case .failed, .cancelled, .waiting(_, after: .some), .paused(.pagesWithoutNew): false
      default: true
      }
    }
  }

  /// Whether the list has a new start or end, because pages were dropped.
  private func hasDropped(_ reason: LoadReason) -> Bool {
    run.changes.contains {
      guard case .dropped(let edge, _) = $0 else { return false }
      return reason == (edge == .leading ? .prepend : .append)
    }
  }

  /// Whether a load is needed; one that is repeated, or that a refresh of the head delayed, was
  /// needed when it first started.
  fileprivate func isNeeded(_ load: MachineRun.Load, since before: WalkMemory) -> Bool {
    if ledger.resumed.contains(load.request.reason) || discarded == load.request.reason {
      return true
    }
    if case .waiting(_, after: .some) = before.state(load.request.reason) { return true }
    if before.seeksEnd, load.edge == .trailing { return true }
    if case .number = load.request.position { return plan.counts && sight.hasLooked }
    guard let edge = load.edge, sight.hasLooked else { return false }
    return sight.room(at: edge, in: run).map { $0 < max(1, longestDistance) } ?? true
  }

  /// The maximum distance between the drawn entries and an edge of the held ones that starts a
  /// load.
  var longestDistance: Int {
    plan.followsReader ? run.machine.configuration.longestPrefetchDistance : plan.prefetch
  }

  /// Whether, at each edge where entries are needed, a load is running or has a reason not to run.
  ///
  /// If an end is not known, only a command of the reader starts a load.
  fileprivate var demandIsMet: Bool {
    guard run.machine.hasLoaded, !sight.isForeign, !plan.isOpenEnded, !plan.isUnruly,
      memory.state(.refresh) != .loading
    else { return true }
    return Edge.allCases.allSatisfy { edge in
      let reason: LoadReason = edge == .leading ? .prepend : .append
      guard memory.state(reason) == .idle, let room = sight.room(at: edge, in: run) else {
        return true
      }
      return room >= max(1, plan.prefetch) || isBehindFilledGap(edge)
    }
  }

  /// Whether the reader would reach a gap before the edge, and that gap is being filled.
  private func isBehindFilledGap(_ edge: Edge) -> Bool {
    let gap = run.waiting.lazy.compactMap(\.filledGap).first.flatMap {
      run.machine.index(of: .gap($0))
    }
    guard let gap, let first = sight.drawn.first.flatMap(run.machine.index),
      let last = sight.drawn.last.flatMap(run.machine.index)
    else { return false }
    return edge == .leading ? gap <= last : gap >= first
  }

  /// The maximum number of loads without an action of the reader.
  ///
  /// At each edge, up to `stallLimit` pages may bring nothing before each needed item.
  fileprivate var mostWithoutReader: Int {
    2 * (max(1, longestDistance) + 1) * (plan.stallLimit + 1) + 4
  }
}

extension Ticket {
  fileprivate var edge: Edge? {
    guard case .extend(let edge) = purpose else { return nil }
    return edge
  }

  fileprivate var filledGap: Int? {
    guard case .fill(let gap, _) = purpose else { return nil }
    return gap
  }
}
