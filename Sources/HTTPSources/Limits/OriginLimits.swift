import Bytes
import Paging
import Records
import Synchronization

/// When services may be asked again: one clock for an origin, because a limit is that of an account and not that of a list.
///
/// Two lists of a service, a refresh and a page at an edge all ask it first. It never waits: whoever may not ask yet is told how
/// long that lasts. Cost: an entry for each origin that has asked to be left alone.
package final class OriginLimits: Sendable {
  /// The one of the program.
  package static let shared = OriginLimits(clock: ContinuousClock())

  private struct Origin {
    /// When it may be asked again, by the clock.
    var until = Duration.zero
    /// How many secondary limits there were in a row.
    var strikes = 0
  }

  private let now: @Sendable () -> Duration
  private let wallTime: @Sendable () -> Double
  private let randomFraction: @Sendable () -> Double
  private let origins = Mutex<[WebOrigin: Origin]>([:])

  /// As many origins as are remembered, so that a service that leads to ever more of them costs no more.
  private static let mostOrigins = 256

  /// Creates limits that nobody has reached.
  ///
  /// - Parameters:
  ///   - clock: by which waits are measured.
  ///   - wallTime: seconds since 1970, for answers without a date.
  ///   - randomFraction: draws from 0 to 1, so that viewers that were told the same time do not come back in one instant.
  package init<C: Clock>(
    clock: C,
    wallTime: @escaping @Sendable () -> Double = { Double(SystemTime.now()) / 1e9 },
    randomFraction: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) where C.Duration == Duration, C: Sendable {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    (self.wallTime, self.randomFraction) = (wallTime, randomFraction)
  }

  /// The time by the clock.
  var time: Duration { now() }

  /// What a head says of limits.
  func rates(_ head: HTTPHead) -> RateLimits { RateLimits(head, now: wallTime()) }

  /// How long the origin of an address has to be left alone from now on; nil where it may be asked.
  package func left(of address: String) -> Duration? {
    guard let origin = Self.origin(address) else { return nil }
    let until = origins.withLock { $0[origin]?.until }
    return until.map { $0 - now() }.flatMap { $0 > .zero ? $0 : nil }
  }

  /// Takes note of what an answer says of limits.
  ///
  /// - Parameter isUrgent: whether the reader has asked before the time that was said; where that succeeds, the time is over.
  package func note(_ answer: HTTPAnswer, isUrgent: Bool = false) {
    guard answer.head.isOfOrigin, let origin = Self.origin(answer.head.url) else { return }
    let (said, time, fraction) = (rates(answer.head).wait, now(), randomFraction())
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

  /// How much later than it is allowed a request may go out: a tenth of the wait, and ten seconds at most.
  private static func jitter(_ wait: Duration) -> Duration { min(wait / 10, .seconds(10)) }

  private static func origin(_ address: String) -> WebOrigin? {
    WebAddress(address)?.withoutLogin.origin
  }
}

extension HTTPHead {
  /// Statuses of temporary failures.
  static let passing: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

  /// Whether what it says of limits is said of all that its origin has.
  ///
  /// A redirect and an answer that is not ready yet speak of one request, and another failure of a mistake.
  fileprivate var isOfOrigin: Bool {
    (status < 400 && status != 202 && !isRedirect) || status == 403 || Self.passing.contains(status)
  }
}

extension HTTPAnswer {
  /// Whether it is one of GitHub's secondary limits, of which its header may say nothing.
  var isSecondaryLimit: Bool {
    guard head.status == 403 || head.status == 429 else { return false }
    let start = body.prefix(64 << 10).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return start[...].firstPlace(of: Self.secondaryWords) != nil
  }

  private static let secondaryWords = Array("secondary rate limit".utf8)

  /// As long as GitHub asks to be left alone where its header says nothing: a minute, and twice as long after each further one.
  fileprivate func secondaryWait(_ strikes: Int) -> Duration? {
    isSecondaryLimit ? .seconds(min(60 << min(max(0, strikes - 1), 6), 3_600)) : nil
  }
}
