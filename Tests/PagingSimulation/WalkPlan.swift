package import Paging
import Randomness

/// What a random walk is made with; drawn from one number.
package struct WalkPlan: Hashable, Sendable {
  /// What becomes of the server's posts between two requests.
  package enum Movement: Hashable, Sendable {
    /// Nothing.
    case still
    /// Some come at the ends, and any go.
    case ends
    /// Some come anywhere, and any go.
    case anywhere
    /// So they do, and any are moved: to the head, near by, anywhere.
    case moves

    var isAnywhere: Bool { self == .anywhere || self == .moves }
  }

  package let seed: UInt64
  /// Posts there are at the start.
  package var size: Int
  package var movement: Movement
  /// Whether pages keep to no order, lead anywhere and end where there is more.
  package var isUnruly: Bool
  package var goesBack: Bool
  /// Whether the source can be entered at its end; only where it goes back.
  package var opensAtEnd: Bool
  package var isOpenEnded: Bool
  /// How many posts in a hundred a filter leaves out.
  package var hiddenShare: Int
  package var clamp: Int?
  /// Whether the same request is answered with fewer or more posts at another time.
  package var isFitful: Bool
  package var pageSize: Int
  package var prefetch: Int
  package var keep: Int
  package var retry: RetryPolicy
  package var stallLimit: Int
  package var maxRequests: Int?
  package var loadTimeout: Duration?
  /// Whether the source counts its posts and can be entered at any; only where it goes back.
  package var counts: Bool
  package var pagesAtOnce: Int
  package var validates: Bool
  package var refresh: RefreshPolicy
  package var followsReader: Bool
  package var style: PagingStyle
  /// Whether a transform puts separators between the posts.
  package var hasSeparators: Bool
  /// How often the reader's own app changes the list, for each time that it would; 0 for never.
  package var edits: Int
  /// Steps that a walk of this plan has, if nothing cuts it.
  package let length: Int

  package init(seed: UInt64) {
    var random = SplitMix64(start: seed)
    self.seed = seed
    length = random.within(1_000...4_000)
    size = random.pick([0, 1, 2, 7, 30, 30, 60, 60, 100])
    movement = random.pick([.still, .ends, .anywhere, .moves, .moves])
    isUnruly = random.occurs(inPercent: 25)
    goesBack = random.occurs(inPercent: 50)
    opensAtEnd = random.occurs(inPercent: 50) && goesBack
    isOpenEnded = random.occurs(inPercent: 25)
    hiddenShare = random.pick([0, 10, 30, 70])
    clamp = random.pick([nil, nil, nil, 1, 2])
    isFitful = random.occurs(inPercent: 60)
    pageSize = random.pick([1, 2, 3, 3, 4, 5, 9])
    prefetch = random.pick([0, 0, 1, 2, 3, 8])
    keep = pageSize + 2 * prefetch + random.pick([0, 1, 2, 5, 200])
    retry = random.pick([
      .never, .standard, RetryPolicy(limit: .seconds(2)), RetryPolicy(limit: .seconds(300)),
    ])
    stallLimit = random.pick([1, 2, 3, 10])
    maxRequests = random.pick([nil, nil, 1, 2, 5])
    loadTimeout = random.pick([nil, .seconds(5), .seconds(60)])
    counts = random.occurs(inPercent: 25) && goesBack
    if counts { (hiddenShare, isOpenEnded) = (0, false) }
    pagesAtOnce = random.pick([1, 1, 1, 2, 4])
    validates = random.occurs(inPercent: 30)
    refresh = random.pick([.merge, .merge, .merge, .replace])
    followsReader = random.occurs(inPercent: 40)
    style = random.pick([.keyed, .keyed, .token, .token, .offset, .pageNumber])
    hasSeparators = random.occurs(inPercent: 15) && !counts
    edits = random.pick([0, 0, 0, 1, 3])
    restrictToStyle()
  }

  /// What cannot be, where places are numbers: pages of other sizes, and cursors that hold.
  ///
  /// Pages are longer there. Where more posts come or go between two requests than a page has, it
  /// cannot be known what was missed; with pages of three that would be so all the time.
  package mutating func restrictToStyle() {
    if !style.isExact {
      (isOpenEnded, pagesAtOnce) = (false, 1)
      pageSize *= 8
      clamp = clamp.map { 4 * $0 }
      size *= 4
      keep += 4 * pageSize
    }
    if style == .pageNumber { (clamp, isFitful, counts) = (nil, false, false) }
    if style == .offset, counts { isFitful = false }
  }

  /// The seed of the walk after this one.
  package var next: UInt64 {
    var random = SplitMix64(start: seed)
    return random.next()
  }

  /// A number of steps, the same for every call.
  package func steps(_ count: Int) -> [WalkStep] {
    var random = SplitMix64(start: ~seed)
    let kinds = WalkStep.Kind.weighted(for: self)
    return (0..<count).map { _ in WalkStep(kind: random.pick(kinds), seed: random.next()) }
  }

  /// Posts that a filter leaves out, some of them in a row.
  func hidden(of ids: [Int]) -> Set<Int> {
    var random = SplitMix64(start: seed &+ 1)
    var hidden: Set<Int> = []
    var hides = false
    for id in ids {
      if random.occurs(inPercent: 40) { hides = random.occurs(inPercent: hiddenShare) }
      if hides { hidden.insert(id) }
    }
    return hidden
  }
}

extension WalkPlan {
  /// Takes steps, and reads the list to its end after them if asked; returns the first rule that
  /// was broken.
  package func failure(
    of steps: [WalkStep], reading: Bool = true, tally: inout WalkTally
  ) throws(PagerConfigurationError) -> WalkFailure? {
    var walk = try RandomWalk(self)
    defer { tally.add(walk) }
    for (number, step) in steps.enumerated() {
      if let rule = walk.perform(step) {
        return WalkFailure(rule: rule, step: number, account: walk.account)
      }
    }
    return reading ? walk.problemOfReading() : nil
  }

  /// The same without a tally.
  package func failure(
    of steps: [WalkStep], reading: Bool = true
  ) throws(PagerConfigurationError) -> WalkFailure? {
    var tally = WalkTally()
    return try failure(of: steps, reading: reading, tally: &tally)
  }

  /// The fewest of these steps that still break the rule.
  package func fewest(
    of steps: [WalkStep], breaking failure: WalkFailure
  ) -> [WalkStep] {
    let reading = failure.step == nil
    let shrinker = Shrinker<WalkStep> { steps in
      guard let found = try? self.failure(of: steps, reading: reading) else { return false }
      return found.rule == failure.rule && (found.step == nil) == reading
    }
    return shrinker.fewest(of: Array(steps.prefix(failure.step.map { $0 + 1 } ?? steps.count)))
  }

  /// What each step does, one a line.
  package func accounts(of steps: [WalkStep]) throws(PagerConfigurationError) -> [String] {
    var walk = try RandomWalk(self)
    return steps.map { step in
      _ = walk.perform(step)
      return walk.account
    }
  }
}

/// A rule that was broken, and where.
package struct WalkFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package let rule: String
  /// The step's place in the walk; nil where the list was read after all of them.
  package let step: Int?
  /// What was done and what was held then.
  package let account: String

  package var description: String {
    let place = step.map { "at step \($0)" } ?? "when the list was read at the end"
    return "\(place) it is not true that \(rule)\n  \(account)"
  }
}

/// What happened in walks, added up: how much was checked and excused, and how often what happened.
package struct WalkTally: Sendable {
  /// Posts looked at, by how the server pages.
  package private(set) var checked: [PagingStyle: Int] = [:]
  /// Those of them that were missing without a gap where it cannot be known.
  package private(set) var excused: [PagingStyle: Int] = [:]
  /// How often the server's posts were changed in each way, and the list.
  package private(set) var changes: [String: Int] = [:]

  package init() {}

  mutating func add(_ walk: RandomWalk) {
    guard !walk.plan.isUnruly else { return }
    checked[walk.plan.style, default: 0] += walk.truth.checked
    excused[walk.plan.style, default: 0] += walk.truth.missed
    changes["stretches out of order", default: 0] += walk.truth.outOfOrder
    for (kind, count) in walk.posts.counts { changes[kind, default: 0] += count }
    for (kind, count) in walk.kinds { changes[kind, default: 0] += count }
  }

  /// The share of posts that were excused, from 0 to 1.
  package func excusedShare(of style: PagingStyle) -> Double {
    let all = checked[style] ?? 0
    return all == 0 ? 0 : Double(excused[style] ?? 0) / Double(all)
  }

  /// How the server pages where more was excused than one post in a hundred, among enough posts
  /// that it is not an accident.
  package var excessive: PagingStyle? {
    PagingStyle.allCases.first { checked[$0] ?? 0 > 100_000 && excusedShare(of: $0) > 0.01 }
  }
}
