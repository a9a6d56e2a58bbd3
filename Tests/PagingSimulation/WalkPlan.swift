import Randomness

package import Paging

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
