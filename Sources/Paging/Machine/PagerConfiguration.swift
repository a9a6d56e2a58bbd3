/// The numbers of a list, checked when they are set, so that thrashing cannot be configured.
public struct PagerConfiguration: Hashable, Sendable {
  /// Items asked for in one load: at least 1; some three screenfuls are a good size.
  public let pageSize: Int
  /// How many items ahead of the last drawn row the next load starts; 0: when it is drawn.
  public let prefetchDistance: Int
  /// Items held in memory; whole pages beyond, far from the viewport, are dropped.
  public let keep: Int

  /// Creates a configuration.
  ///
  /// - Throws: where a number is out of range or the numbers contradict each other.
  public init(
    pageSize: Int = 50, prefetchDistance: Int = 25, keep: Int = 2_000
  ) throws(PagerConfigurationError) {
    guard pageSize >= 1 else { throw .pageSize(pageSize) }
    guard prefetchDistance >= 0 else { throw .prefetchDistance(prefetchDistance) }
    let (twice, overflow) = prefetchDistance.multipliedReportingOverflow(by: 2)
    let (least, tooMuch) = pageSize.addingReportingOverflow(twice)
    guard !overflow, !tooMuch, keep >= least else {
      throw .keep(keep, pageSize: pageSize, prefetchDistance: prefetchDistance)
    }
    self.pageSize = pageSize
    self.prefetchDistance = prefetchDistance
    self.keep = keep
  }

  private init() {
    pageSize = 50
    prefetchDistance = 25
    keep = 2_000
  }

  /// Pages of 50, loaded 25 items ahead, 2,000 held.
  public static let standard = PagerConfiguration()
}
