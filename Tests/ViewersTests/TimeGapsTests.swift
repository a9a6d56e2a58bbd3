import TableUI
import Terminal
import TemporaryFolders
import Testing

@testable import Viewers

/// `D`: lines between rows that are far apart in time.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Gaps of time` {
  /// Entries of a log, most of them two seconds apart, with gaps of 12 and 18 minutes before and
  /// after the sixth entry, which has a stack trace, and a step back of an hour before the ninth.
  private static let log = """
    2026-11-24T10:00:00Z a
    2026-11-24T10:00:02Z b
    2026-11-24T10:00:04Z c
    2026-11-24T10:00:06Z d
    2026-11-24T10:00:08Z e
    2026-11-24T10:12:13Z f
      at one
      at two
    2026-11-24T10:30:15Z g
    2026-11-24T10:30:17Z h
    2026-11-24T09:30:17Z i
    2026-11-24T09:30:19Z j

    """

  private func show(_ text: String, _ body: (ViewerFixture) async throws -> Void) async throws {
    try await ViewerFixture.show(text, lines: 20, columns: 100, body: body)
  }

  @Test func `are faint lines that say how long after the row above the next one is`() async throws
  {
    try await show(Self.log) { viewer in
      await viewer.wait(for: "10:00:00Z a")
      viewer.type("D")
      await viewer.wait("the gaps") { $0.contains("── 1 h earlier ──") }
      let rows = viewer.rows
      #expect(rows[5] == "── 12 min later ──")
      #expect(rows[6].hasSuffix("Z f"))
      #expect(rows[8] == "  at two")
      #expect(rows[9] == "── 18 min later ──")
      #expect(rows[12] == "── 1 h earlier ──")
      #expect(rows[13].hasSuffix("Z i"))
    }
  }

  @Test func `are far by what is usual, and go away by the same key`() async throws {
    let jobs = (0..<12).map { hour in
      "2026-11-\(hour < 8 ? 10 + hour : 20 + hour)T03:00:00Z job \(hour)\n"
    }
    try await show(jobs.joined()) { viewer in
      await viewer.wait(for: "job 0")
      viewer.type("D")
      await viewer.wait(for: "gaps of 7 days or more are shown")
      await viewer.wait(for: "── 11 days later ──")
      #expect(viewer.rows.count { $0.hasPrefix("──") } == 1)
      viewer.type("D")
      await viewer.wait(for: "gaps in time are hidden")
      await viewer.wait("no gap") { rows in !rows.contains { $0.hasPrefix("── 11") } }
    }
  }

  @Test func `stand between records in columns`() async throws {
    let rows = [0, 1, 2, 3, 90, 91].map { second in
      #"{"time": \#(1_700_000_000 + second), "message": "m\#(second)"}"# + "\n"
    }
    try await show(rows.joined()) { viewer in
      await viewer.wait(for: "m91")
      viewer.type("D")
      await viewer.wait(for: "── 1 min 27 s later ──")
    }
  }

  @Test func `are gone with the lines whose times they compare`() async throws {
    try await show(Self.log) { viewer in
      await viewer.wait(for: "Z a")
      viewer.type("D")
      await viewer.wait(for: "── 12 min later ──")
      let rows = [0, 1, 2, 3, 90, 91].map { second in
        #"{"time": \#(1_700_000_000 + second), "message": "m\#(second)"}"# + "\n"
      }
      try GrowingFile(path: viewer.folder.path("file.txt")).make(rows.joined())
      await viewer.wait(for: "m91")
      viewer.type("D")
      await viewer.wait(for: "── 1 min 27 s later ──")
    }
  }

  @Test func `need times`() async throws {
    try await show("a\nb\n") { viewer in
      await viewer.wait(for: "a")
      viewer.type("D")
      await viewer.wait(for: "no times found in these lines")
    }
  }
}
