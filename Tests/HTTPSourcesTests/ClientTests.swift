import Answers
import Foundation
import Glibc
import HTTPSources
import Paging
import Records
import TemporaryFolders
import Testing

/// The resources that a request holds while it runs, and those that remain after it.
@Suite(.timeLimit(.minutes(10))) struct `A client` {
  @Test(arguments: ["silent", "stall", "endless"])
  func `closes the connection of a load that is cancelled`(fault: String) async throws {
    let service = try SampleService()
    let list = try Switched(at: .success(service))
    let source = try HTTPSource(list.address("fault/\(fault)")) { $0.client.mostBody = 1 << 40 }
    let load = Task { await source.failure() }
    try await list.isAsked(1)
    load.cancel()
    #expect(await load.value == PagingError("the request was stopped", isRetryable: true))
    try await eventually("no connection is left") { service.connections.isEmpty }
  }

  @Test func `sends nothing for a load that was cancelled before`() async throws {
    let list = try Switched()
    let source = try HTTPSource(list.address("single/users"))
    let error = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await source.failure()
    }.value
    #expect(error == PagingError("the request was stopped", isRetryable: true))
    #expect(try await list.requestCount == 0)
  }

  @Test func `takes a load that waits for its turn out of the row when it is cancelled`()
    async throws
  {
    let list = try Switched()
    let source = try HTTPSource(list.address("fault/silent?c={cursor}"))
    let first = Task { await source.failure() }
    try await list.isAsked(1)
    let second = Task {
      await source.failure(of: .after(.cursor(AnswerCursor(text: "x")), 10))
    }
    second.cancel()
    #expect(await second.value == PagingError("the request was stopped", isRetryable: true))
    first.cancel()
    #expect(await first.value?.isRetryable == true)
    #expect(try await list.requestCount == 1)
  }

  @Test func `closes its connections when nobody needs it any more`() async throws {
    let service = try SampleService()
    do {
      let source = try HTTPSource(Switched(at: .success(service)).address("single/users"))
      _ = try await source.load(.start(10))
      #expect(service.connections.count == 1)
    }
    try await eventually("no connection is left") { service.connections.isEmpty }
  }

  @Test func `sends what a request says, and little else`() async throws {
    let list = try Switched()
    let source = try HTTPSource(
      list.address("echo?a=1&a=2"),
      headers: [HTTPField("X-Empty", ""), HTTPField("X-Two", "a"), HTTPField("accept", "a/b")])
    let item = try await source.first()
    #expect(item.text("method") == "GET")
    #expect(item.text("headers.x-empty") == "")
    #expect(item.text("headers.accept") == "a/b")
    #expect(item.text("headers.user-agent") == "endless")
    guard case .record(let record) = item.content else { throw TestFailure("no record") }
    let names = record.value(at: "headers")?.record?.map(\.name) ?? []
    #expect(
      names == ["accept", "accept-encoding", "host", "user-agent", "x-empty", "x-two"])
    let plain = try await HTTPSource(list.address("echo")).first()
    #expect(plain.text("headers.accept") == "application/json, */*;q=0.5")
  }

  @Test func `sends a body of any size at once`() async throws {
    let body = String(repeating: "é", count: 600_000)
    let source = try HTTPSource(
      Switched().address("echo"), headers: [HTTPField("Content-Type", "text/plain")], body: body)
    let item = try await source.first()
    #expect(item.text("body") == body)
    #expect(item.text("headers.expect") == nil)
    #expect(item.text("headers.content-length") == "1200000")
  }

  @Test func `asks for all pages by one connection`() async throws {
    let service = try SampleService()
    let list = try Switched(at: .success(service))
    let source = try HTTPSource(list.address("link/users?per_page={limit}"))
    #expect(try await source.walked().count == 1_000)
    #expect(service.connections.count == 1)
  }

  /// A program that inherited a connection would keep it open, and could send on it.
  @Test func `has no connection that programs inherit`() async throws {
    let service = try SampleService()
    let list = try Switched(at: .success(service))
    let client = try HTTPClient()
    _ = try await client.answer(to: HTTPRequest(url: list.address("single/users")))
    #expect(service.clientSockets.count == 1)
    let command =
      "ls -l /proc/$$/fd | sed -n 's/.*socket:.\\([0-9]*\\).*/\\1/p' | tr '\\n' .; echo ."
    let source = try HTTPSource(Switched().address("echo")) {
      $0.credential = CredentialCommand(command)
    }
    let token = try #require(try await source.first().text("headers.authorization"))
    let inherited = token.dropFirst("Bearer ".count).split(separator: ".").map(String.init)
    #expect(service.clientSockets.isDisjoint(with: inherited), "\(token)")
  }

  @Test func `does not wake while nothing is asked`() async throws {
    let list = try Switched()
    let before = Set(ThreadTask.all)
    let idle = try HTTPClient()
    _ = try await idle.answer(to: HTTPRequest(url: list.address("single/users")))
    // The client's thread is the new one that waits in poll(2), with a connection that stays open.
    var mine: [ThreadTask] = []
    try await eventually("the client's thread sleeps") {
      mine = ThreadTask.all.filter { !before.contains($0) && $0.isPolling }
      let switches = mine.map(\.switches)
      poll(nil, 0, 20)
      return !mine.isEmpty && mine.map(\.switches) == switches
    }
    let switches = mine.map(\.switches)
    let busy = try HTTPClient()
    for _ in 0..<100 {
      _ = try await busy.answer(to: HTTPRequest(url: list.address("single/users")))
    }
    #expect(mine.map(\.switches) == switches)
    #expect(idle.requestCount == 1)
  }

  /// An answer whose body is compressed with the program `gzip`.
  private static func packed(_ body: [UInt8], in folder: TemporaryFolder) throws -> [UInt8] {
    try folder.append(body, to: "body")
    let (program, output) = (Process(), Pipe())
    program.executableURL = URL(filePath: "/bin/sh")
    program.arguments = ["-c", "exec gzip -c9 <'\(folder.path("body"))'"]
    program.standardOutput = output
    try program.run()
    let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
    program.waitUntilExit()
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
      + "Content-Length: \(bytes.count)\r\nConnection: close\r\n\r\n"
    return Array(head.utf8) + bytes
  }

  @Test func `unpacks what comes packed, and counts the bytes that come out`() async throws {
    try await TemporaryFolder.run { folder in
      let list = Array((1...2_000).map { #"{"id": \#($0)}"# }.joined(separator: "\n").utf8)
      let canned = try CannedService(bytes: [Self.packed(list, in: folder)])
      let source = try HTTPSource(canned.address + "/")
      #expect(try await source.load(.start(10)).numbers == Array(1...2_000))
      #expect(canned.requests[0].contains("Accept-Encoding: "))
      let bomb = Array("[".utf8) + Array(repeating: UInt8(ascii: " "), count: 4 << 20)
      let packed = try Self.packed(bomb, in: TemporaryFolder())
      #expect(packed.count < 20_000)
      let hostile = try CannedService(bytes: [packed])
      let refused = try HTTPSource(hostile.address + "/") {
        $0.client.mostBody = 1 << 20
      }
      let error = await refused.failure()
      #expect(
        error
          == PagingError("the page is larger than 1 MiB: request fewer items", isRetryable: false)
      )
    }
  }

  @Test func `unpacks a body that is read while it comes, however slow its reader is`() async throws
  {
    try await TemporaryFolder.run { folder in
      let text = Array((1...800_000).map { "line \($0)\n" }.joined().utf8)
      let packed = try Self.packed(text, in: folder)
      let canned = try CannedService(bytes: [packed])
      let client = try HTTPClient()
      let opened = try await client.open(HTTPRequest(url: canned.address + "/")) { _ in true }
      guard case .stream(_, let body) = opened else { throw TestFailure("no stream") }
      var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 7_777))
      while case let count = try chunk.withUnsafeMutableBytes({ try body.read(into: $0) }),
        count > 0
      {
        bytes += chunk[..<count]
      }
      #expect(bytes == text)
    }
  }

  @Test func `reaches a service at a socket of this machine`() async throws {
    try await TemporaryFolder.run { folder in
      let path = folder.path("socket")
      let service = try SampleService(["--unix-socket", path])
      let source = try HTTPSource("http://h.example/echo") { $0.client.unixSocket = path }
      #expect(try await source.first().text("headers.host") == "h.example")
      #expect(service.connections.isEmpty)
      let missing = try HTTPSource("http://h.example/") {
        $0.client.unixSocket = folder.path("none")
      }
      let error = await missing.failure()
      #expect(error?.isRetryable == true)
      #expect(error?.description.hasPrefix("cannot connect to the socket ") == true)
    }
  }
}

/// A thread of this process, as described by `/proc`.
private struct ThreadTask: Hashable {
  let number: Int

  static var all: [ThreadTask] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return names.compactMap { Int($0).map(ThreadTask.init) }
  }

  private func text(_ file: String) -> String {
    ProcessFile.text("/proc/self/task/\(number)/\(file)")
  }

  /// Whether it waits in poll(2) or ppoll(2).
  var isPolling: Bool {
    #if arch(x86_64)
      let calls: Set = ["7", "271"]
    #else
      let calls: Set = ["73"]
    #endif
    return calls.contains(String(text("syscall").prefix { $0 != " " }))
  }

  /// The number of its context switches.
  var switches: Int {
    text("status").split(separator: "\n").filter { $0.contains("ctxt_switches") }
      .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }.reduce(0, +)
  }
}
