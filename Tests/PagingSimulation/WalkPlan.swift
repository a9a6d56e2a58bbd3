package import Paging
import Randomness

/// The parameters of a random walk, all drawn from one number.
package struct WalkPlan: Hashable, Sendable {
  /// How the server's posts change between two requests.
  package enum Movement: Hashable, Sendable {
    /// They do not change.
    case still
    /// Some are added at the ends, and any may be removed.
    case ends
    /// Some are added anywhere, and any may be removed.
    case anywhere
    /// In addition, any may be moved: to the head, a short way, or anywhere.
    case moves

    var isAnywhere: Bool { self == .anywhere || self == .moves }
  }

  package let seed: UInt64
  /// The number of posts at the start.
  package var size: Int
  package var movement: Movement
  /// Whether pages may be out of order, have cursors to arbitrary posts, or end although more posts
  /// follow.
  package var isUnruly: Bool
  package var goesBack: Bool
  /// Whether the source can be opened at its end; this is possible only if the source goes back.
  package var opensAtEnd: Bool
  package var isOpenEnded: Bool
  /// The percentage of posts that a filter leaves out.
  package var hiddenShare: Int
  package var clamp: Int?
  /// Whether the same request is answered with fewer or more posts at different times.
  package var isFitful: Bool
  package var pageSize: Int
  package var prefetch: Int
  package var keep: Int
  package var retry: RetryPolicy
  package var stallLimit: Int
  package var maxRequests: Int?
  package var loadTimeout: Duration?
  /// Whether the source counts its posts and can be opened at any of them; this is possible only if
  /// the source goes back.
  package var counts: Bool
  package var pagesAtOnce: Int
  package var validates: Bool
  package var refresh: RefreshPolicy
  package var followsReader: Bool
  package var style: PagingStyle
  /// Whether a transform puts separators between the posts.
  package var hasSeparators: Bool
  /// The factor for how often the reader's app changes the list: 1 is the usual frequency, 0 is
  /// never.
  package var edits: Int
  /// The number of steps in a walk of this plan, if nothing cuts it short.
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

  /// Turns off the features that do not work if positions are counted, such as an open end or, with
  /// page numbers, answers of varying length.
  ///
  /// Pages are longer in this case. If more posts are added or removed between two requests than a
  /// page has, the pager cannot know what it missed; with pages of three, that would happen all the
  /// time.
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

  /// Draws the given number of steps, which are the same for every call.
  package func steps(_ count: Int) -> [WalkStep] {
    var random = SplitMix64(start: ~seed)
    let kinds = WalkStep.Kind.weighted(for: self)
    return (0..<count).map { _ in WalkStep(kind: random.pick(kinds), seed: random.next()) }
  }

  /// Posts that a filter leaves out, some of them in succession.
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
  /// Performs steps, and then reads the list to its end if requested.
  ///
  /// Returns the first rule that was broken.
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

  /// Performs steps like the method above, but without a tally.
  package func failure(
    of steps: [WalkStep], reading: Bool = true
  ) throws(PagerConfigurationError) -> WalkFailure? {
    var tally = WalkTally()
    return try failure(of: steps, reading: reading, tally: &tally)
  }

  /// A minimal subsequence of these steps that still breaks the rule.
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

  /// Returns a description of each step and the state after it, each on one line.
  package func accounts(of steps: [WalkStep]) throws(PagerConfigurationError) -> [String] {
    var walk = try RandomWalk(self)
    return steps.map { step in
      _ = walk.perform(step)
      return walk.account
    }
  }
}

/// A rule that was broken, and the step that broke it.
package struct WalkFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package let rule: String
  /// The index of the step in the walk; nil if the rule was broken when the list was read after all
  /// steps.
  package let step: Int?
  /// The last step and the state after it.
  package let account: String

  package var description: String {
    let place = step.map { "at step \($0)" } ?? "when the list was read at the end"
    return "\(place) it is not true that \(rule)\n  \(account)"
  }
}

/// The totals of several walks: how much was checked and excused, and how often each kind of event
/// occurred.
package struct WalkTally: Sendable {
  /// The number of posts checked, by the server's paging style.
  package private(set) var checked: [PagingStyle: Int] = [:]
  /// How many of these posts were missing without a gap, in a style in which the pager cannot know
  /// this.
  package private(set) var excused: [PagingStyle: Int] = [:]
  /// How often the server's posts, and the list, were changed in each way.
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

  /// A paging style for which more than one post in a hundred was excused, among enough posts to
  /// rule out chance.
  package var excessive: PagingStyle? {
    PagingStyle.allCases.first { checked[$0] ?? 0 > 100_000 && excusedShare(of: $0) > 0.01 }
  }
}
