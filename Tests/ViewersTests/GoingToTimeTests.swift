import TableUI
import Terminal
import Testing

@testable import Viewers

/// `:10:02` and the like, on the screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Going to a time` {
  /// A line for each minute from 08:00 on, with the lines of a stack trace after every tenth line.
  private static let log =
    (0..<600).map { minute in
      let (hour, rest) = (8 + minute / 60, minute % 60)
      let clock = "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest):30"
      let trace = minute % 10 == 0 ? "\n  at one\n  at two" : ""
      return "2026-11-24T\(clock)Z INFO minute \(minute)\(trace)"
    }.joined(separator: "\n") + "\n"

  private func show(_ text: String = log, _ body: (ViewerFixture) async throws -> Void) async throws
  {
    try await ViewerFixture.show(text, columns: 100, body: body)
  }

  @Test func `leads to the first line that is not before it`() async throws {
    try await show { viewer in
      await viewer.wait(for: "minute 0")
      viewer.type(":10:02\n")
      await viewer.wait("10:02:30") { $0[0].hasSuffix("minute 122") }
      viewer.type(":2026-11-24T09:52:30\n")
      await viewer.wait("09:52:30") { $0[0].hasSuffix("minute 112") }
      viewer.type(":-15m\n")
      await viewer.wait("09:37:30") { $0[0].hasSuffix("minute 97") }
      viewer.type("''")
      await viewer.wait("back") { $0[0].hasSuffix("minute 112") }
    }
  }

  @Test func `counts from the entry that the first line in sight belongs to`() async throws {
    try await show { viewer in
      await viewer.wait(for: "minute 0")
      viewer.type("j")
      await viewer.wait("a trace") { $0[0].hasSuffix("at one") }
      viewer.type(":+10m\n")
      await viewer.wait("ten minutes later") { $0[0].hasSuffix("minute 10") }
    }
  }

  @Test func `says what the last time is where all are before`() async throws {
    try await show { viewer in
      await viewer.wait(for: "minute 0")
      viewer.type(":23:00\n")
      await viewer.wait(for: "the last time is 2026-11-24T17:59:30Z")
      await viewer.wait("the last line") { $0.contains { $0.hasSuffix("minute 599") } }
    }
  }

  @Test func `says so where times are not in order, or none are known`() async throws {
    try await show("10:00:00 a\n10:05:00 b\n10:01:00 c\n10:09:00 d\n") { viewer in
      await viewer.wait(for: "10:00:00 a")
      viewer.type(":10:04\n")
      await viewer.wait(for: "times are not in order here; this is near 10:04")
    }
    try await show("one\ntwo\n") { viewer in
      await viewer.wait(for: "one")
      viewer.type(":10:04\n")
      await viewer.wait(for: "no times found in these lines")
    }
  }

  @Test func `works in a column of times`() async throws {
    let rows = (10...59).map { "\($0),2026-11-24 10:\($0):00+01,\"a\nb\"" }
    try await show("id,at,text\n" + rows.joined(separator: "\n") + "\n") { viewer in
      await viewer.wait(for: "10:10:00")
      viewer.type(":10:31\n")
      await viewer.wait("the row") { $0.count > 1 && $0[1].contains("10:31:00") }
    }
  }

  @Test func `leads among lines that a filter shows to the next of them`() async throws {
    try await show { viewer in
      await viewer.wait(for: "minute 0")
      viewer.type("&minute .*7$\n")
      await viewer.wait("sevens") { $0[0].hasSuffix("minute 7") }
      viewer.type(":10:02\n")
      await viewer.wait("the next") { $0[0].hasSuffix("minute 127") }
    }
  }

  @Test func `is told where a log begins and ends`() async throws {
    try await ViewerFixture.show(Self.log, columns: 300) { viewer in
      await viewer.wait(for: "minute 0")
      viewer.type("=")
      await viewer.wait(for: "2026-11-24T08:00:30Z – 2026-11-24T17:59:30Z")
    }
  }
}
