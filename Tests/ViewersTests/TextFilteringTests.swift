import ByteStores
import Feeds
import FileSources
import Paging
import Records
import Search
import TableUI
import Terminal
import Testing

@testable import Viewers

/// Filtering a text: the state while filters are typed, cancelled and removed.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Filtering a text` {
  private static let text = (1...500).map { "line \($0)\n" }.joined()

  private func run(_ body: (TypedText) async throws -> Void) async throws {
    try await TypedText.run(Self.text, body)
  }

  private func words(_ typed: TypedText) -> [String] {
    typed.controller.filtering.status.map(\.text.description)
  }

  @Test func `shows the lines that match, and says how many`() async throws {
    try await run { typed in
      #expect(words(typed) == [])
      typed.type("&line 20\n")
      await typed.wait("the lines") {
        typed.rows.prefix(3) == ["line 20", "line 200", "line 201"]
      }
      await typed.wait("the count") { words(typed) == ["only line 20", "11 lines"] }
    }
  }

  @Test func `is not begun by a pattern that is given up`() async throws {
    try await run { typed in
      typed.type("&line 20")
      typed.viewer.type(.escape)
      for _ in 0..<20 { await typed.viewer.breathe() }
      #expect(typed.controller.text.filter.source == nil)
      #expect(typed.top == "line 1" && words(typed) == [])
    }
  }

  @Test func `goes back to the filter before when one more is given up or taken off`()
    async throws
  {
    try await run { typed in
      typed.type("&line 2\n")
      await typed.wait("the first") { typed.rows.prefix(2) == ["line 2", "line 20"] }
      typed.type("&9$")
      typed.viewer.type(.escape)
      for _ in 0..<20 { await typed.viewer.breathe() }
      #expect(typed.rows.prefix(2) == ["line 2", "line 20"])
      typed.type("&9$\n")
      await typed.wait("both") { typed.rows.prefix(2) == ["line 29", "line 209"] }
      #expect(words(typed).first == "only line 2, only 9$")
      typed.viewer.type(.escape)
      await typed.wait("the first") { typed.rows.prefix(2) == ["line 29", "line 200"] }
      #expect(words(typed).first == "only line 2")
      typed.viewer.type(.escape)
      await typed.wait("all lines") { typed.rows.prefix(2) == ["line 29", "line 30"] }
      #expect(typed.controller.text.filter.source == nil)
    }
  }

  @Test func `hides the lines that match`() async throws {
    try await run { typed in
      typed.type("&!line [1-4]\n")
      await typed.wait("the others") { typed.rows.prefix(2) == ["line 5", "line 6"] }
      #expect(words(typed).first == "not line [1-4]")
    }
  }

  @Test func `shows lines around each match`() async throws {
    try await run { typed in
      typed.type("1&line 20$\n")
      await typed.wait("three") { typed.rows == ["line 19", "line 20", "line 21"] }
      #expect(words(typed).first == "only line 20$ ±1")
    }
  }

  @Test func `ends where nothing is typed, and says so where there was none`() async throws {
    try await run { typed in
      typed.type("&\n")
      await typed.wait("words") { typed.said == "all lines are shown" }
      typed.type("&line 20\n")
      await typed.wait(top: "line 20")
      typed.type("&\n")
      await typed.wait("all lines") { typed.rows.prefix(2) == ["line 20", "line 21"] }
      #expect(typed.controller.text.filter.source == nil)
    }
  }

  @Test func `says the mistake in a pattern, and shows what it did`() async throws {
    try await run { typed in
      typed.type("&(\n")
      await typed.wait("the mistake") { typed.said.contains("at ") }
      #expect(typed.controller.text.filter.source == nil && typed.top == "line 1")
    }
  }

  @Test func `ignores case once that was asked for`() async throws {
    try await run { typed in
      typed.type("-i&LINE 20\n")
      await typed.wait("the lines") { typed.rows.prefix(2) == ["line 20", "line 200"] }
    }
  }

  @Test func `lets a search find only what is shown`() async throws {
    try await run { typed in
      typed.type("&5$\n")
      await typed.wait(top: "line 5")
      typed.type("/line 40\n")
      await typed.wait(top: "line 405")
    }
  }
}
