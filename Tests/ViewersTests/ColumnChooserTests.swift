import TemporaryFolders
import Terminal
import Testing
import Viewers

/// The list of columns, used with the keyboard.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `The list of columns` {
  private static let table =
    "id,city,amount,note\n" + (1...300).map { "\($0),Oslo,\($0).50,x\n" }.joined()

  private func show(
    _ text: String = table, lines: Int = 18, columns: Int = 60, keeps: Bool = false,
    options: ViewerOptions = ViewerOptions(), _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: "t.csv")
      try await open(
        folder, lines: lines, columns: columns, keeps: keeps, options: options, body)
    }
  }

  private func open(
    _ folder: TemporaryFolder, lines: Int = 18, columns: Int = 60, keeps: Bool = true,
    options: ViewerOptions = ViewerOptions(), _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    let viewer = try ViewerFixture(
      folder, "t.csv", lines: lines, columns: columns, keepsColumns: keeps, options: options)
    await viewer.wait("records") { $0.last?.contains("t.csv") ?? false }
    try await body(viewer)
  }

  /// The lines of the list.
  private func list(_ viewer: ViewerFixture) -> [String] {
    Array(viewer.rows.dropLast().drop { !$0.hasPrefix("─") }.dropFirst())
  }

  @Test func `stands below the records, and says what they are by default`() async throws {
    try await show { viewer in
      viewer.type("C")
      await viewer.wait(for: [
        "  id  city  amount  note",
        "▌  1  Oslo    1.50  x",
        "   2  Oslo    2.50  x",
        "   3  Oslo    3.50  x",
        "   4  Oslo    4.50  x",
        "   5  Oslo    5.50  x",
        String(repeating: "─", count: 60),
        "▌ [x] id                                frozen      width 2",
        "  [x] city                                          width 4",
        "  [x] amount                                        width 6",
        "  [x] note                                          width 4",
      ])
      #expect(viewer.statusLine.hasPrefix(" Columns  ·  4 of 4 shown"))
      #expect(viewer.statusLine.contains("Space hide  f freeze"))
    }
  }

  @Test(arguments: [" ", "x"]) func `hides a column at once, and shows it again`(key: String)
    async throws
  {
    try await show { viewer in
      viewer.type("Cj" + key)
      await viewer.wait(for: ["  id  amount  note", "▌  1    1.50  x"])
      #expect(list(viewer)[1] == "▌ [ ] city")
      #expect(viewer.statusLine.contains("3 of 4 shown"))
      viewer.type(key)
      await viewer.wait(for: ["  id  city  amount  note"])
    }
  }

  @Test func `leaves one column at least`() async throws {
    try await show { viewer in
      viewer.type("CxjxjxjxC")
      await viewer.wait(for: ["  note", "▌ x"])
      viewer.type("CGx")
      await viewer.wait(for: "at least one column must be shown")
      viewer.type("k")
      await viewer.wait(for: "Columns  ·  1 of 4 shown")
    }
  }

  @Test(arguments: [("J", "K"), ("↓", "↑")])
  func `moves a column down and up, as often as a number says`(down: String, up: String)
    async throws
  {
    func press(_ key: String, _ viewer: ViewerFixture) {
      switch key {
      case "↓": viewer.type(Key(code: .down, modifiers: .alt))
      case "↑": viewer.type(Key(code: .up, modifiers: .alt))
      default: viewer.type(key)
      }
    }
    try await show { viewer in
      viewer.type("Cj")
      press(down, viewer)
      await viewer.wait(for: ["  id  amount  city  note", "▌  1    1.50  Oslo  x"])
      #expect(list(viewer)[2].hasPrefix("▌ [x] city"))
      viewer.type("9")
      press(up, viewer)
      await viewer.wait(for: ["  city  id  amount  note", "▌ Oslo   1    1.50  x"])
      #expect(list(viewer)[0].hasPrefix("▌ [x] city"))
    }
  }

  @Test func `freezes all columns up to one, and lets them go`() async throws {
    try await show(columns: 34) { viewer in
      viewer.type("Cjf")
      await viewer.wait("two that stay") { _ in list(viewer)[1].contains("city") }
      viewer.type("q")
      viewer.type("$")
      await viewer.wait(for: ["  id  city  amount  note"])
    }
    let names = (1...20).map { "n\($0)" }.joined(separator: ",")
    try await show("\(names)\n\(names)\n", columns: 40) { viewer in
      viewer.type("Cjjf")
      await viewer.wait("three that stay") { _ in
        list(viewer)[2].contains("frozen") && !list(viewer)[3].contains("frozen")
      }
      viewer.type("q$")
      await viewer.wait(for: ["  n1  n2  n3  n16  n17  n18  n19  n20"])
      viewer.type("Cggjf")
      await viewer.wait("one that stays") { _ in
        list(viewer)[0].contains("frozen") && !list(viewer)[1].contains("frozen")
      }
      viewer.type("q$")
      await viewer.wait(for: ["  n1  n14  n15  n16  n17  n18  n19  n20"])
    }
  }

  @Test func `makes a column wider and narrower, and as wide as its values again`() async throws {
    try await show { viewer in
      viewer.type("Cj3+")
      await viewer.wait(for: ["  id  city     amount  note"])
      viewer.type("<<<<<")
      await viewer.wait(for: ["  id  c…  amount  note", "▌  1  O…    1.50  x"])
      #expect(list(viewer)[1].hasSuffix("width 2"))
      viewer.type("99-")
      await viewer.wait(for: ["  id  …  amount  note"])
      viewer.type("=")
      await viewer.wait(for: ["  id  city  amount  note"])
    }
  }

  @Test func `makes all as it was by default`() async throws {
    try await show { viewer in
      viewer.type("CxjJ+jf")
      await viewer.wait(for: ["  amount  city   note"])
      viewer.type("r")
      await viewer.wait(for: ["  id  city  amount  note", "▌  1  Oslo    1.50  x"])
      await viewer.wait(for: "the default columns are restored")
      #expect(list(viewer).prefix(4).count { $0.contains("frozen") } == 1)
    }
  }

  @Test(arguments: ["C", "q", "\r", "\u{1B}"]) func `closes`(key: String) async throws {
    try await show { viewer in
      viewer.type("C")
      await viewer.wait(for: "4 of 4 shown")
      switch key {
      case "\r": viewer.type(.enter)
      case "\u{1B}": viewer.type(.escape)
      default: viewer.type(key)
      }
      await viewer.wait("no list") { !$0.contains { $0.hasPrefix("─") } }
      // The table is drawn again.
      viewer.type("G")
      await viewer.wait(for: "record 285 of 300")
      viewer.type("C")
      await viewer.wait(for: "4 of 4 shown")
    }
  }

  @Test func `leaves the table its keys, behind Tab, and C closes it there, too`() async throws {
    try await show { viewer in
      viewer.type("Cx")
      viewer.type(.tab)
      viewer.type("G")
      await viewer.wait("the end above the list") {
        $0[1].hasPrefix("▌ Oslo  296.50") && $0.contains { $0.hasPrefix("─") }
      }
      viewer.type("C")
      await viewer.wait("no list") { !$0.contains { $0.hasPrefix("─") } }
      #expect(viewer.rows[0] == "  city  amount  note")
    }
  }

  @Test func `covers a screen that is too small for the table and the list`() async throws {
    try await show(lines: 8, columns: 24) { viewer in
      viewer.type("Cx")
      await viewer.wait(for: ["▌ [ ] id", "  [x] city", "  [x] amount", "  [x] note"])
      viewer.type("q")
      await viewer.wait(for: ["  city  amount  note"])
    }
  }

  @Test func `has its keys in the help`() async throws {
    try await show(lines: 50) { viewer in
      viewer.type("CH")
      await viewer.wait(for: "show or hide the column")
      for text in [
        "M-↓", "M-↑", "  f  ", "  +  ", "  -  ", "  =  ", "  r  ", "  Enter  ", "  NG  ", "  /  ",
      ] { #expect(viewer.rows.contains { $0.contains(text) }, "\(text)") }
    }
  }

  @Test func `finds a name, whatever its letters, and the next one`() async throws {
    let names = (1...200).map { $0 == 7 ? "Total" : $0 % 50 == 0 ? "total \($0)" : "n\($0)" }
    let line = names.joined(separator: ",")
    try await show("\(line)\n\(line)\n") { viewer in
      viewer.type("C/tot")
      viewer.type(.enter)
      await viewer.wait("the first") { _ in list(viewer).contains { $0.hasPrefix("▌ [x] Total") } }
      viewer.type("n")
      await viewer.wait("the next") { $0.contains { $0.hasPrefix("▌ [x] total 50 ") } }
      // The table scrolls to the column.
      await viewer.wait("its column") { $0[0].contains("total 50") }
      viewer.type("NN")
      await viewer.wait("the last") { $0.contains { $0.hasPrefix("▌ [x] total 200 ") } }
      viewer.type("/Tot")
      viewer.type(.enter)
      await viewer.wait("capitals") { $0.contains { $0.hasPrefix("▌ [x] Total ") } }
      viewer.type("/none")
      viewer.type(.enter)
      await viewer.wait(for: "no column has 'none' in its name")
    }
  }

  @Test func `has ten thousand columns`() async throws {
    let names = (1...10_000).map { "n\($0)" }.joined(separator: ",")
    try await show("\(names)\n\(names)\n") { viewer in
      viewer.type("CG")
      await viewer.wait("the last") {
        $0[0].hasSuffix("n10000") && $0.contains { $0.hasPrefix("▌ [x] n10000 ") }
      }
      viewer.type("x5000G")
      await viewer.wait("one in the middle") {
        $0[0].hasPrefix("  n1  n5000") && $0.contains { $0.hasPrefix("▌ [x] n5000 ") }
      }
      viewer.type("4998K")
      await viewer.wait("it behind the first") { $0[0].hasPrefix("  n1  n5000  n2  n3") }
      viewer.type("rg")
      await viewer.wait("all as it was") { $0[0].hasPrefix("  n1  n2  n3  n4") }
      #expect(viewer.statusLine.contains("10,000 of 10,000 shown"))
    }
  }

  @Test func `shows columns of JSON that come while it is there`() async throws {
    try await TemporaryFolder.run { folder in
      let lines = (1...100).map { #"{"a": \#($0)}"# } + [#"{"b": 1}"#]
      try folder.write(lines.joined(separator: "\n") + "\n", to: "t.csv")
      let viewer = try ViewerFixture(folder, "t.csv", lines: 18, columns: 40)
      await viewer.wait("a column") { $0[0].hasSuffix("a") }
      viewer.type("C")
      await viewer.wait(for: "1 of 1 shown")
      viewer.type(.tab)
      viewer.type("G")
      await viewer.wait("the other column") { rows in rows.contains { $0.contains("[x] b") } }
    }
  }

  // MARK: From one run to the next

  @Test func `is as it was left, in the next run`() async throws {
    try await show(keeps: true) { viewer in
      viewer.type("Cxj+jJf")
      await viewer.wait(for: ["  city   note  amount"])
      viewer.leave()
      try await open(viewer.folder) { next in
        await next.wait(for: ["  city   note  amount", "▌ Oslo   x       1.50"])
        next.type("C")
        await next.wait("the list") { $0.contains { $0.hasPrefix("▌ [ ] id") } }
        #expect(list(next).prefix(4).count { $0.contains("frozen") } == 3)
        next.type("r")
        await next.wait(for: ["  id  city  amount  note"])
        next.leave()
      }
      try await open(viewer.folder) { last in
        await last.wait(for: ["  id  city  amount  note", "▌  1  Oslo    1.50  x"])
      }
    }
  }

  @Test func `keeps what belongs to columns that are not there`() async throws {
    try await show(keeps: true) { viewer in
      // The note comes first, and the city is hidden.
      viewer.type("CGKKKgjjx")
      await viewer.wait(for: ["  note  id  amount"])
      viewer.leave()
      try viewer.folder.write("id,amount\n1,2\n3,4\n", to: "t.csv")
      try await open(viewer.folder) { other in
        await other.wait(for: ["  id  amount"])
        other.type("C+")
        await other.wait(for: ["   id  amount", "▌   1       2"])
        other.leave()
      }
      try viewer.folder.write(Self.table, to: "t.csv")
      try await open(viewer.folder) { last in
        await last.wait("all of it") { $0[0].hasPrefix("  note   id  amount") }
      }
    }
  }

  @Test func `keeps what was done before another file came to the path`() async throws {
    try await show(keeps: true) { viewer in
      viewer.type("CjxC")
      await viewer.wait(for: ["  id  amount  note"])
      try viewer.folder.write("id,city,other\n1,Oslo,2\n3,Rome,4\n", to: "t.csv")
      await viewer.wait(for: ["  id  other"])
      viewer.leave()
      try await open(viewer.folder) { await $0.wait(for: ["  id  other"]) }
    }
  }

  @Test func `never leaves a text without columns`() async throws {
    try await show(keeps: true) { viewer in
      viewer.type("Cxjx")
      await viewer.wait(for: ["  amount  note"])
      viewer.leave()
      try viewer.folder.write("id,city\n1,Oslo\n2,Rome\n", to: "t.csv")
      try await open(viewer.folder) { await $0.wait(for: ["  id", "▌  1", "   2"]) }
    }
  }

  @Test func `neither changes nor keeps what --columns names`() async throws {
    var options = ViewerOptions()
    options.columns = ["note", "city"]
    try await show(keeps: true) { viewer in
      viewer.type("Cx")
      await viewer.wait(for: ["  city  amount  note"])
      viewer.leave()
      try await open(viewer.folder, options: options) { named in
        await named.wait(for: ["  note  city"])
        named.type("Cx")
        await named.wait(for: ["  city", "▌ Oslo"])
        named.leave()
      }
      try await open(viewer.folder) { await $0.wait(for: ["  city  amount  note"]) }
    }
  }

  @Test func `keeps nothing where nothing was changed`() async throws {
    try await show(keeps: true) { viewer in
      viewer.type("Cjq")
      viewer.leave()
      #expect(viewer.keptFiles.isEmpty)
    }
  }
}
