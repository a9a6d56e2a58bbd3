import TableUI
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

@MainActor @Suite(.timeLimit(.minutes(2))) struct `A condition over records` {
  private static let log =
    (1...40).map { number in
      let (level, status) = number.isMultiple(of: 10) ? ("error", 503) : ("info", 200)
      return #"{"n": \#(number), "level": "\#(level)", "status": \#(status)}"#
        + (number == 15 ? "\nstarting worker" : "")
    }.joined(separator: "\n") + "\n"

  private static let notes =
    "name,note,count\n"
    + (1...30).map { "n\($0),\"first \($0)\nsecond\",\($0)\nm\($0),plain,\(100 + $0)\n" }.joined()

  private func show(
    _ text: String, as name: String = "log", columns: Int = 90,
    _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      try await body(ViewerFixture(folder, name, lines: 8, columns: columns))
    }
  }

  @Test func `is one on a column in other letters, and says where there is no such column`()
    async throws
  {
    try await show(Self.log) { viewer in
      await viewer.wait(for: "record 1 of 41")
      viewer.type("&STATUS==503")
      viewer.type(.enter)
      // Until the rows of the filter have arrived, Escape would cancel their load.
      await viewer.wait(
        "its records", until: Self.rows("10  error", "20  error", "30  error", "40  error"))
      viewer.type(.escape)
      await viewer.wait(for: "of 41")
      viewer.type("&statsu>=500")
      viewer.type(.enter)
      await viewer.wait(for: "no column 'statsu'; did you mean status?")
      await viewer.wait(for: "of 41")
    }
  }

  @Test(arguments: [",", ",\n  "])
  func `is met by elements of an array, on one line and on several`(gap: String) async throws {
    let elements = (1...30).map { number in
      let level = number.isMultiple(of: 10) ? "error" : "a level=error"
      return "{\(gap.dropFirst())\"n\": \(number)\(gap)\"level\":\(gap.dropFirst())\"\(level)\"}"
    }
    try await show("[" + elements.joined(separator: gap) + "]\n", as: "a.json", columns: 140) {
      await $0.wait(for: "a level=error")
      $0.type("&level=error")
      await $0.wait(for: "level = error")
      $0.type(.enter)
      await $0.wait("elements", until: Self.rows("10  error", "20  error", "30  error", ""))
      await $0.wait(for: "3 records")
      $0.type("/n>10")
      $0.type(.enter)
      await $0.wait(for: "1 of 2 matching records in column n")
      $0.type("&")
      $0.type(.enter)
      $0.type("&!a level")
      $0.type(.enter)
      await $0.wait("not a pattern", until: Self.rows("10  error", "20  error", "30  error", ""))
    }
  }

  /// Whether the current match is marked at a place.
  private func isMarked(_ line: Int, _ column: Int, _ viewer: ViewerFixture) -> Bool {
    let canvas = viewer.screen.canvas
    let style = canvas.styles[canvas.range(ofLine: line).lowerBound + column]
    return style.overlaid(by: Theme.standard.currentMatch) == style
  }

  private static func rows(_ texts: String...) -> ([String]) -> Bool {
    { screen in
      texts.elementsEqual(screen.dropFirst().prefix(texts.count)) { $1.dropFirst(2).hasPrefix($0) }
    }
  }

  @Test func `shows only records whose value meets it, and says so`() async throws {
    try await show(Self.log) { viewer in
      await viewer.wait(for: "n  level  status")
      viewer.type("&status>=500")
      await viewer.wait(for: "status >= 500")
      viewer.type(.enter)
      await viewer.wait(
        "errors", until: Self.rows("10  error     503", "20  error     503", "30  error     503"))
      await viewer.wait(for: "status >= 500")
      await viewer.wait(for: "4 records")
      viewer.type("&!n = 20.0")
      viewer.type(.enter)
      await viewer.wait("less", until: Self.rows("10  error", "30  error", "40  error"))
      await viewer.wait(for: "3 records")
    }
  }

  @Test func `that is turned round is met by what has no such column`() async throws {
    try await show(Self.log) { viewer in
      await viewer.wait(for: "n  level  status")
      viewer.type("14g&level!=error")
      viewer.type(.enter)
      await viewer.wait(
        "a line between", until: Self.rows("14  info", "15  info", "starting worker"))
      await viewer.wait(for: "37 records")
    }
  }

  @Test func `is a pattern where it does not read as one`() async throws {
    try await show(Self.log) { viewer in
      await viewer.wait(for: "n  level  status")
      viewer.type("&\"n\": 1\\d,")
      viewer.type(.enter)
      await viewer.wait("a pattern", until: Self.rows("10  error", "11  info"))
      await viewer.wait(for: "10 records")
    }
  }

  @Test func `is gone to, its value marked`() async throws {
    try await show(Self.log) { viewer in
      await viewer.wait(for: "n  level  status")
      viewer.type("/level=error")
      await viewer.wait("the first", until: Self.rows("10  error"))
      await viewer.wait(for: "level = error")
      viewer.type(.enter)
      await viewer.wait(for: "1 of 4 matching records in column level")
      let marked = (0..<18).filter { isMarked(1, $0, viewer) }
      #expect(marked == Array(6..<11))
      #expect(!(0..<18).contains { isMarked(2, $0, viewer) })
      viewer.type("n")
      await viewer.wait(for: "2 of 4 matching records in column level")
      viewer.type("2n")
      await viewer.wait(for: "4 of 4 matching records in column level")
      viewer.type("N")
      await viewer.wait(for: "3 of 4 matching records in column level")
      viewer.type("/n>100")
      viewer.type(.enter)
      await viewer.wait(for: "not found below")
    }
  }

  @Test func `is met by records of several lines, and they are counted once`() async throws {
    try await show(Self.notes, as: "file.csv") { viewer in
      await viewer.wait(for: "name  note")
      viewer.type("&note~second")
      viewer.type(.enter)
      await viewer.wait("records", until: Self.rows("n1    first 1⏎second", "n2    first 2⏎second"))
      await viewer.wait(for: "30 records")
      viewer.type("&count>=29")
      viewer.type(.enter)
      await viewer.wait("two", until: Self.rows("n29   first 29⏎second", "n30   first 30⏎second"))
      await viewer.wait(for: "2 records")
    }
  }

  @Test func `or a pattern that is turned round hides records of several lines whole`() async throws
  {
    try await show(Self.notes, as: "file.csv") { viewer in
      await viewer.wait(for: "name  note")
      viewer.type("&!first")
      viewer.type(.enter)
      await viewer.wait("the others", until: Self.rows("m1    plain", "m2    plain", "m3    plain"))
      await viewer.wait(for: "30 records")
    }
  }
}
