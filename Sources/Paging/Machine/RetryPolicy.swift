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
  ///   - limit: how long after its first failure a load is still tried again.
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
  /// A time that the source asked for is waited for whole, and a moment more.
  ///
  /// - Parameter randomFraction: from 0 to 1, drawn again for each failure.
  func delay(afterFailures count: Int, of error: PagingError, randomFraction: Double) -> Duration {
    let doublings = min(count - 1, 20)
    let most = min(longestDelay, firstDelay * (1 << doublings))
    guard let asked = error.retryAfter else { return most * (0.5 + randomFraction / 2) }
    return asked + firstDelay * randomFraction
  }
}
