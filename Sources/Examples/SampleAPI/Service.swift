import FlyingFox

/// The handler of requests: an address names a style and a list, optionally preceded by switches.
///
///     /[with/KEY=VALUE;KEY=VALUE…/]STYLE/LIST?parameters
struct Service: HTTPHandler {
  private let latency: Duration
  private let counts = Counts()

  /// Creates a service.
  ///
  /// - Parameter latency: the delay of an answer if the address sets no delay.
  init(latency: Duration) { self.latency = latency }

  @concurrent func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    // The answer to HEAD must have no body.
    guard request.method != .HEAD else {
      return Answer(status: 405, type: "text/plain", []).response
    }
    let request = try await Request(request)
    do {
      return try await answer(request).response
    } catch let refusal as Refusal {
      return refusal.answer.response
    }
  }

  private func answer(_ request: Request) async throws -> Answer {
    var path = request.components[...]
    if path.isEmpty { return Answer(Index.json) }
    if path.first == "counts" { return try count(Array(path.dropFirst())) }
    var switches = Switches()
    if path.first == "with" {
      switches = try Switches(path.dropFirst().first ?? "")
      path = path.dropFirst(2)
    }
    return try await answer(request, path.map(\.percentDecoded), switches)
  }

  /// Counts the request, and answers it after the delay.
  private func answer(
    _ request: Request, _ path: [String], _ switches: Switches
  ) async throws -> Answer {
    let number = counts.begin(switches.key, path: request.target)
    defer { counts.end(switches.key) }
    let latency = switches.latency ?? latency
    // The wait is the purpose of the latency.
    if latency > .zero { try await Task.sleep(for: latency) }
    let moved = switches.move * (number - 1)
    let limits = try LimitFields(switches, counts)
    do {
      try switches.check(number, request)
      let answer = try await answer(path) { list in
        Call(
          request: request, switches: switches,
          listing: Listing(list: list, count: switches.count, moved: moved))
      }
      let tag = switches.hasTags ? "W/\"\(switches.count)+\(moved)\"" : nil
      if let tag, request.header("if-none-match") == tag { throw Refusal(304, "not modified") }
      return answer.of(type: switches.type).with("ETag", tag).with(switches.fields + limits.fields)
    } catch let refusal as Refusal {
      return refusal.answer.with(switches.fields + limits.fields)
    }
  }

  private func answer(_ path: [String], _ call: (SampleList) -> Call) async throws -> Answer {
    let name = path.first ?? ""
    if name == "echo" { return Echo.answer(call(.users).request) }
    if name == "fault", path.count > 1, let fault = Fault.named[path[1]] {
      return try await fault.answer(call(.users), path.dropFirst(2).first ?? "")
    }
    guard path.count == 2, let style = Style.named[name], let list = SampleList(rawValue: path[1])
    else {
      throw Refusal(404, "there is no /\(path.joined(separator: "/")); / lists what there is")
    }
    let call = call(list)
    guard call.request.method == style.method else {
      throw Refusal(405, "\(name) is asked with \(style.method)").with("Allow", style.method)
    }
    return try style.answer(call)
  }

  /// Answers `counts/KEY` and `counts/KEY/reset`.
  private func count(_ path: [String]) throws(Refusal) -> Answer {
    guard let key = path.first?.percentDecoded, path.count < 3,
      path.count == 1 || path[1] == "reset"
    else { throw Refusal(404, "counts takes KEY or KEY/reset") }
    if path.count == 2 { counts.reset(key) }
    return Answer(counts.json(key))
  }
}

extension Switches {
  /// Refuses the request with the given number if the switches say so.
  fileprivate func check(_ number: Int, _ request: Request) throws(Refusal) {
    if let status = failures[number] ?? failAll {
      throw Refusal(status, "request \(number) fails").with("Retry-After", retryAfter)
    }
    if let limit, window == nil, number > limit {
      throw Refusal(429, "no more than \(limit) requests").with("Retry-After", retryAfter)
    }
    if let expired, request.goesOn(from: base) {
      throw Refusal(expired, "the token is too old")
    }
    if let token, request.header("authorization") != "Bearer \(token)" {
      throw Refusal(401, "the token is missing or wrong").with("WWW-Authenticate", "Bearer")
    }
    if let header, request.header(header) == nil {
      throw Refusal(401, "the header \(header) is missing")
    }
  }
}

extension Request {
  /// Whether the request has a cursor, a token, or the number of a page other than the first.
  fileprivate func goesOn(from first: Int) -> Bool {
    query.contains { name, value in
      ["cursor", "token"].contains(name) && !value.isEmpty
        || name == "page" && Int(bounded: value) != first
    }
  }
}

/// The header fields that describe a rate limit.
private struct LimitFields {
  let fields: [(name: String, value: String)]

  /// Counts a request.
  ///
  /// - Throws: an error if the limit is exceeded.
  init(_ switches: Switches, _ counts: Counts) throws(Refusal) {
    guard let limit = switches.limit, let window = switches.window else {
      fields = []
      return
    }
    let allowed = counts.spend(switches.key, limit: limit, in: window)
    let seconds = "\(allowed.reset / .seconds(1))"
    fields = [
      ("X-RateLimit-Limit", "\(limit)"), ("X-RateLimit-Remaining", "\(max(0, allowed.left))"),
      ("X-RateLimit-Reset", seconds),
    ]
    if allowed.left < 0 {
      throw Refusal(429, "no more than \(limit) requests").with("Retry-After", seconds)
    }
  }
}

/// Answers that contain the request itself.
enum Echo {
  static func answer(_ request: Request) -> Answer {
    let fields: [JSON.Field] = [
      ("method", .text(request.method)), ("path", .text(request.path)),
      ("query", .object(byName(request.query))), ("headers", .object(byName(request.headers))),
      ("body", .text(String(decoding: request.body, as: UTF8.self))),
    ]
    return Answer(.object(fields + [("items", [.object(fields)])]))
  }

  /// The values by name, in order; a name that is repeated has an array of values.
  private static func byName(_ fields: [(name: String, value: String)]) -> [JSON.Field] {
    var found: [(name: String, values: [String])] = []
    for field in fields {
      if let index = found.firstIndex(where: { $0.name == field.name }) {
        found[index].values.append(field.value)
      } else {
        found.append((field.name, [field.value]))
      }
    }
    return found.map { name, values in
      (name, values.count == 1 ? .text(values[0]) : .array(values.map(JSON.text)))
    }
  }
}
