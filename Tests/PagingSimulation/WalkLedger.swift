import Paging

/// Counts the loads that start in a random walk, according to the walk's own rules.
struct WalkLedger: Sendable {
  /// The number of pages requested since the reader last asked for something, without those of
  /// requested refreshes.
  private(set) var sinceWish = 0
  /// The number of loads since the last action of the reader or since time last passed; 0 while a
  /// requested refresh runs or the end is being sought.
  private(set) var sinceReader = 0
  /// How many pages in a row have brought nothing at each edge, since the reader last asked there.
  private(set) var barren: [Edge: Int] = [:]
  /// The time by which each running load must have ended, by its number.
  private(set) var deadlines: [Int: Duration] = [:]
  /// The loads that a refresh of the head has cancelled or delayed, and those that have now
  /// continued.
  private(set) var postponed: Set<LoadReason> = []
  private(set) var resumed: Set<LoadReason> = []

  /// Whether a requested refresh is not over yet, so that further refreshes may follow it.
  private(set) var looksAsked = false

  /// Notes that the reader asked for loads; an empty array means that the reader cancelled all
  /// loads or, with `isLook`, that the source reported a change.
  mutating func noteWish(for asked: [LoadReason], isLook: Bool = false) {
    if isLook { looksAsked = true }
    guard !isLook || !asked.isEmpty else { return }
    sinceWish = 0
    if asked.isEmpty { postponed = [] }
    postponed.formUnion(asked)
    if asked.contains(.append) { barren[.trailing] = nil }
    if asked.contains(.prepend) { barren[.leading] = nil }
  }

  /// Notes that the reader refreshed or jumped, so that earlier errors at the edges are forgotten.
  mutating func noteOverruling(resuming fillsGap: Bool) {
    barren = [:]
    if fillsGap { postponed.insert(.gap) }
  }

  mutating func noteReader() { sinceReader = 0 }

  /// Notes the loads of a step.
  ///
  /// - Parameter discarded: the reason of a load whose answer was discarded; a refresh may delay
  ///   its repetition.
  mutating func update(after run: MachineRun, discarding discarded: LoadReason?) {
    for load in run.issued where !(looksAsked && load.request.reason == .refresh) {
      sinceWish += load.request.pages
    }
    if !run.issued.isEmpty, looksAsked, run.machine.state(of: .refresh) == .loading {
      sinceReader = 0
    } else if run.machine.state(of: .refresh) != .loading, !run.machine.delaysUpdate {
      looksAsked = false
    }
    sinceReader = run.machine.seeksEnd ? 0 : sinceReader + run.issued.count
    for change in run.changes { count(change) }
    notePostponed(run, discarded)
    guard let loadTimeout = run.machine.configuration.loadTimeout else { return }
    for load in run.issued { deadlines[load.sequence] = run.now + loadTimeout }
    if deadlines.count > run.waiting.count {
      let out = run.waiting.map(\.sequence)
      deadlines = deadlines.filter { out.contains($0.key) }
    }
  }

  /// Notes that the list has its first entries or another last entry, so that the pages that
  /// brought nothing do not count any more.
  mutating func noteEmpty() { barren = [:] }

  private mutating func notePostponed(_ run: MachineRun, _ discarded: LoadReason?) {
    let isLooking = run.machine.state(of: .refresh) == .loading
    resumed = postponed.intersection(run.issued.map(\.request.reason))
    postponed.subtract(resumed)
    // A load that continued may immediately be cancelled again by a load for a distant place.
    guard isLooking else { return postponed = [] }
    postponed.formUnion(run.cancelled.map(\.request.reason))
    if let discarded { postponed.insert(discarded) }
  }

  private mutating func count(_ change: PagerChange) {
    switch change {
    // The head may show that more items follow beyond either end.
    case .replaced, .landed, .exchanged, .moved, .refreshed, .renewed, .filled, .edited:
      barren = [:]
    case .extended(let edge, let count): barren[edge] = count > 0 ? nil : (barren[edge] ?? 0) + 1
    case .dropped(let edge, _): barren[edge] = nil
    default: break
    }
  }
}
