/// The numbers of a list, checked when they are set, so that thrashing cannot be configured.
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
  /// known; beyond, the earliest are forgotten.
  public var remembered = 16_384
  /// How a load that failed is tried again by itself.
  public var retry: RetryPolicy
  /// Requests that may go out by themselves after a key, at least 1; nil for any number.
  public var maxRequests: Int?
  /// The same on the way to the end of a chain, where nothing but the end stops them; nil for any number.
  public var maxRequestsToEnd: Int?
  /// Pages in a row that may bring nothing new before the reader is asked, at least 1.
  public var stallLimit: Int
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
  /// - Throws: where a number is out of range or the numbers contradict each other.
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
