import GRDB
import Testing

/// Likes just before the end of a run.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct `A database that another program holds, and a like at the end` {
  @Test(
    arguments: [
      ("Lq", 0, 1), ("L\u{3}", 130, 1), ("LLq", 0, 0), ("LLLLLLLLLLq", 0, 0), ("LLLq", 0, 1),
    ] as [(String, Int32, Int)])
  func `counts, however soon that comes`(keys: String, status: Int32, count: Int) async throws {
    try await SampleHome.run { home in
      let first = try home.first
      try await home.inTerminal { terminal in
        try await terminal.write(keys)
        #expect(try await terminal.waitForExit() == .exited(status))
      }
      #expect(try await home.newestNow().likes == first.likes + count)
    }
  }

  @Test func `waits for another program that holds the database, and says so`() async throws {
    try await SampleHome.inTerminal { terminal, home in
      let first = try home.first
      try await Self.locked(home) {
        try await terminal.write("L")
        try await terminal.waitFor("waiting for the database")
      }
      try await terminal.waitFor("♥ \(first.likes + 1)")
    }
  }

  @Test func `is told after the terminal is given back where it is lost`() async throws {
    try await SampleHome.run { home in
      let first = try home.first
      try await home.inTerminal { terminal in
        try await Self.locked(home) {
          try await terminal.write("Lq")
          #expect(try await terminal.waitForExit() == .exited(3))
        }
        let error = await terminal.errorText
        // On a busy machine, the program may cease to wait before SQLite does.
        let reasons = ["database is locked", "it did not answer in time"]
        let errors = reasons.map {
          """
          endless: waiting for the database to save the like, up to 5 s
          endless: the timeline's database failed: \($0)

          """
        }
        #expect(errors.contains(error), "\(error)")
        #expect(TerminalModes(await terminal.output).isAsAtStart)
      }
      #expect(try await home.newestNow().likes == first.likes)
    }
  }

  @Test func `is waited for at the start, too, which says so`()
    async throws
  {
    try await SampleHome.run { home in
      try await Self.locked(home, readers: true) {
        let result = try await Command.run(home.launch("timeline:", "--plain", "--limit", "1"))
        #expect(result.status == .exited(3))
        #expect(
          result.error == """
            endless: waiting for the database of the timeline, up to 5 s
            endless: the timeline's database failed: database is locked

            """)
      }
    }
  }

  /// Calls `body` while another program holds a write lock on the database.
  ///
  /// - Parameter readers: whether the lock excludes readers as well.
  private static func locked(
    _ home: SampleHome, readers: Bool = false, _ body: () async throws -> Void
  ) async throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    // The program may just be using the database.
    configuration.busyMode = .timeout(60)
    let queue = try DatabaseQueue(path: home.database, configuration: configuration)
    let lock =
      readers ? "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE" : "BEGIN IMMEDIATE"
    try await queue.writeWithoutTransaction { try $0.execute(sql: lock) }
    do {
      try await body()
    } catch {
      try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      throw error
    }
    try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
  }
}
