/// Redirects that were not to be followed at once: whoever asks again goes on behind them.
struct DelayedRedirects {
  /// What is known of a request.
  enum Found: Equatable {
    case none
    /// It is to be followed after a time; with the host that it leads to.
    case early(Duration, host: String)
    /// It may be followed: where it leads, and how many redirects that took.
    case due(HTTPRequest, redirects: Int)
  }

  private struct Redirect {
    let target: HTTPRequest
    let redirects: Int
    let until: Duration
  }

  private var known: [HTTPRequest: Redirect] = [:]
  /// More than a list has on its way.
  private static let most = 16

  /// Remembers where a request leads, and until when that has to wait.
  mutating func keep(
    _ target: HTTPRequest, after redirects: Int, of first: HTTPRequest, until: Duration
  ) {
    if known.count >= Self.most { known = [:] }
    known[first] = Redirect(target: target, redirects: redirects, until: until)
  }

  /// What is known of a request, which is forgotten once it may be followed.
  ///
  /// - Parameter time: the time by which it waits; nil for a reader who does not wait.
  mutating func take(_ first: HTTPRequest, at time: Duration?) -> Found {
    guard let redirect = known[first] else { return .none }
    if let time, time < redirect.until {
      return .early(redirect.until - time, host: redirect.target.host)
    }
    known[first] = nil
    return .due(redirect.target, redirects: redirect.redirects)
  }
}
