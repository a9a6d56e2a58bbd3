/// The numbers of a list, checked when they are set, so that thrashing cannot be configured.
///
/// The initializer refuses a number that is out of range; one that is set later becomes the nearest that
/// is not.
public struct PagerConfiguration: Hashable, Sendable {
  /// Items asked for in one load, at least 1; some three screenfuls are a good size.
  public internal(set) var pageSize: Int
  /// How many items ahead of the last drawn row the next load starts, at least; 0: when it is
  /// drawn.
  public internal(set) var prefetchDistance: Int

  /// Items held in memory; whole pages beyond, far from the viewport, are dropped and come back
  /// when the reader does.
  ///
  /// At least a page and twice the prefetch distance, or pages would come and go. More are held for
  /// a while where a page is large: two pages always stay, and so does what is near the viewport, and
  /// what alone leads on from there.
  public internal(set) var keep: Int
  /// The prefetch distance where one was said, and does not follow from the others.
  var saidDistance: Int?

  /// Whether loads start further ahead where the reader goes fast and the source is slow, by the
  /// speed of the one and the time that the other takes; see `longestPrefetchDistance`.
  public var followsReader: Bool
  /// What a refresh makes of the list.
  public var refresh = RefreshPolicy.merge
  /// Identities that an iteration over `Pager.items` remembers, so that an item which comes again is
  /// known, at least 0; beyond, the earliest are forgotten.
  public var remembered = 16_384 { didSet { remembered = max(0, remembered) } }
  /// How a load that failed is tried again by itself.
  public var retry: RetryPolicy
  /// Requests that may go out by themselves after a key, at least 1; nil for any number.
  public var maxRequests: Int? { didSet { maxRequests = maxRequests.map { max(1, $0) } } }
  /// The same on the way to the end of a chain, where nothing but the end stops them; nil for any number.
  public var maxRequestsToEnd: Int? {
    didSet { maxRequestsToEnd = maxRequestsToEnd.map { max(1, $0) } }
  }
  /// Pages in a row that may bring nothing new before the reader is asked, at least 1.
  public var stallLimit: Int { didSet { stallLimit = max(1, stallLimit) } }
  /// How long a source may stay silent before its load counts as failed; nil for ever.
  public var loadTimeout: Duration?

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - pageSize: items asked for in one load, at least 1.
  ///   - distance: items ahead of the last drawn row at which a load starts, at least 0. Fixed if
  ///     said; else half a page, and more where the reader goes fast.
  ///   - keep: items held in memory, at least a page and twice the prefetch distance.
  ///   - retry: how a load that failed is tried again by itself.
  ///   - maxRequests: requests that may go out by themselves after a key; nil for any number.
  ///   - stallLimit: pages in a row that may bring nothing new; what is below 1 counts as 1.
  ///   - loadTimeout: how long a source may stay silent; nil for ever.
  /// - Throws: where a number is out of range or the numbers contradict each other: `.pageSize` or
  ///   `.maxRequests` for one below 1, `.prefetchDistance` for one below 0, `.keep` where fewer
  ///   items are held than that parameter says.
  public init(
    pageSize: Int = 50, prefetchDistance distance: Int? = nil, keep: Int = 2_000,
    retry: RetryPolicy = .standard, maxRequests: Int? = nil, stallLimit: Int = 10,
    loadTimeout: Duration? = .seconds(60)
  ) throws(PagerConfigurationError) {
    guard pageSize >= 1 else { throw .pageSize(pageSize) }
    let prefetchDistance = distance ?? Self.usualDistance(pageSize: pageSize, keep: keep)
    (saidDistance, followsReader) = (distance, distance == nil)
    guard prefetchDistance >= 0 else { throw .prefetchDistance(prefetchDistance) }
    if let maxRequests, maxRequests < 1 { throw .maxRequests(maxRequests) }
    let (twice, overflow) = prefetchDistance.multipliedReportingOverflow(by: 2)
    let (least, tooMuch) = pageSize.addingReportingOverflow(twice)
    guard !overflow, !tooMuch, keep >= least else {
      throw .keep(keep, pageSize: pageSize, prefetchDistance: prefetchDistance)
    }
    (self.pageSize, self.prefetchDistance, self.keep) = (pageSize, prefetchDistance, keep)
    (self.retry, self.maxRequests) = (retry, maxRequests)
    (self.stallLimit, self.loadTimeout) = (max(1, stallLimit), loadTimeout)
  }

  private init() {
    (pageSize, prefetchDistance, keep, followsReader) = (50, 25, 2_000, true)
    (retry, maxRequests, stallLimit, loadTimeout) = (.standard, nil, 10, .seconds(60))
  }

  /// The distance of half a page, as far as what is held allows.
  static func usualDistance(pageSize: Int, keep: Int) -> Int {
    min(pageSize / 2, max(0, keep) / 4)
  }

  /// How many items ahead a load starts at most: four pages, within what is held.
  public var longestPrefetchDistance: Int {
    guard followsReader else { return prefetchDistance }
    let (fourPages, overflow) = pageSize.multipliedReportingOverflow(by: 4)
    return max(prefetchDistance, min(overflow ? keep : fourPages, (keep - pageSize) / 2))
  }

  /// Pages of 50, loaded 25 items ahead or more, 2,000 held, retried for half a minute, any number of
  /// requests, ten pages without anything new, a minute of silence.
  public static let standard = PagerConfiguration()
}

/// Configurations of constants, made of another one without `try`.
extension PagerConfiguration {
  /// This configuration with other numbers; what is not said stays as it is.
  ///
  ///     let pager = Pager(source: posts, configuration: .standard.with(pageSize: 20))
  ///
  /// Nothing is refused here: a number that is out of range becomes the nearest that is not, and
  /// `keep` grows to a page and twice the prefetch distance. Numbers that a reader gives belong in
  /// the initializer, which says what is wrong with them.
  ///
  /// - Parameters:
  ///   - pageSize: items asked for in one load, at least 1.
  ///   - distance: items ahead of the last drawn row at which a load starts, at least 0. Fixed if
  ///     said; one that never was is half a page, also of another page size.
  ///   - keep: items held in memory.
  ///   - followsReader: whether loads start further ahead where the reader goes fast.
  ///   - refresh: what a refresh makes of the list.
  ///   - remembered: identities that an iteration remembers, at least 0.
  ///   - retry: how a load that failed is tried again by itself.
  ///   - stallLimit: pages in a row that may bring nothing new, at least 1.
  public func with(
    pageSize: Int? = nil, prefetchDistance distance: Int? = nil, keep: Int? = nil,
    followsReader: Bool? = nil, refresh: RefreshPolicy? = nil, remembered: Int? = nil,
    retry: RetryPolicy? = nil, stallLimit: Int? = nil
  ) -> PagerConfiguration {
    var changed = self
    changed.setNumbers(pageSize ?? self.pageSize, distance ?? saidDistance, keep ?? self.keep)
    changed.followsReader = followsReader ?? (distance == nil && self.followsReader)
    changed.refresh = refresh ?? self.refresh
    changed.remembered = remembered ?? self.remembered
    changed.retry = retry ?? self.retry
    changed.stallLimit = stallLimit ?? self.stallLimit
    return changed
  }

  /// This configuration with another limit of requests; nil for any number, and what is below 1
  /// counts as 1.
  public func with(maxRequests: Int?) -> PagerConfiguration {
    var changed = self
    changed.maxRequests = maxRequests
    return changed
  }

  /// This configuration with another time that a source may stay silent; nil for ever.
  public func with(loadTimeout: Duration?) -> PagerConfiguration {
    var changed = self
    changed.loadTimeout = loadTimeout
    return changed
  }

  private mutating func setNumbers(_ pageSize: Int, _ distance: Int?, _ keep: Int) {
    self.pageSize = max(1, pageSize)
    let room = (Int.max - self.pageSize) / 2
    saidDistance = distance.map { min(max(0, $0), room) }
    let usual = Self.usualDistance(pageSize: self.pageSize, keep: keep)
    prefetchDistance = saidDistance ?? min(usual, room)
    self.keep = max(keep, self.pageSize + 2 * prefetchDistance)
  }
}

/// Numbers that no list can work with.
public enum PagerConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A page of nothing.
  case pageSize(Int)
  /// A distance below zero.
  case prefetchDistance(Int)
  /// No request at all.
  case maxRequests(Int)
  /// Fewer items held than a page and twice the prefetch distance: pages would come and go.
  case keep(Int, pageSize: Int, prefetchDistance: Int)

  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .pageSize(let size):
      "a page size of \(size) loads nothing; it must be at least 1"
    case .prefetchDistance(let distance):
      "a prefetch distance of \(distance) is negative; it must be at least 0"
    case .maxRequests(let count):
      "a limit of \(count) requests loads nothing; it must be at least 1"
    case .keep(let keep, let pageSize, let distance):
      "keeping \(keep) items is less than a page (\(pageSize)) and twice the prefetch distance "
        + "(\(distance)); keep more, or make the others smaller"
    }
  }
}

/// How a load that has failed for now is tried again by itself.
///
/// The delays double from one attempt to the next, and each is drawn from its upper half, so that
/// many readers of one service do not come back at the same moment.
public struct RetryPolicy: Hashable, Sendable {
  /// How long after its first failure a load is still tried again; zero for never.
  ///
  /// A time that the source itself asked for is waited for beyond it.
  public var limit: Duration

  /// The longest delay before the second attempt; the shortest is half of it.
  public var firstDelay: Duration
  /// The longest delay before any attempt.
  public var longestDelay: Duration

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - limit: how long after its first failure a load is still tried again; zero for never.
  ///   - firstDelay: the longest delay before the second attempt; it doubles with each further one.
  ///   - longestDelay: what it doubles up to.
  public init(
    limit: Duration, firstDelay: Duration = .milliseconds(500),
    longestDelay: Duration = .seconds(15)
  ) {
    self.limit = limit
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
  }

  /// For half a minute, after at most 0.5, 1, 2, 4, 8 and 15 seconds.
  public static let standard = RetryPolicy(limit: .seconds(30))
  /// Only when the reader asks.
  public static let never = RetryPolicy(limit: .zero)

  /// The delay after a number of failures in a row.
  ///
  /// A time that the source asked for is waited for whole, and a moment more; where it has asked before, as long as without
  /// that at least.
  ///
  /// - Parameter randomFraction: from 0 to 1, drawn again for each failure.
  func delay(afterFailures count: Int, of error: PagingError, randomFraction: Double) -> Duration {
    let doublings = min(count - 1, 20)
    let most = min(longestDelay, firstDelay * (1 << doublings))
    let usual = most * (0.5 + randomFraction / 2)
    guard let asked = error.retryAfter else { return usual }
    let named = asked + firstDelay * randomFraction
    return count > 1 ? max(usual, named) : named
  }
}

/// What a refresh makes of the list.
public enum RefreshPolicy: Hashable, Sendable {
  /// The head is merged into the list: nothing that the reader sees goes or moves.
  case merge
  /// The head takes the place of the list: for sources whose order is never the same twice, or
  /// where what is shown must be what there is now.
  case replace
}
