import Paging
import Synchronization

/// An exchange with services: it sends requests with the reader's credentials, and follows
/// redirects.
///
/// Credentials are sent only to the service that the reader has named; other services get only the
/// header fields in `harmless`.
final class HTTPExchange: Sendable {
  let client: HTTPClient
  private let home: HomeOrigin
  private let credential: CredentialCommand?
  /// The pauses that services have asked for.
  let limits: OriginLimits
  private let state = Mutex(State())

  private struct State {
    /// The origins of other services to which requests were sent without credentials.
    var strangers: [String] = []
    var delayed = DelayedRedirects()
  }

  /// The maximum number of redirects for one request.
  static let mostRedirects = 10
  /// Header fields that reveal nothing about the reader, and may be sent to other services.
  static let harmless: Set<String> = [
    "accept", "accept-language", "content-type", "user-agent",
  ]

  /// The `Accept` field for requests without one.
  static let accept = HTTPField("Accept", "application/json, */*;q=0.5")

  init(
    _ client: HTTPClient, home: HomeOrigin, credential: CredentialCommand?, limits: OriginLimits
  ) {
    (self.client, self.home, self.credential, self.limits) = (client, home, credential, limits)
  }

  /// Other services to which requests were sent without credentials, in the order of their first
  /// requests.
  var strangers: [String] { state.withLock(\.strangers) }

  /// Sends a request and collects the answer.
  ///
  /// - Parameter isUrgent: whether to ignore a pause that the service has asked for.
  /// - Throws: an error if the service does not answer, if a redirect cannot be followed, or if the
  ///   service has asked for a pause.
  func answer(to request: HTTPRequest, isUrgent: Bool = false) async throws(HTTPError) -> HTTPAnswer
  {
    try await follow(request, isUrgent: isUrgent) { sent throws(HTTPError) in
      let answer = try await self.client.answer(to: sent)
      self.limits.note(answer, isUrgent: isUrgent)
      return (answer.head, answer)
    }
  }

  /// Sends a request and waits for the beginning of the answer.
  ///
  /// - Parameter isStream: decides from the header whether the body is read as it arrives.
  /// - Throws: an error if the service does not answer, if a redirect cannot be followed, or if the
  ///   service has asked for a pause.
  func open(
    _ request: HTTPRequest, isStream: @escaping @Sendable (HTTPHead) -> Bool
  ) async throws(HTTPError) -> HTTPClient.Opened {
    try await follow(request) { sent throws(HTTPError) in
      let opened = try await self.client.open(sent) {
        $0.isRedirect || $0.status == 401 ? false : isStream($0)
      }
      switch opened {
      case .answer(let answer):
        self.limits.note(answer)
        return (answer.head, opened)
      case .stream(let head, _):
        self.limits.note(HTTPAnswer(head: head, body: []))
        return (head, opened)
      }
    }
  }

  private func follow<Opened>(
    _ first: HTTPRequest, isUrgent: Bool = false,
    _ send: (HTTPRequest) async throws(HTTPError) -> (HTTPHead, Opened)
  ) async throws(HTTPError) -> Opened {
    var (request, redirects) = try delayed(first, isUrgent: isUrgent)
    var (mayRenew, refused) = (credential != nil, 0)
    while true {
      if !isUrgent, let left = limits.left(of: request.url) { throw .resting(request.host, left) }
      let printed = home.owns(request.url) ? try await credential?.printed(after: refused) : nil
      let (head, opened) = try await send(prepared(request, printed?.field))
      if head.status == 401, mayRenew, let printed {
        (mayRenew, refused) = (false, printed.run)
        continue
      }
      guard head.isRedirect, let target = head.value(of: "Location") else { return opened }
      redirects += 1
      guard redirects <= Self.mostRedirects else {
        throw .failed("\(first.shown) redirects more than \(Self.mostRedirects) times")
      }
      request = try redirected(request, by: head, to: target)
      try delay(request, after: redirects, of: first, by: head)
    }
  }

  /// Returns the request to send first and the number of redirects before it: the target of the
  /// delayed redirect that is stored for a request, or the request itself if none is stored.
  ///
  /// - Parameter isUrgent: whether to follow a stored redirect even if it is not due.
  /// - Throws: `resting` if a stored redirect is not due.
  private func delayed(_ first: HTTPRequest, isUrgent: Bool) throws(HTTPError) -> (HTTPRequest, Int)
  {
    let found = state.withLock { $0.delayed.take(first, at: isUrgent ? nil : limits.time) }
    switch found {
    case .none: return (first, 0)
    case .early(let left, let host): throw .resting(host, left)
    case .due(let request, let redirects): return (request, redirects)
    }
  }

  /// Stores a redirect that has to wait.
  ///
  /// - Throws: `resting` if the redirect asks the client to wait (RFC 9110, section 10.2.3).
  private func delay(
    _ request: HTTPRequest, after redirects: Int, of first: HTTPRequest, by head: HTTPHead
  ) throws(HTTPError) {
    let rates = limits.rates(head)
    guard rates.isAsked, let wait = rates.wait, wait > .zero else { return }
    let until = limits.time + wait
    state.withLock { $0.delayed.keep(request, after: redirects, of: first, until: until) }
    throw .resting(request.host, wait)
  }

  /// Returns the request in the form in which it is sent: with all fields to the service that the
  /// reader has named, and with only harmless fields to any other service.
  private func prepared(_ request: HTTPRequest, _ credential: HTTPField?) throws(HTTPError)
    -> HTTPRequest
  {
    guard let address = WebAddress(request.url), let scheme = address.scheme?.lowercased() else {
      throw .failed("the link to the page is not an address")
    }
    guard ["http", "https"].contains(scheme), let origin = address.origin else {
      throw .failed("the service redirects to a \(scheme): address, which is not followed")
    }
    var request = request
    request.url = address.withoutLogin.description
    if !request.has("Accept") {
      request.headers.insert(Self.accept, at: 0)
    }
    guard !home.owns(request.url) else {
      if let credential {
        request.headers.removeAll { $0.name.lowercased() == credential.name.lowercased() }
        request.headers.append(credential)
      }
      return request
    }
    guard request.method == .get else {
      throw .failed("the service redirects to \(origin): the body is not sent to another service")
    }
    request.headers.removeAll { !Self.harmless.contains($0.name.lowercased()) }
    (request.login, request.usesNetrc) = (nil, false)
    state.withLock { if !$0.strangers.contains("\(origin)") { $0.strangers.append("\(origin)") } }
    return request
  }

  private func redirected(
    _ request: HTTPRequest, by head: HTTPHead, to target: String
  ) throws(HTTPError) -> HTTPRequest {
    guard let base = WebAddress(request.url) else {
      throw .failed("a redirect has no valid address")
    }
    var next = request
    next.url = base.resolving(target)
    // RFC 9110, section 15.4, allows the change to GET, which browsers also make.
    if request.method == .post, head.status != 307, head.status != 308 {
      (next.method, next.body) = (.get, [])
      next.headers.removeAll { $0.name.lowercased() == "content-type" }
    }
    return next
  }
}

extension HTTPHead {
  /// Whether the answer is a redirect with an address.
  var isRedirect: Bool {
    [301, 302, 303, 307, 308].contains(status) && value(of: "Location") != nil
  }
}
