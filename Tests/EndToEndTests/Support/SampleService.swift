import Foundation

/// `SampleAPI`, a service on the loopback interface that pages sample data in each style, and fails
/// on demand.
///
///     let service = try await SampleService.shared
///     let users = service.address("link/users?per_page={limit}", "count=1003")
///     … users.text …
///     #expect(try users.requests == 21)
///
/// An answer depends only on the request, and on earlier requests with the same key. Therefore one
/// service is enough for all tests. The service exits when the tests exit, because its standard
/// input is closed then.
struct SampleService: Sendable {
  /// The scheme, host and port.
  let root: String
  /// The port on which the service listens.
  let port: Int

  /// The service for all tests; the first call starts it.
  static var shared: SampleService {
    get async throws { try await Starting.shared.service() }
  }

  /// An address of the service with switches and with its own key.
  func address(_ path: String, _ switches: String = "", root: String? = nil) -> SampleAddress {
    let key = UUID().uuidString
    let all = ([switches] + ["key=\(key)"]).filter { !$0.isEmpty }.joined(separator: ";")
    return SampleAddress(
      text: "\(root ?? self.root)/with/\(all)/\(path)", key: key, service: self)
  }

  /// The complete answer for a path.
  ///
  /// - Throws: an error if the status of the answer is not 200.
  func body(of path: String) throws -> Data {
    let request = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
    // The service closes the connection at the end of the answer.
    let bytes = try FreePort.answer(
      from: port, to: Array(request.utf8), silence: FreePort.longestSilence)
    let answer = Data(bytes ?? [])
    guard answer.starts(with: Data("HTTP/1.1 200".utf8)),
      let end = answer.range(of: Data("\r\n\r\n".utf8))
    else { throw HarnessError("the sample service does not answer \(path)") }
    return answer[end.upperBound...]
  }

  /// All items of a list as lines of JSON.
  func lines(of list: String, count: Int) throws -> [String] {
    let body = try body(of: "/with/count=\(count)/ndjson/\(list)")
    return String(decoding: body, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Starts a service, calls `body`, and then always stops it.
  static func run<Result>(
    _ options: String..., body: (SampleService) async throws -> Result
  ) async throws -> Result {
    let program = try await start(options)
    do {
      let result = try await body(try await listening(program))
      await program.end()
      return result
    } catch {
      await program.end()
      throw error
    }
  }

  private static func start(_ options: [String]) async throws(HarnessError) -> RunningProgram {
    var launch = Launch(try BuiltProgram.path(of: "SampleAPI"))
    launch.arguments = ["--until-input-ends"] + options
    (launch.standardInput, launch.standardOutput, launch.standardError) = (.pipe, .pipe, .pipe)
    return try await RunningProgram(launch, terminal: nil)
  }

  /// The service that a program provides, once it has reported its address.
  private static func listening(_ program: RunningProgram) async throws -> SampleService {
    let root: String? = try await Polling.answer(within: .seconds(60)) { () in
      await program.output?.drain()
      let text = String(decoding: await program.output?.bytes ?? [], as: UTF8.self)
      return text.hasSuffix("\n") ? String(text.dropLast()) : nil
    }
    guard let root, let port = root.split(separator: ":").last.flatMap({ Int($0) }) else {
      await program.error?.drain()
      let said = String(decoding: await program.error?.bytes ?? [], as: UTF8.self)
      throw HarnessError("the sample service does not listen: \(said)")
    }
    return SampleService(root: root, port: port)
  }

  private actor Starting {
    static let shared = Starting()
    private var started: Task<(SampleService, RunningProgram), any Error>?

    func service() async throws -> SampleService {
      let task =
        started
        ?? Task {
          let program = try await start([])
          return (try await listening(program), program)
        }
      started = task
      return try await task.value.0
    }
  }
}

/// An address whose requests the service counts separately.
struct SampleAddress: Sendable {
  /// The address.
  let text: String
  let key: String
  let service: SampleService

  /// The number of requests that have arrived.
  var requests: Int {
    get throws { try counts.requests }
  }

  /// The paths and queries of the requests, in the order of their arrival.
  var paths: [String] {
    get throws { try counts.paths }
  }

  /// The number of requests that exceeded a rate limit.
  var refused: Int {
    get throws { try counts.refused }
  }

  /// The maximum number of requests that were answered at the same time.
  var mostAtOnce: Int {
    get throws { try counts.most_at_once }
  }

  private struct Counts: Decodable {
    let requests: Int
    let refused: Int
    let most_at_once: Int
    let paths: [String]
  }

  private var counts: Counts {
    get throws {
      try JSONDecoder().decode(Counts.self, from: try service.body(of: "/counts/\(key)"))
    }
  }
}
