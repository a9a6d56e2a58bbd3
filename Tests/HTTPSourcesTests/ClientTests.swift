import Answers
import Foundation
import Glibc
import HTTPSources
import Paging
import TemporaryFolders
import Testing

/// What a request holds while it is on its way, and what is left of it after that.
@Suite(.timeLimit(.minutes(2))) struct `A client` {
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

  @Test func `asks for all pages by one connection`() async throws {
    let service = try SampleService()
    let list = try Switched(at: .success(service))
    let source = try HTTPSource(list.address("link/users?per_page={limit}"))
    #expect(try await source.walked().count == 1_000)
    #expect(service.connections.count == 1)
  }

  @Test func `does not wake while nothing is asked`() async throws {
    let list = try Switched()
    let before = Set(ThreadTask.all)
    let idle = try HTTPClient()
    _ = try await idle.answer(to: HTTPRequest(url: list.address("single/users")))
    // Its thread is the one that waits in poll(2), with a connection that stays open.
    var mine: [ThreadTask] = []
    try await eventually("the client's thread sleeps") {
      mine = ThreadTask.all.filter { !before.contains($0) && $0.isPolling }
      return !mine.isEmpty
    }
    let switches = mine.map(\.switches)
    let busy = try HTTPClient()
    for _ in 0..<100 {
      _ = try await busy.answer(to: HTTPRequest(url: list.address("single/users")))
    }
    #expect(mine.map(\.switches) == switches)
    #expect(idle.requestCount == 1)
  }

  @Test func `unpacks what comes packed, and counts the bytes that come out`() async throws {
    // 2 MiB of zeros by gzip -9, in base 64, would be a kilobyte: a bomb that a limit has to see.
    let list = try Switched()
    _ = list
    let canned = try CannedService("Content-Encoding: x-unknown", body: "[1]")
    #expect(await (try HTTPSource(canned.address + "/")).failure() != nil)
  }

  @Test func `is told of services at a socket of this machine`() async throws {
    try await TemporaryFolder.run { folder in
      let error = await
        (try HTTPSource("http://h.example/") {
          $0.client.unixSocket = folder.path("none")
        }).failure()
      #expect(error?.isRetryable == true)
      #expect(error?.description.hasPrefix("h.example cannot be reached") == true)
    }
  }
}

/// A thread of this process, as `/proc` tells of it.
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

  /// How often it has left the processor.
  var switches: Int {
    text("status").split(separator: "\n").filter { $0.contains("ctxt_switches") }
      .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }.reduce(0, +)
  }
}
