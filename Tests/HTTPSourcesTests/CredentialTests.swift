import Answers
import HTTPSources
import Paging
import TemporaryFolders
import Testing

/// A command that prints a secret.
@Suite(.timeLimit(.minutes(5))) struct `A command for a credential` {
  /// A command that records each of its runs, and the number of runs so far.
  private struct NotedCommand {
    private let folder: TemporaryFolder
    let command: CredentialCommand

    init(in folder: TemporaryFolder, _ rest: String) {
      self.folder = folder
      command = CredentialCommand("echo run >>'\(folder.path("runs"))'; \(rest)")
    }

    var runs: Int { (try? folder.text(of: "runs"))?.split(separator: "\n").count ?? 0 }
  }

  private static func source(_ address: String, _ command: CredentialCommand) throws -> HTTPSource {
    try HTTPSource(address, headers: [HTTPField("Authorization", "of the reader")], atOnce: 4) {
      $0.credential = command
    }
  }

  @Test func `prints a token, which takes the place of what the header has`() async throws {
    let source = try Self.source(
      Switched("auth=s3cret").address("echo"), CredentialCommand("echo s3cret; echo more"))
    #expect(try await source.first().text("headers.authorization") == "Bearer s3cret")
  }

  @Test func `prints a field of the header where it has a colon`() async throws {
    let source = try Self.source(
      Switched("header=x-api-key").address("echo"), CredentialCommand("echo ' X-Api-Key:  a:b '"))
    let item = try await source.first()
    #expect(item.text("headers.x-api-key") == "a:b")
    #expect(item.text("headers.authorization") == "of the reader")
  }

  @Test func `is run once for requests that come at once, and for those after them`() async throws {
    try await TemporaryFolder.run { folder in
      let noted = NotedCommand(in: folder, "echo s3cret")
      let list = try Switched("auth=s3cret;latency=30")
      let source = try Self.source(
        list.address("pages/users?page={page}&per_page={limit}"), noted.command)
      let cursor = PageCursor.page(PageNumberCursor(number: 1, size: 10))
      let page = try await source.load(.after(cursor, 10, pages: 4))
      #expect(page.numbers == Array(11...50))
      _ = try await source.load(.start(10))
      #expect(noted.runs == 1)
      #expect(try await list.requestCount == 5)
    }
  }

  @Test func `is not run before it is needed`() async throws {
    try await TemporaryFolder.run { folder in
      let noted = NotedCommand(in: folder, "echo s3cret")
      _ = try Self.source(Switched().address("echo"), noted.command)
      #expect(noted.runs == 0)
    }
  }

  @Test func `is run once more where the service refuses what it has printed`() async throws {
    try await TemporaryFolder.run { folder in
      let noted = NotedCommand(
        in: folder, "[ $(wc -l <'\(folder.path("runs"))') = 1 ] && echo old || echo new")
      let list = try Switched("auth=new")
      let source = try Self.source(list.address("pages/users?page={page}"), noted.command)
      #expect(try await source.load(.start(10)).numbers == Array(1...20))
      #expect(noted.runs == 2)
      #expect(try await list.requestCount == 2)
    }
  }

  @Test func `is run once more for several that are refused at once`() async throws {
    try await TemporaryFolder.run { folder in
      let noted = NotedCommand(
        in: folder, "[ $(wc -l <'\(folder.path("runs"))') = 1 ] && echo old || echo new")
      let list = try Switched("auth=new;latency=30")
      let source = try Self.source(
        list.address("pages/users?page={page}&per_page={limit}"), noted.command)
      let cursor = PageCursor.page(PageNumberCursor(number: 1, size: 10))
      #expect(try await source.load(.after(cursor, 10, pages: 4)).numbers == Array(11...50))
      #expect(noted.runs == 2)
    }
  }

  @Test func `is not run for ever where the service refuses all`() async throws {
    try await TemporaryFolder.run { folder in
      let noted = NotedCommand(in: folder, "echo wrong")
      let list = try Switched("auth=right")
      let source = try Self.source(list.address("pages/users?page={page}"), noted.command)
      let error = await source.failure()
      #expect(error?.description.hasPrefix("401 Unauthorized: the token is missing") == true)
      #expect(error?.isRetryable == false)
      #expect(noted.runs == 2)
      #expect(try await list.requestCount == 2)
    }
  }

  @Test
  func `is run once more for several that are refused at once, also where it prints the same`()
    async throws
  {
    try await TemporaryFolder.run { folder in
      let noted = NotedCommand(in: folder, "echo wrong")
      let list = try Switched("auth=right;latency=30")
      let source = try Self.source(
        list.address("pages/users?page={page}&per_page={limit}"), noted.command)
      let cursor = PageCursor.page(PageNumberCursor(number: 1, size: 10))
      #expect(await source.failure(of: .after(cursor, 10, pages: 4)) != nil)
      #expect(noted.runs == 2)
    }
  }

  @Test func `is not waited for by a load that is cancelled, and is run once all the same`()
    async throws
  {
    try await TemporaryFolder.run { folder in
      let noted = NotedCommand(
        in: folder, "until [ -e '\(folder.path("go"))' ]; do sleep 0.01; done; echo s3cret")
      let list = try Switched("auth=s3cret")
      let source = try Self.source(list.address("echo"), noted.command)
      let load = Task { await source.failure() }
      try await eventually("the command runs") { noted.runs == 1 }
      load.cancel()
      #expect(await load.value == PagingError("the request was stopped", isRetryable: true))
      #expect(try await list.requestCount == 0)
      let next = Task { await source.failure() }
      try folder.write("", to: "go")
      #expect(await next.value == nil)
      #expect(noted.runs == 1)
    }
  }

  @Test func `is run again where it has failed`() async throws {
    try await TemporaryFolder.run { folder in
      let noted = NotedCommand(
        in: folder, "[ $(wc -l <'\(folder.path("runs"))') = 1 ] && exit 1; echo s3cret")
      let source = try Self.source(Switched("auth=s3cret").address("echo"), noted.command)
      #expect(await source.failure() != nil)
      #expect(await source.failure() == nil)
    }
  }

  @Test(arguments: [
    ("echo s3cret; exit 3", "the --credential command exited with status 3"),
    ("echo s3cret >&2; exit 1", "the --credential command exited with status 1"),
    ("true", "the --credential command printed no token"),
    ("echo", "the --credential command printed no token"),
    (#"printf 's3cret\001'"#, "the --credential command printed no token"),
    (
      "echo 'a s3cret: b'",
      "the --credential command must print a token, or a header as NAME: VALUE"
    ),
    ("echo ': s3cret'", "the --credential command must print a token, or a header as NAME: VALUE"),
    ("kill -KILL $$", "the --credential command exited with status 137"),
  ]) func `that fails is named, without what it has printed`(command: String, words: String)
    async throws
  {
    let list = try Switched()
    let source = try Self.source(list.address("echo"), CredentialCommand(command))
    #expect(await source.failure() == PagingError(words, isRetryable: false))
    #expect(try await list.requestCount == 0)
  }
}
