import Bytes
import Paging
import Records
import Synchronization

/// The pauses that services have asked for, kept for each origin, because a limit applies to an
/// account and not to one list.
///
/// Each request checks these pauses first, unless the reader has chosen not to wait. The check
/// never waits, but returns the remaining time. Cost: an entry for each origin that has asked for a
/// pause.
package final class OriginLimits: Sendable {
  /// The instance shared by the whole program.
  package static let shared = OriginLimits(clock: ContinuousClock())

  private struct Origin {
    /// The time from which requests may be sent to the origin again.
    var until = Duration.zero
    /// The number of consecutive answers that report a secondary rate limit (`isSecondaryLimit`).
    var strikes = 0
  }

  private let now: @Sendable () -> Duration
  private let wallTime: @Sendable () -> Double
  private let randomFraction: @Sendable () -> Double
  private let origins = Mutex<[WebOrigin: Origin]>([:])

  /// The maximum number of origins.
  ///
  /// The number is limited because a service could link to any number of origins.
  private static let mostOrigins = 256

  /// Creates limits; no origin has a pause yet.
  ///
  /// - Parameters:
  ///   - clock: the clock that measures pauses.
  ///   - wallTime: seconds since 1970, for answers without a date.
  ///   - randomFraction: draws a number from 0 to 1, so that several viewers do not retry at the
  ///     same instant.
  package init<C: Clock>(
    clock: C,
    wallTime: @escaping @Sendable () -> Double = { Double(SystemTime.now()) / 1e9 },
    randomFraction: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) where C.Duration == Duration, C: Sendable {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    (self.wallTime, self.randomFraction) = (wallTime, randomFraction)
  }

  /// The current time of the clock.
  var time: Duration { now() }

  /// The rate limits in a head.
  func rates(_ head: HTTPHead) -> RateLimits { RateLimits(head, now: wallTime()) }

  /// The remaining pause of the origin of an address; nil if requests may be sent to it.
  package func left(of address: String) -> Duration? {
    // Most services never ask for a pause, and their addresses need not be parsed.
    guard !origins.withLock(\.isEmpty), let origin = Self.origin(address) else { return nil }
    let until = origins.withLock { $0[origin]?.until }
    return until.map { $0 - now() }.flatMap { $0 > .zero ? $0 : nil }
  }

  /// Stores the pause that an answer asks for.
  ///
  /// - Parameter isUrgent: whether the reader sent the request during a pause; a success then ends
  ///   the pause.
  package func note(_ answer: HTTPAnswer, isUrgent: Bool = false) {
    guard answer.head.isOfOrigin else { return }
    let said = rates(answer.head).wait
    let isNews = said != nil || answer.isSecondaryLimit || !origins.withLock(\.isEmpty)
    guard isNews, let origin = Self.origin(answer.head.url) else { return }
    let (time, fraction) = (now(), randomFraction())
    origins.withLock { origins in
      var known = origins[origin] ?? Origin()
      if answer.isSecondaryLimit {
        known.strikes += 1
      } else if answer.head.status < 400 {
        known.strikes = 0
        if isUrgent { known.until = .zero }
      }
      if let wait = said ?? answer.secondaryWait(known.strikes), wait > .zero {
        known.until = max(known.until, time + wait + Self.jitter(wait) * fraction)
      }
      origins[origin] = known.until > time || known.strikes > 0 ? known : nil
      if origins.count > Self.mostOrigins { origins = origins.filter { $0.value.until > time } }
      if origins.count > Self.mostOrigins { origins[origin] = nil }
    }
  }

  /// The maximum random extension of a pause: a tenth of it, and at most ten seconds.
  private static func jitter(_ wait: Duration) -> Duration { min(wait / 10, .seconds(10)) }

  private static func origin(_ address: String) -> WebOrigin? {
    WebAddress(address)?.withoutLogin.origin
  }
}

extension HTTPHead {
  /// Status codes of temporary failures.
  static let passing: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

  /// Whether the pause applies to the whole origin.
  ///
  /// The pause of a redirect or of an answer that is not ready applies to one request only, and
  /// other failures are caused by the request.
  fileprivate var isOfOrigin: Bool {
    (status < 400 && status != 202 && !isRedirect) || status == 403 || Self.passing.contains(status)
  }
}

extension HTTPAnswer {
  /// Whether the answer reports a GitHub secondary rate limit, which its header may not show.
  var isSecondaryLimit: Bool {
    guard head.status == 403 || head.status == 429 else { return false }
    let start = body.prefix(64 << 10).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return start[...].firstPlace(of: Self.secondaryWords) != nil
  }

  private static let secondaryWords = Array("secondary rate limit".utf8)

  /// The pause after a secondary limit if the service states no pause: a minute, doubled for each
  /// further consecutive limit up to an hour, as GitHub recommends.
  fileprivate func secondaryWait(_ strikes: Int) -> Duration? {
    isSecondaryLimit ? .seconds(min(60 << min(max(0, strikes - 1), 6), 3_600)) : nil
  }
}
