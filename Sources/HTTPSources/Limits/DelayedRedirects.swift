/// Redirects that have to wait; a request that is sent again continues at the target of its
/// redirect.
struct DelayedRedirects {
  /// The redirect that is stored for a request, if any.
  enum Found: Equatable {
    case none
    /// The redirect is not yet due: the remaining time, and the host of its target.
    case early(Duration, host: String)
    /// The redirect may be followed: its target, and the number of redirects so far.
    case due(HTTPRequest, redirects: Int)
  }

  private struct Redirect {
    let target: HTTPRequest
    let redirects: Int
    let until: Duration
  }

  private var known: [HTTPRequest: Redirect] = [:]
  /// The maximum number of stored redirects; when another one is stored, all earlier ones are
  /// discarded.
  ///
  /// A list sends at most 64 requests at once (`--parallel`).
  private static let most = 64

  /// Stores the target of a redirect and the time at which it may be followed.
  mutating func keep(
    _ target: HTTPRequest, after redirects: Int, of first: HTTPRequest, until: Duration
  ) {
    if known.count >= Self.most { known = [:] }
    known[first] = Redirect(target: target, redirects: redirects, until: until)
  }

  /// Returns the redirect that is stored for a request, and removes it if it may be followed.
  ///
  /// - Parameter time: the current time; nil to ignore the wait.
  mutating func take(_ first: HTTPRequest, at time: Duration?) -> Found {
    guard let redirect = known[first] else { return .none }
    if let time, time < redirect.until {
      return .early(redirect.until - time, host: redirect.target.host)
    }
    known[first] = nil
    return .due(redirect.target, redirects: redirect.redirects)
  }
}
