/// The page size, distances and limits of a list, checked so that pages are never dropped and
/// loaded in a loop.
///
/// The initializer rejects most numbers that are out of range; a number set later is moved to the
/// nearest valid one.
public struct PagerConfiguration: Hashable, Sendable {
  /// The number of items requested in one load, at least 1; about three screenfuls are a good size.
  public internal(set) var pageSize: Int
  /// The number of items beyond the last drawn row that must be loaded; the next load starts if
  /// there are fewer.
  ///
  /// With 0, the next load starts when the last item is drawn. It may start earlier if
  /// `followsReader` is true.
  public internal(set) var prefetchDistance: Int

  /// The number of items held in memory; if there are more, pages far from the viewport are
  /// dropped, and are loaded again when the reader returns.
  ///
  /// It is at least one page plus twice the prefetch distance, because otherwise pages would be
  /// dropped and loaded in a loop. More items are held temporarily during a refresh, or if a page
  /// is large: nothing is dropped from a list of two pages, and the items near the viewport and the
  /// only page from which loading can continue always stay.
  public internal(set) var keep: Int
  /// The prefetch distance if it was set explicitly; nil if it follows from the other numbers.
  var saidDistance: Int?

  /// Whether loads start further ahead if the reader scrolls fast and the source is slow, up to
  /// `longestPrefetchDistance`.
  public var followsReader: Bool
  /// How a refresh changes the list: its answer is merged into the list or replaces it.
  public var refresh = RefreshPolicy.merge
  /// The number of identities that an iteration over `Pager.items` remembers to recognize repeated
  /// items, at least 0.
  ///
  /// If there are more, the oldest are forgotten.
  public var remembered = 16_384 { didSet { remembered = max(0, remembered) } }
  /// The policy by which failed loads are retried automatically.
  public var retry: RetryPolicy
  /// The maximum number of automatic requests after a command, at least 1; nil for no limit.
  public var maxRequests: Int? { didSet { maxRequests = maxRequests.map { max(1, $0) } } }
  /// The maximum number of automatic requests while all pages up to the end of a chain are being
  /// loaded; nil for no limit.
  public var maxRequestsToEnd: Int? {
    didSet { maxRequestsToEnd = maxRequestsToEnd.map { max(1, $0) } }
  }
  /// The number of consecutive pages without new items after which automatic loading pauses, at
  /// least 1.
  public var stallLimit: Int { didSet { stallLimit = max(1, stallLimit) } }
  /// How long a load may take before it counts as failed; nil for no limit.
  public var loadTimeout: Duration?

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - pageSize: the number of items requested in one load, at least 1.
  ///   - distance: the number of items that must be loaded beyond the last drawn row, at least 0;
  ///     the next load starts if there are fewer. A given distance is fixed; the default is half a
  ///     page, less if `keep` is small, and more if the reader scrolls fast.
  ///   - keep: the number of items held in memory, at least one page plus twice the prefetch
  ///     distance.
  ///   - retry: the policy by which failed loads are retried automatically.
  ///   - maxRequests: the maximum number of automatic requests after a command; nil for no limit.
  ///   - stallLimit: the number of consecutive pages without new items after which automatic
  ///     loading pauses; values below 1 count as 1.
  ///   - loadTimeout: how long a load may take; nil for no limit.
  /// - Throws: an error if a number is out of range or contradicts another: `.pageSize` or
  ///   `.maxRequests` below 1, `.prefetchDistance` below 0, or `.keep` smaller than one page plus
  ///   twice the prefetch distance.
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

  /// Returns the default prefetch distance: half a page, or less if the number of held items does
  /// not allow that.
  static func usualDistance(pageSize: Int, keep: Int) -> Int {
    min(pageSize / 2, max(0, keep) / 4)
  }

  /// The largest distance from an edge that starts a load: the prefetch distance or, if
  /// `followsReader` is true, up to four pages, limited by the number of held items.
  public var longestPrefetchDistance: Int {
    guard followsReader else { return prefetchDistance }
    let (fourPages, overflow) = pageSize.multipliedReportingOverflow(by: 4)
    return max(prefetchDistance, min(overflow ? keep : fourPages, (keep - pageSize) / 2))
  }

  /// Pages of 50 items, loaded at least 25 items ahead; 2,000 items held; retries for 30 seconds;
  /// no limit on requests; at most ten pages without new items; a timeout of one minute.
  public static let standard = PagerConfiguration()
}

/// Configurations derived from another one, without `try`.
extension PagerConfiguration {
  /// Returns this configuration with other values; values that are omitted stay unchanged.
  ///
  ///     let pager = Pager(source: posts, configuration: .standard.with(pageSize: 20))
  ///
  /// It never fails: a number that is out of range is moved to the nearest valid one, so `keep` is
  /// raised to one page plus twice the prefetch distance if it is smaller. For numbers from a user,
  /// use the initializer, which reports invalid numbers.
  ///
  /// - Parameters:
  ///   - pageSize: the number of items requested in one load, at least 1.
  ///   - distance: the number of items that must be loaded beyond the last drawn row, at least 0;
  ///     the next load starts if there are fewer. A given distance is fixed; if none was ever
  ///     given, the distance is the default for the new numbers.
  ///   - keep: the number of items held in memory.
  ///   - followsReader: whether loads start further ahead if the reader scrolls fast.
  ///   - refresh: how a refresh changes the list.
  ///   - remembered: the number of identities that an iteration remembers, at least 0.
  ///   - retry: the policy by which failed loads are retried automatically.
  ///   - stallLimit: the number of consecutive pages without new items after which automatic
  ///     loading pauses, at least 1.
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

  /// Returns this configuration with another limit on requests; nil for no limit, and values below
  /// 1 count as 1.
  public func with(maxRequests: Int?) -> PagerConfiguration {
    var changed = self
    changed.maxRequests = maxRequests
    return changed
  }

  /// Returns this configuration with another timeout for loads; nil for no limit.
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

/// Numbers that are out of range or contradict each other.
public enum PagerConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A page size below 1.
  case pageSize(Int)
  /// A prefetch distance below 0.
  case prefetchDistance(Int)
  /// A limit on requests that is below 1.
  case maxRequests(Int)
  /// Fewer items held than one page plus twice the prefetch distance, so that pages would be
  /// dropped and loaded in a loop.
  case keep(Int, pageSize: Int, prefetchDistance: Int)

  /// The error and its remedy, on one line.
  public var description: String {
    switch self {
    case .pageSize(let size):
      "a page size of \(size) loads nothing; it must be at least 1"
    case .prefetchDistance(let distance):
      "a prefetch distance of \(distance) is negative; it must be at least 0"
    case .maxRequests(let count):
      "a limit of \(count) requests loads nothing; it must be at least 1"
    case .keep(let keep, let pageSize, let distance):
      "keeping \(keep) items is not enough for a page (\(pageSize)) and twice the prefetch distance "
        + "(\(distance)); keep more, or reduce the other two"
    }
  }
}

/// The policy by which loads with a temporary failure are retried automatically.
///
/// The delays double from one attempt to the next, up to `longestDelay`. Each is drawn from the
/// upper half of its range, so that many readers of one service do not return at the same moment.
public struct RetryPolicy: Hashable, Sendable {
  /// How long a load is retried after its first failure; zero for no retries.
  ///
  /// If the source itself asks the pager to wait, the pager does so even beyond this limit, unless
  /// the limit is zero.
  public var limit: Duration

  /// The longest delay before the second attempt; the shortest is half of it.
  public var firstDelay: Duration
  /// The longest delay before any attempt, unless the source asks the pager to wait longer.
  public var longestDelay: Duration

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - limit: how long a load is retried after its first failure; zero for no retries.
  ///   - firstDelay: the longest delay before the second attempt; it doubles with each further one.
  ///   - longestDelay: the longest delay before any attempt.
  public init(
    limit: Duration, firstDelay: Duration = .milliseconds(500),
    longestDelay: Duration = .seconds(15)
  ) {
    self.limit = limit
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
  }

  /// Retries for 30 seconds, after at most 0.5, 1, 2, 4 and 8 seconds, and then after at most 15.
  public static let standard = RetryPolicy(limit: .seconds(30))
  /// No automatic retries.
  public static let never = RetryPolicy(limit: .zero)

  /// Returns the delay before the next attempt, after the given number of consecutive failures.
  ///
  /// If the source asked the pager to wait for some time, the delay is that time and a little more;
  /// after repeated failures it is also at least the usual delay.
  ///
  /// - Parameter randomFraction: a number from 0 to 1, drawn again for each failure.
  func delay(afterFailures count: Int, of error: PagingError, randomFraction: Double) -> Duration {
    let doublings = min(count - 1, 20)
    let most = min(longestDelay, firstDelay * (1 << doublings))
    let usual = most * (0.5 + randomFraction / 2)
    guard let asked = error.retryAfter else { return usual }
    let named = asked + firstDelay * randomFraction
    return count > 1 ? max(usual, named) : named
  }
}

/// How the answer to a refresh changes the list.
public enum RefreshPolicy: Hashable, Sendable {
  /// The head is merged into the list, and the drawn entries that still exist stay in place.
  case merge
  /// The head replaces the list; use it for sources without a stable order, or lists that must show
  /// only current items.
  case replace
}
