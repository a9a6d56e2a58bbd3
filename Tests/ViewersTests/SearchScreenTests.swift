import TableUI
import Terminal
import Testing

@testable import Viewers

@MainActor @Suite(.timeLimit(.minutes(2))) struct `A search in a text` {
  private static let text = (1...200).map { number in
    number.isMultiple(of: 50) ? "line \(number) Error here" : "line \(number)"
  }.joined(separator: "\n")

  private static func first(_ text: String) -> ([String]) -> Bool {
    { $0.first?.hasPrefix(text) == true }
  }

  @Test func `shows the first match while it is typed, and goes on by keys`() async throws {
    try await ViewerFixture.show(Self.text, columns: 100) { viewer in
      await viewer.wait(for: "line 1")
      viewer.type("/error")
      await viewer.wait("line 50", until: Self.first("line 50 "))
      viewer.type(.enter)
      await viewer.wait(for: "match 1 of 4")
      viewer.type("n")
      await viewer.wait("line 100", until: Self.first("line 100 "))
      await viewer.wait(for: "match 2 of 4")
      viewer.type("2n")
      await viewer.wait(for: "match 4 of 4")
      viewer.type("n")
      await viewer.wait(for: "not found below · n: from the top")
      viewer.type("n")
      await viewer.wait("line 50", until: Self.first("line 50 "))
      viewer.type("N")
      await viewer.wait(for: "not found above · N: from the end")
      viewer.type("N")
      await viewer.wait(for: "match 4 of 4")
    }
  }

  @Test func `goes back where the pattern is given up, and says what is wrong with it`()
    async throws
  {
    try await ViewerFixture.show(Self.text, columns: 100) { viewer in
      await viewer.wait(for: "line 1")
      viewer.type("jj/Er")
      await viewer.wait("line 50", until: Self.first("line 50 "))
      viewer.type("(")
      await viewer.wait(for: "at byte 4")
      viewer.type(.escape)
      await viewer.wait("line 3", until: Self.first("line 3"))
      viewer.type("n")
      await viewer.wait(for: "nothing to search for")
    }
  }

  @Test func `goes up by a question mark`() async throws {
    try await ViewerFixture.show(Self.text, columns: 100) { viewer in
      await viewer.wait(for: "line 1")
      viewer.type("G?Er")
      viewer.type(.enter)
      await viewer.wait("line 150", until: Self.first("line 150 "))
      viewer.type("n")
      await viewer.wait("line 100", until: Self.first("line 100 "))
      viewer.type("N")
      await viewer.wait("line 150", until: Self.first("line 150 "))
    }
  }

  @Test func `makes its matches stand out, the one that the reader is at more than others`()
    async throws
  {
    try await ViewerFixture.show("a\nb é one\n\u{1B}[1mo\u{1B}[0mne\nz\n", columns: 100) { viewer in
      await viewer.wait(for: "z")
      viewer.type("/one")
      viewer.type(.enter)
      await viewer.wait(for: "match 1 of 2")
      let theme = Theme.standard
      @MainActor func style(_ line: Int, _ column: Int) -> Style {
        viewer.screen.canvas.styles[viewer.screen.canvas.range(ofLine: line).lowerBound + column]
      }
      #expect(style(1, 4) == theme.currentMatch)
      #expect(style(1, 3) == .plain)
      #expect(style(2, 2) == theme.match)
      #expect(style(2, 0) == Style(.bold).overlaid(by: theme.match))
      viewer.type(.alt("u"))
      await viewer.wait("no matches") { _ in style(1, 4) == .plain }
    }
  }

  @Test func `heeds capitals where some are typed, or never`() async throws {
    try await ViewerFixture.show("error\nError\nERROR\n", columns: 100) { viewer in
      await viewer.wait(for: "ERROR")
      viewer.type("/Er")
      viewer.type(.enter)
      await viewer.wait(for: "match 1 of 1")
      viewer.type("-i")
      await viewer.wait(for: "searches ignore case")
      viewer.type("n")
      await viewer.wait(for: "of 3")
    }
  }

  @Test func `says that there is no match`() async throws {
    try await ViewerFixture.show(Self.text, columns: 100) { viewer in
      await viewer.wait(for: "line 1")
      viewer.type("/xy")
      viewer.type(.enter)
      await viewer.wait(for: "not found below")
      viewer.type("n")
      await viewer.wait(for: "no match for xy")
    }
  }

  @Test func `gives up a line that would take for ever, and says so`() async throws {
    let hard = String(repeating: "a", count: 3_000) + "c"
    try await ViewerFixture.show("one\n\(hard)\ntwo\n", columns: 100, wraps: false) { viewer in
      await viewer.wait(for: "two")
      viewer.type("/(a|aa)+[0-9]")
      viewer.type(.enter)
      await viewer.wait(for: "not found below, some lines not checked")
      viewer.type("/t.o")
      viewer.type(.enter)
      await viewer.wait(for: "match 1 of 1")
    }
  }

  @Test func `fits a terminal of twenty columns`() async throws {
    try await ViewerFixture.show(Self.text, columns: 20) { viewer in
      await viewer.wait(for: "line 1")
      viewer.type("/Error here")
      viewer.type(.enter)
      await viewer.wait("line 50", until: Self.first("line 50 "))
      viewer.type("&!Error")
      viewer.type(.enter)
      await viewer.wait("line 51", until: Self.first("line 51"))
    }
  }
}
