import Answers
import CommandSources
import Glibc
import Paging
import TemporaryFolders
import Testing

/// Commands that fail, hang, or leave something behind.
@Suite(.timeLimit(.minutes(5))) struct `A command that ends badly` {
  private static let cases = [
    (
      "echo one; echo first >&2; echo 'second word' >&2; exit 3; : {page}",
      "second word (exit 3)"
    ),
    ("exit 1; : {page}", "the command exited with status 1"),
    ("kill -KILL $$; : {page}", "the command exited with status 137"),
    (
      "no-such-program-at-all {page}",
      "sh: 1: no-such-program-at-all: not found (exit 127)"
    ),
    (
      "printf '[{\"id\": 1}, {'; : {page}",
      "page 1: the page is not valid JSON: unexpected end at line 1, column 14"
    ),
    (
      "echo one; : {cursor}",
      "{cursor} needs pages that are JSON objects and contain the next cursor"
    ),
    ("yes {page}", "the page is larger than 1 MiB: request fewer items"),
    ("yes | head -n 100; : {page}", "page 1: the page has more than 50 items: request fewer"),
  ]

  @Test(arguments: cases) func `says so in one line`(
    command: String, words: String
  ) async throws {
    var options = CommandOptions()
    options.answers.reader.maximumSize = 1 << 20
    options.answers.reader.maximumCount = 50
    let source = CommandSource(try CommandTemplate(command), options)
    #expect(await source.failure() == words)
  }

  /// A failure is retried automatically if the command says that it may succeed later, or if the
  /// options request a retry.
  ///
  /// An answer without a cursor is never retried.
  @Test(arguments: [
    ("exit 75; : {page}", false, true), ("exit 1; : {page}", false, false),
    ("exit 1; : {page}", true, true), ("echo one; : {cursor}", true, false),
  ])
  func `says whether trying again may help`(
    command: String, retriesFailures: Bool, isRetryable: Bool
  ) async throws {
    var options = CommandOptions()
    options.retriesFailures = retriesFailures
    let source = CommandSource(try CommandTemplate(command), options)
    let error = await #expect(throws: PagingError.self) {
      _ = try await source.load(PageRequest(reason: .refresh, position: .start, count: 10))
    }
    #expect(error?.isRetryable == isRetryable)
  }

  /// The process whose identifier a command has written to a file.
  private func process(in file: String) async throws -> Int32 {
    for _ in 0..<60_000 {
      if let noted = fopen(file, "r") {
        var line = [CChar](repeating: 0, count: 32)
        let isRead = fgets(&line, 32, noted) != nil
        fclose(noted)
        if isRead, let number = line.number { return number }
      }
      poll(nil, 0, 2)
      await Task.yield()
    }
    throw PagingError("nothing was noted", isRetryable: false)
  }

  /// Whether a process ends within a few minutes.
  ///
  /// A zombie counts as ended.
  private func isGone(_ process: Int32) async -> Bool {
    for _ in 0..<60_000 {
      guard let status = fopen("/proc/\(process)/stat", "r") else { return true }
      var line = [CChar](repeating: 0, count: 512)
      _ = fgets(&line, 512, status)
      fclose(status)
      let text = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      // The state follows the name, which is in parentheses (proc(5)).
      if let end = text.lastIndex(of: UInt8(ascii: ")")),
        text[end...].dropFirst(2).first == UInt8(ascii: "Z")
      {
        return true
      }
      poll(nil, 0, 2)
      await Task.yield()
    }
    return false
  }

  @Test func `by saying nothing is ended with all that it has started`() async throws {
    try await TemporaryFolder.run { folder in
      var options = CommandOptions()
      options.timeout = .seconds(5)
      let source = CommandSource(
        try CommandTemplate(
          "sleep 1000 & echo $! >\(folder.path)/pid; echo {page} >&2; sleep 1000"),
        options)
      #expect(
        await source.failure()
          == "the command printed nothing for 5 s and was stopped: see --timeout")
      #expect(try await isGone(process(in: folder.path + "/pid")))
    }
  }

  @Test func `by leaving something behind is not waited for`() async throws {
    try await TemporaryFolder.run { folder in
      let source = CommandSource(
        try CommandTemplate("sleep 1000 & echo $! >\(folder.path)/pid; echo {page}"))
      let page = try await source.load(PageRequest(reason: .refresh, position: .start, count: 1))
      #expect(page.text == "1")
      #expect(try await isGone(process(in: folder.path + "/pid")))
    }
  }

  @Test(arguments: [true, false]) func `by ignoring SIGTERM is killed`(isCancelled: Bool)
    async throws
  {
    try await TemporaryFolder.run { folder in
      let source = CommandSource(
        try CommandTemplate(
          "trap '' TERM; (trap '' TERM; echo {page} >&2; sleep 1000) & echo $! >\(folder.path)/pid; wait; sleep 1000"
        ))
      let load = Task { await source.failure() }
      let process = try await process(in: folder.path + "/pid")
      if isCancelled { load.cancel() } else { source.stop() }
      #expect(await load.value == "the command was stopped")
      #expect(await isGone(process))
    }
  }

  @Test func `after it was stopped is not run again`() async throws {
    let source = CommandSource(try CommandTemplate("echo {page}"))
    source.stop()
    #expect(await source.failure() == "the command was stopped")
    #expect(source.runCount == 0)
  }
}

extension [CChar] {
  /// The number at the start of the text.
  fileprivate var number: Int32? {
    Int32(String(decoding: prefix { $0 > 0x20 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}
