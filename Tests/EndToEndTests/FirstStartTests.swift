import Foundation
import Glibc
import Testing

/// A new home: a database of 100,000 posts is filled while a reader already sees some of them.
@Suite(.serialized, .timeLimit(.minutes(20))) struct `A first start` {
  private static let total = 100_000

  private static func lineCount(_ output: [UInt8]) -> Int {
    output.count { $0 == UInt8(ascii: "\n") }
  }

  /// What a program says if another one creates the database at the same time and is slow, as on a
  /// busy machine.
  private static let waits = "endless: waiting for the database of the timeline, up to 5 s\n"

  /// Counts the posts in another process, which waits until the database is filled.
  private static func count(_ home: SampleHome) async throws -> Int {
    let result = try await Command.run(home.launch("timeline:", "--plain"), within: .seconds(300))
    #expect(result.status == .exited(0))
    #expect(result.error.isEmpty || result.error == waits, "\(result.error)")
    return lineCount(result.outputBytes)
  }

  @Test func `shows posts while the database fills`() async throws {
    try await SampleHome.run(filled: false) { home in
      try await home.inTerminal { terminal in
        // If the machine is busy, the database may already be full at the first check.
        try await terminal.waitUntil("the database to fill", within: .seconds(300)) { _ in
          home.size(of: home.database + "-wal") + home.size(of: home.database) > 5_000_000
        }
        #expect(try await Self.count(home) == Self.total)
        try await terminal.quit()
      }
    }
  }

  @Test func `may happen twice at once, on screens too`() async throws {
    try await SampleHome.run(filled: false) { home in
      try await home.inTerminal { one in
        try await home.inTerminal { other in
          #expect(try await Self.count(home) == Self.total)
          for terminal in [one, other] {
            try await terminal.quit()
            let said = await terminal.errorText
            #expect(said.isEmpty || said == Self.waits, "\(said)")
          }
        }
      }
      #expect(try await Self.count(home) == Self.total)
    }
    try await SampleHome.run(filled: false) { home in
      async let one = Self.count(home)
      async let other = Self.count(home)
      let counts = try await [one, other, Self.count(home)]
      #expect(counts == [Self.total, Self.total, Self.total])
    }
  }

  @Test func `that is interrupted goes on at the next one`() async throws {
    try await SampleHome.run(filled: false) { home in
      try await home.inTerminal { terminal in
        try await terminal.waitUntil("some batches", within: .seconds(300)) { _ in
          home.size(of: home.database + "-wal") + home.size(of: home.database) > 2_000_000
        }
        try await terminal.signal(SIGKILL)
        #expect(try await terminal.waitForExit() == .signalled(SIGKILL))
      }
      #expect(try await Self.count(home) == Self.total)
    }
  }

  @Test(arguments: [nil, "", "relative/path"]) func `keeps its data below the home folder`(
    dataHome: String?
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      let launch = home.launch(
        "timeline:", "--plain", "--limit", "1", environment: ["XDG_DATA_HOME": dataHome])
      let result = try await Command.run(launch)
      #expect(result.status == .exited(0))
      #expect(home.size(of: home.directory.path + "/.local/share/endless/timeline.sqlite") > 0)
      let all = try FileManager.default.contentsOfDirectory(atPath: home.directory.path)
      #expect(all == [".local"])
    }
  }

  @Test func `leaves nothing but the database, and is followed by one that shows the same`()
    async throws
  {
    try await SampleHome.run { home in
      let first = try home.first
      for _ in 1...2 {
        try await home.onScreen { tmux in
          try await tmux.screen("the newest post") { $0.selects(first) && $0.loaded == 50 }
          try await tmux.quit()
        }
      }
      #expect(try await Self.count(home) == Self.total)
      let names = try FileManager.default.contentsOfDirectory(atPath: home.folder)
      #expect(names == ["timeline.sqlite"])
      let all = try FileManager.default.contentsOfDirectory(atPath: home.directory.path)
      #expect(all == ["data"])
    }
  }
}
