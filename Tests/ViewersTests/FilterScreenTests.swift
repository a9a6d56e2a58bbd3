import TableUI
import Terminal
import Testing

@testable import Viewers

@MainActor @Suite(.timeLimit(.minutes(2))) struct `A filter in a text` {
  private static let text = (1...200).map { number in
    "line \(number)" + (number.isMultiple(of: 10) ? " ten" : "")
      + (number.isMultiple(of: 50) ? " Error" : "")
  }.joined(separator: "\n")

  private static func lines(_ texts: String...) -> ([String]) -> Bool {
    { screen in texts.elementsEqual(screen.prefix(texts.count)) { $1.hasPrefix($0) } }
  }

  @Test func `shows only lines that match, narrows further, and shows all again`() async throws {
    try await ViewerFixture.show(Self.text, columns: 100) { viewer in
      await viewer.wait(for: "line 1")
      viewer.type("&ten")
      viewer.type(.enter)
      await viewer.wait("tens", until: Self.lines("line 10 ", "line 20 ", "line 30 "))
      await viewer.wait(for: "only ten")
      await viewer.wait(for: "20 lines")
      viewer.type("&!Error")
      viewer.type(.enter)
      await viewer.wait(
        "less", until: Self.lines("line 10 ", "line 20 ", "line 30 ", "line 40 ", "line 60"))
      await viewer.wait(for: "only ten, not Error")
      await viewer.wait(for: "16 lines")
      viewer.type("jj")
      await viewer.wait("moved", until: Self.lines("line 30 "))
      viewer.type("&")
      viewer.type(.enter)
      await viewer.wait("all", until: Self.lines("line 30 ", "line 31", "line 32"))
      viewer.type("&5")
      viewer.type(.enter)
      await viewer.wait("five", until: Self.lines("line 35", "line 45", "line 50 "))
      viewer.type(.escape)
      await viewer.wait("all", until: Self.lines("line 35", "line 36"))
    }
  }

  @Test func `shows as many lines around each as are asked for, with their numbers`() async throws {
    try await ViewerFixture.show(Self.text, columns: 100) { viewer in
      await viewer.wait(for: "line 1")
      viewer.type("-N")
      viewer.type("1&Error")
      viewer.type(.enter)
      await viewer.wait(
        "around",
        until: Self.lines(
          "     49 line 49", "     50 line 50", "     51 line 51", "     99 line 99"))
      await viewer.wait(for: "only Error ±1")
    }
  }

  @Test func `goes to its end, to a line, and to matches of a search among what is shown`()
    async throws
  {
    try await ViewerFixture.show(Self.text, columns: 100) { viewer in
      await viewer.wait(for: "line 1")
      viewer.type("&ten")
      viewer.type(.enter)
      await viewer.wait("tens", until: Self.lines("line 10 "))
      viewer.type("G")
      await viewer.wait(for: "line 200 ten Error")
      viewer.type("g/0 ")
      viewer.type(.enter)
      await viewer.wait(for: "match 1 of 20")
      viewer.type(":55")
      viewer.type(.enter)
      await viewer.wait("line 60", until: Self.lines("line 60 "))
    }
  }

  @Test func `is searched in the lines around those that match, too`() async throws {
    let lines = (1...60).map { number in
      number % 20 == 0 ? "ERROR \(number)" : number % 5 == 1 ? "x \(number)" : "line \(number)"
    }
    try await ViewerFixture.show(lines.joined(separator: "\n") + "\n", columns: 100) { viewer in
      await viewer.wait(for: "x 1")
      viewer.type("1&ERROR\n")
      await viewer.wait("the first") {
        $0[0] == "line 19" && $0[1] == "ERROR 20" && $0[2] == "x 21"
      }
      viewer.type("/^x\n")
      await viewer.wait("in sight") { $0[2] == "x 21" && $0.last?.contains("match") == true }
      viewer.type("n")
      await viewer.wait("the second") { $0.dropLast().contains("x 41") }
      viewer.type("n")
      await viewer.wait(for: "not found below")
      viewer.type("N")
      await viewer.wait("the first again") { $0.dropLast().contains("x 21") }
      // A search does not find the lines that are filtered out.
      viewer.type("/x 31\n")
      await viewer.wait(for: "not found below")
    }
  }

  @Test func `says that no line matches, and what is wrong with a pattern`() async throws {
    try await ViewerFixture.show(Self.text, columns: 100) { viewer in
      await viewer.wait(for: "line 1")
      viewer.type("&nowhere")
      viewer.type(.enter)
      await viewer.wait(for: "no line matches")
      await viewer.wait(for: "0 lines")
      viewer.type(.escape)
      viewer.type("&level>=error\n")
      await viewer.wait(for: "no column 'level': these lines are not records")
      viewer.type("&(")
      await viewer.wait(for: "at byte 2")
      viewer.type(.escape)
      viewer.type(.escape)
      await viewer.wait("all", until: Self.lines("line 1"))
    }
  }
}
