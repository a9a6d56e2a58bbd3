package import Paging
import Randomness

/// A reader, a server and a network that act at random, one step at a time.
package struct RandomWalk: Sendable {
  package let plan: WalkPlan
  package var run: MachineRun
  /// The random numbers of the current step.
  var random = SplitMix64(start: 0)
  /// The server's posts, and when each of them was last added or moved.
  var posts: WalkPosts
  /// The last loads that were cancelled, answered or failed, and that may still get a late answer.
  var gone: [MachineRun.Load] = []
  /// Answers that were made but have not been delivered, by the numbers of their loads.
  var prepared: [Int: Answer] = [:]
  /// The answer that the current step delivered, if a load was waiting for it and the answer is not
  /// `.unchanged`.
  var delivered: (answer: Answer, ticket: MachineRun.Load)?
  /// The ranks covered by the empty pages that the current refresh has passed.
  var passed: [WalkLooks.Part] = []
  /// The answer to a jump, while the jump waits for the items next to its target.
  private var landing: (answer: Answer, ticket: MachineRun.Load)?
  /// Checks the held items against the server's answers.
  var truth = WalkTruth()
  /// The fault in the held items after the current step; nil if the items are right.
  private(set) var problem: String?
  /// How often each kind of change to the list occurred.
  private(set) var kinds: [String: Int] = [:]
  /// The app's operations that are under way.
  var operations: Set<Int> = []
  var lastOperation = 0
  /// The items that must remain after an edit of the current step, in order.
  var expected: [PostID]?
  /// The numbers of loads whose answers are lost.
  var lost: Set<Int> = []
  var sight = WalkSight()
  var ledger = WalkLedger()
  /// The state after the last step, for comparison with the next one.
  private(set) var memory: WalkMemory

  /// The current step; nil before the first one.
  private(set) var step: WalkStep?
  /// The event that the machine received in the current step; nil if it received none.
  private(set) var event: PagerEvent<Post, Int>?
  /// The reasons for which the reader has requested loads; such loads may start.
  var asked: [LoadReason] = []

  /// An answer, and when the server made it.
  struct Answer: Sendable {
    var page: Page<Post, Int>
    let time: Int
    /// The ranks that the answer covers; nil if it covers none.
    let stretch: ClosedRange<Int>?

    var part: WalkLooks.Part? { stretch.map { WalkLooks.Part(time: time, ranks: $0) } }
  }

  /// The ranks that the delivered answer covers, with the empty pages before it.
  var covered: [WalkLooks.Part] {
    guard let (answer, ticket) = delivered else { return [] }
    return (ticket.passed == nil ? [] : passed) + (answer.part.map { [$0] } ?? [])
  }

  package init(_ plan: WalkPlan) throws(PagerConfigurationError) {
    self.plan = plan
    posts = WalkPosts(plan)
    run = try MachineRun(
      posts.server(for: plan), opensAtEnd: plan.opensAtEnd, pageSize: plan.pageSize,
      prefetch: plan.prefetch, keep: plan.keep, retry: plan.retry,
      maxRequests: plan.maxRequests, stallLimit: plan.stallLimit, loadTimeout: plan.loadTimeout,
      refresh: plan.refresh, followsReader: plan.followsReader,
      pagesAtOnce: plan.pagesAtOnce)
    memory = WalkMemory(of: run)
  }

  /// Performs a step, and returns the rule that it broke, if any.
  package mutating func perform(_ step: WalkStep) -> String? {
    begin(step)
    perform(step.kind)
    finish()
    let before = memory
    memory = WalkMemory(of: run, asOf: run.hasChangedList ? nil : before)
    truth.noteStep(of: self, since: before)
    problem = checkTruth()
    return WalkRule.all.first { !$0.holds(self, before) }?.sentence
  }

  /// Checks a changed list against the server's answers.
  ///
  /// The list of a previous source is not checked, and neither is the list of an unruly server,
  /// because its answers prove nothing.
  private mutating func checkTruth() -> String? {
    guard !plan.isUnruly, !sight.isForeign,
      run.hasChangedList || run.changes.contains(where: { $0 != .states })
    else { return nil }
    return truth.problem(of: self, excuses: !plan.style.isExact)
  }

  /// Whether the list was restarted.
  var isRenewed: Bool {
    run.changes.contains { change in
      switch change {
      case .replaced, .landed, .exchanged, .moved: true
      case .refreshed: sight.isReplacedByRefresh
      default: false
      }
    }
  }

  /// Whether the first entry is known to be the first of all.
  ///
  /// The start is never known if the source cannot go back, because such a source says of every
  /// page that nothing comes before it.
  var knowsStart: Bool { plan.goesBack && run.machine.hasLoaded && run.machine.reaches(.leading) }

  /// Whether the last entry is known to be the last of all.
  var knowsEnd: Bool { run.machine.hasLoaded && run.machine.reaches(.trailing) }

  /// The reason of the load whose answer has just arrived but was not put into the list.
  ///
  /// If another answer had made it outdated, the load is repeated.
  var discarded: LoadReason? {
    guard case .loaded(let ticket, _)? = event else { return nil }
    let isDiscarded = run.changes.allSatisfy { change in
      switch change {
      case .states, .dropped: true
      default: false
      }
    }
    return isDiscarded ? ticket.request.reason : nil
  }

  /// The posts that are held, without separators.
  var heldPosts: [Int] {
    memory.ids.compactMap { if case .item(let id) = $0 { id.number } else { nil } }
      .filter { !SimulatedServer.isSeparator($0) }
  }

  mutating func send(_ event: PagerEvent<Post, Int>) {
    self.event = event
    run.send(event)
  }

  mutating func tick(at time: Duration) {
    event = .tick
    ledger.noteReader()
    run.tick(at: time)
  }

  private mutating func begin(_ step: WalkStep) {
    self.step = step
    random = SplitMix64(start: step.seed)
    (event, asked, delivered, expected) = (nil, [], nil, nil)
    run.forget()
    run.randomFraction = Double(random.within(0...100)) / 100
  }

  private mutating func perform(_ kind: WalkStep.Kind) {
    switch kind {
    case .answer, .prepare, .answerLate, .fail, .lose: performNetwork(kind)
    case .look, .fling: look(far: kind == .fling)
    case .refresh, .refreshAround, .jump, .jumpToPost, .loadMore, .fill, .retry, .cancel, .seekEnd:
      wish(kind)
    case .speak:
      ledger.noteWish(for: [], isLook: true)
      send(.sourceChanged)
    case .exchange: exchange()
    case .remove, .put, .confirm, .takeBack: edit(kind)
    case .stopSeeking: send(.stopSeeking)
    case .wait: wait()
    case .wakeEarly: tick(at: run.now)
    case .replace: replace()
    case .insert: posts.insert(with: &random, into: &run.server)
    case .delete: posts.delete(with: &random, from: &run.server, held: heldPosts)
    case .move: posts.move(with: &random, in: &run.server, held: heldPosts)
    }
  }

  private mutating func finish() {
    noteTaken()
    for change in run.changes { if let kind = change.kind { kinds[kind, default: 0] += 1 } }
    gone += run.cancelled
    if gone.count > 40 { gone.removeFirst(gone.count - 20) }
    sight.update(after: run)
    ledger.update(after: run, discarding: discarded)
    let count = run.machine.count
    let isTailNew = count > 0 && memory.ids.last != run.machine[count - 1].id
    let isBegun = memory.ids.isEmpty && run.changes.contains { $0 != .states }
    if isBegun || isTailNew { ledger.noteEmpty() }
  }
}

extension RandomWalk {
  /// Records the answers that the current step has put into the list.
  private mutating func noteTaken() {
    let isLanding = run.waiting.contains { $0.purpose == .land }
    if isRenewed { truth.forget() }
    if let landing, isRenewed {
      truth.accept(landing, covering: landing.answer.part.map { [$0] } ?? [], in: run)
    }
    if let delivered, wasTaken(delivered) { truth.accept(delivered, covering: covered, in: run) }
    if !isLanding { landing = nil }
    if let delivered, isLanding, delivered.ticket.purpose == .replace { landing = delivered }
  }

  /// Whether an answer was put into the list, which means that it was not refused, was not
  /// requested again, and did not cause the end to be dropped.
  private func wasTaken(_ delivered: (answer: Answer, ticket: MachineRun.Load)) -> Bool {
    let isMerged = run.changes.contains { change in
      switch change {
      case .states, .dropped: false
      default: true
      }
    }
    guard isMerged else { return false }
    let request = delivered.ticket.request
    switch (request.position, delivered.answer.page.before, delivered.answer.page.after) {
    case (.after(let asked), _, .more(let next)) where asked == next: return false
    case (.before(let asked), .more(let next), _) where asked == next: return false
    default: break
    }
    switch run.machine.state(of: request.reason) {
    case .failed, .waiting(_, after: .some): return false
    default: return true
    }
  }
}

extension PagerChange {
  /// The name of the change in a tally; nil for `.states`, which does not change the list.
  fileprivate var kind: String? {
    switch self {
    case .replaced, .landed, .exchanged, .moved: "list replaced"
    case .refreshed, .renewed: "look merged"
    case .extended(.trailing, _): "page appended"
    case .extended(.leading, _): "page prepended"
    case .filled: "gap filled"
    case .dropped: "page dropped"
    case .edited, .replacedItem: "list edited"
    case .states: nil
    }
  }
}

/// Descriptions of a walk in words.
extension RandomWalk {
  /// The last step and the state after it, in one line.
  package var account: String {
    let out = run.waiting.map(\.text).joined(separator: ", ") + (problem.map { "  |  \($0)" } ?? "")
    let what = event.map(\.text) ?? "\(step?.kind ?? .look)"
    return
      "@\(run.machine.count > 0 ? run.machine.place(ofEntry: 0) ?? -1 : -1) \(run.now) \(what)  |  \(run.list)  |  out: \(out)"
  }
}

extension Ticket<Int> {
  fileprivate var text: String { "\(sequence): \(request.reason) \(request.position)" }
}

extension PagerEvent<Post, Int> {
  fileprivate var text: String {
    switch self {
    case .loaded(let ticket, let page): "\(ticket.text) brings \(page.text)"
    case .failed(let ticket, let error):
      "\(ticket.text) fails\(error.isRetryable ? ", may pass" : "")"
        + (error.retryAfter.map { ", asks for \($0)" } ?? "")
    case .viewport(let entries): "look at \(entries)"
    case .replace(let post): "replace \(post.id)"
    default: "\(self)"
    }
  }
}

extension Page<Post, Int> {
  fileprivate var text: String {
    let ids = items.map { "\($0.id)" }.joined(separator: " ")
    return "[\(ids)] before \(before) after \(after)" + (pause.map { " pause \($0)" } ?? "")
  }
}

/// The state remembered from before a step, to compare with the state after it.
struct WalkMemory: Sendable {
  let ids: [PagerEntry<Post>.ID]
  /// The states of the reasons to load, in the order of `allCases`.
  let states: [LoadState]
  /// Whether the machine is loading everything up to the end.
  let seeksEnd: Bool
  /// Loads that have no answer yet.
  let waiting: [MachineRun.Load]

  /// Remembers the state of a run.
  ///
  /// - Parameter before: the state remembered earlier, if the list has not changed since.
  init(of run: MachineRun, asOf before: WalkMemory? = nil) {
    ids = before?.ids ?? (0..<run.machine.count).map { run.machine[$0].id }
    states = LoadReason.allCases.map { run.machine.state(of: $0) }
    waiting = run.waiting
    seeksEnd = run.machine.seeksEnd
  }

  func state(_ reason: LoadReason) -> LoadState {
    for (place, one) in LoadReason.allCases.enumerated() where one == reason {
      return states[place]
    }
    return .idle
  }
}
