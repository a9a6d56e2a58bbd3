import Foundation
import Glibc
import HTTPSources
import Paging
import Testing

/// A body that is read as it arrives.
@Suite(.timeLimit(.minutes(10))) struct `A body that is read while it comes` {
  private static func open(_ client: HTTPClient, _ address: String) async throws -> HTTPBody {
    guard
      case .stream(let head, let body) = try await client.open(
        HTTPRequest(url: address), isStream: { _ in true })
    else { throw TestFailure("no stream") }
    #expect(head.status == 200)
    return body
  }

  /// Reads a body to its end, or up to a number of bytes.
  private static func read(_ body: HTTPBody, atMost most: Int = .max) throws -> [UInt8] {
    var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 100_000))
    while bytes.count < most {
      let wanted = min(chunk.count, most - bytes.count)
      let count = try chunk.withUnsafeMutableBytes {
        try body.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted]))
      }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
    return bytes
  }

  @Test func `has the same bytes as one that is collected`() async throws {
    let (list, client) = (try Switched(), try HTTPClient())
    for path in ["csv/users", "packed/users", "fault/huge?bytes=5000000", "text/users"] {
      let whole = try await client.answer(to: HTTPRequest(url: list.address(path))).body
      let read = try Self.read(try await Self.open(client, list.address(path)))
      #expect(read == whole, "\(path)")
    }
  }

  @Test func `makes the service wait for its reader`() async throws {
    let size = 96 << 20
    let service = try SampleService()
    let list = try Switched(at: .success(service))
    var options = HTTPClientOptions()
    options.mostBody = size
    let client = try HTTPClient(options)
    let address = list.address("fault/huge?bytes=\(size)")
    let body = try await Self.open(client, address)
    let start = try Self.read(body, atMost: 100_000)
    let memory = Self.memory
    // Waits until the service cannot send any more and the numbers of unsent bytes stay the same.
    var before: [Int] = []
    try await eventually("the service waits") {
      defer { before = service.connections }
      poll(nil, 0, 20)
      return before.contains { $0 > 0 } && before == service.connections
    }
    // The bytes that were sent and not read are in the pipe and the two sockets. A socket may hold
    // about 32 MiB, if the kernel lets its memory grow.
    #expect(before.reduce(0, +) < size / 2)
    #expect(Self.memory - memory < size / 4)
    let rest = try Self.read(body)
    #expect(start.count + rest.count == size)
    let whole = try await client.answer(to: HTTPRequest(url: address)).body
    #expect(start + rest == whole)
  }

  /// The memory that the process holds, in bytes.
  private static var memory: Int {
    let pages = ProcessFile.text("/proc/self/statm").split(separator: " ").dropFirst().first
    return (pages.flatMap { Int($0) } ?? 0) * Int(getpagesize())
  }

  @Test func `may wait for its reader for longer than a service may be silent`() async throws {
    var options = HTTPClientOptions()
    options.silence = .seconds(5)
    let (list, client) = (try Switched(), try HTTPClient(options))
    let body = try await Self.open(client, list.address("fault/huge?bytes=\(16 << 20)"))
    // In the meantime, another request of the same client fails after a timeout.
    await #expect(throws: HTTPError.self) {
      try await client.answer(to: HTTPRequest(url: list.address("fault/silent")))
    }
    #expect(try Self.read(body).count == 16 << 20)
  }

  @Test func `does not keep other requests waiting`() async throws {
    let (list, client) = (try Switched(), try HTTPClient())
    let body = try await Self.open(client, list.address("fault/endless"))
    for _ in 0..<20 {
      let answer = try await client.answer(to: HTTPRequest(url: list.address("single/users")))
      #expect(answer.head.status == 200)
    }
    #expect(try Self.read(body, atMost: 3_000_000).count == 3_000_000)
  }

  @Test func `has what came before it ended early, and then says why`() async throws {
    let (list, client) = (try Switched(), try HTTPClient())
    let body = try await Self.open(client, list.address("fault/cut"))
    let count = try Self.read(body, atMost: 779).count
    #expect(count == 779)
    #expect {
      try Self.read(body)
    } throws: { error in
      (error as? HTTPError)?.isPassing == true && "\(error)".contains("was lost")
    }
  }

  @Test func `that stalls has what came, and then says so`() async throws {
    var options = HTTPClientOptions()
    options.silence = .seconds(5)
    let (list, client) = (try Switched(), try HTTPClient(options))
    let body = try await Self.open(client, list.address("fault/stall"))
    #expect(try Self.read(body, atMost: 779).count == 779)
    let words = "no data from 127.0.0.1:\(list.service.port) for 5 s: see --timeout"
    #expect(throws: HTTPError.passing(words)) { try Self.read(body) }
  }

  @Test func `closes the connection when it is cancelled, and has what came`() async throws {
    let service = try SampleService()
    let list = try Switched(at: .success(service))
    let client = try HTTPClient()
    let body = try await Self.open(client, list.address("fault/endless"))
    _ = try Self.read(body, atMost: 10)
    body.cancel()
    try await eventually("no connection is left") { service.connections.isEmpty }
    #expect(throws: HTTPError.cancelled) { try Self.read(body) }
  }

  @Test func `closes the connection when nobody needs it any more`() async throws {
    let service = try SampleService()
    let list = try Switched(at: .success(service))
    let client = try HTTPClient()
    do {
      let body = try await Self.open(client, list.address("fault/endless"))
      #expect(try Self.read(body, atMost: 10).count == 10)
    }
    try await eventually("no connection is left") { service.connections.isEmpty }
    // The client still works.
    #expect(
      try await client.answer(to: HTTPRequest(url: list.address("single/users"))).head.status
        == 200)
  }

  @Test func `keeps its client`() async throws {
    let list = try Switched()
    let body = try await Self.open(HTTPClient(), list.address("fault/huge?bytes=3000000"))
    #expect(try Self.read(body).count == 3_000_000)
  }
}
