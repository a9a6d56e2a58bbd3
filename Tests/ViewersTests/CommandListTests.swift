import CommandSources
import Feeds
import TableUI
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// The features of all lists, in a list whose pages a command prints: searching, filtering, saving,
/// going to distant items, and retrying.
@MainActor @Suite(.timeLimit(.minutes(3))) struct `A list that a command prints` {
  /// A thousand numbered objects, page by page.
  private static let objects =
    "a=$(( {offset} + 1 )); e=$(( {offset} + {limit} )); [ $e -gt 1000 ] && e=1000; "
    + "[ $a -gt $e ] || seq $a $e | sed 's/.*/{\"id\": &, \"name\": \"n&\"}/'"

  private func show(
    _ command: String = objects, parallel: String? = nil, filters: [String] = [],
    _ body: (ViewerFixture, TemporaryFolder) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      var options = ViewerOptions()
      options.sourceValues["--parallel"] = parallel
      options.filters = filters
      let template = try CommandTemplate("cd \(folder.path); \(command)")
      let feed = AskedFeed(try CommandList(template, options))
      defer { feed.close() }
      try await body(
        ViewerFixture(folder, feed: feed, lines: 12, columns: 100, options: options), folder)
    }
  }

  /// Waits until a row is at the top of the records and the status line contains some words.
  private func wait(_ viewer: ViewerFixture, top: String, _ words: String = "") async {
    await viewer.wait("\(top) and '\(words)'") {
      $0[1].hasSuffix(top) && (words.isEmpty || $0.last?.contains(words) == true)
    }
  }

  @Test func `is searched both ways, by patterns and conditions`() async throws {
    try await show { viewer, _ in
      await wait(viewer, top: "1  n1")
      viewer.type("/n4$\n")
      await viewer.wait(for: "1 of 1 matching item so far")
      viewer.type("/id>=444\n")
      await wait(viewer, top: "444  n444", "in column id")
      viewer.type("n")
      await viewer.wait(for: "in column id")
      viewer.type("?n.00$\n")
      await wait(viewer, top: "400  n400", "4 of ")
      viewer.type("nN")
      await wait(viewer, top: "400  n400", "4 of ")
      viewer.type("/nothing\n")
      await wait(viewer, top: "400  n400", "no match for nothing")
    }
  }

  @Test func `shows from the first what the command line asks for`() async throws {
    try await show(filters: ["id>=30", "n.0$"]) { viewer, _ in
      await wait(viewer, top: "30  n30", "n.0$")
      viewer.type(.escape)
      await wait(viewer, top: "30  n30", "id >= 30")
      viewer.type("j")
      await wait(viewer, top: "31  n31")
    }
    try await show(filters: ["id>=many"]) { viewer, _ in
      await wait(viewer, top: "1  n1", "'many' is not a number")
    }
  }

  @Test func `may be asked on the command line for a field that only later items have`()
    async throws
  {
    let late = Self.objects.replacing(
      "sed '", with: #"sed '/^[6-9]..$/{s/.*/{"id": &, "late": 1}/;b};"#)
    try await show(late, filters: ["late=1"]) { viewer, _ in
      await viewer.wait("the first of the later items") {
        $0[1].contains(" 600 ") && $0.last?.contains("late = 1") == true
      }
      viewer.type(.escape)
      viewer.type("g&later=1\n")
      await viewer.wait(for: "no column 'later'")
    }
  }

  @Test func `is saved as far as it is loaded`() async throws {
    try await show { viewer, folder in
      await wait(viewer, top: "1  n1")
      viewer.type("&id>=40\n")
      await wait(viewer, top: "40  n40", "id >= 40")
      viewer.type(":w \(folder.path)/out\n")
      await viewer.wait("what was written") { $0.last?.contains("loaded items") == true }
      let lines = try folder.text(of: "out").split(separator: "\n")
      #expect(lines.first == #"{"id":40,"name":"n40"}"#)
      #expect(lines.count > 1)
      viewer.type(":w out a b\n")
      await viewer.wait(for: "a list has no marks")
    }
  }

  @Test func `is filtered, layer by layer`() async throws {
    try await show { viewer, _ in
      await wait(viewer, top: "1  n1")
      for (typed, top) in [("id>=30", "30  n30"), ("n.0$", "30  n30"), ("!n3", "40  n40")] {
        viewer.type("&\(typed)\n")
        await wait(viewer, top: top)
      }
      viewer.type(.escape)
      await viewer.wait("n30 again") { lines in lines.contains { $0.hasSuffix("30  n30") } }
      viewer.type("&\n")
      await viewer.wait("all") { lines in
        lines.contains { $0.hasSuffix("31  n31") } && lines.last?.contains("only") == false
      }
    }
  }

  @Test func `loads on to its end, and to an item by its number`() async throws {
    try await show { viewer, _ in
      await wait(viewer, top: "1  n1")
      // A movement that is typed during a longer one starts at the destination of the longer one.
      viewer.type("300G")
      await wait(viewer, top: "300  n300")
      viewer.type("Gk")
      await viewer.wait("the last but one") { lines in
        lines.contains { $0.hasSuffix("1000  n1000") } && lines.last?.contains("of 1,000") == true
      }
      viewer.type("2000G")
      await viewer.wait(for: "no item 2,000")
    }
  }

  @Test func `says how far it is where the command is slow, and stops`() async throws {
    let command =
      "[ {page} -lt 3 ] || while ! [ -e go ]; do sleep 0.02; done; "
      + "[ {page} -gt 5 ] || seq {page}00 {page}49"
    try await show(command, parallel: "1") { viewer, folder in
      await viewer.wait(for: ["▌ 100"])
      viewer.type("G")
      await viewer.wait(for: "loading to the end, 100 so far · Esc: stop")
      viewer.type(.escape)
      await viewer.wait(for: "stopped · G: continue")
      viewer.type("/549\n")
      await viewer.wait(for: "searching, 100 so far · Esc: stop")
      viewer.type(.escape)
      await viewer.wait(for: "search stopped")
      try folder.write("", to: "go")
      viewer.type("300G")
      await viewer.wait(for: "no item 300; the last is 250")
    }
  }

  @Test func `is tried again by itself after status 75, and by a key after any other`()
    async throws
  {
    let command =
      "if [ {page} = 2 ] && ! [ -e b ]; then [ -e a ] && : > b; exit 75; fi; "
      + "if [ {page} = 4 ] && ! [ -e c ]; then : > c; echo broken >&2; exit 1; fi; "
      + "[ {page} -gt 5 ] || seq {page}00 {page}09"
    try await show(command, parallel: "1") { viewer, folder in
      // The page fails until its row was seen, and once more.
      await viewer.wait(for: "the command exited with status 75 · retry in ")
      try folder.write("", to: "a")
      viewer.type("G")
      await viewer.wait(for: "broken (exit 1) · .: try again")
      viewer.type(".G")
      await viewer.wait("the end") { lines in lines.contains { $0 == "  509" } }
    }
  }
}

/// Searching and filtering the list of a folder's entries.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A list of what is in a folder` {
  @Test func `is searched and filtered by names and by fields`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.makeFolder("all/inner")
      for number in 10..<60 {
        let text = number == 42 ? String(repeating: "x", count: 9_000) : ""
        try folder.write(text, to: "all/file\(number)")
      }
      let viewer = try ViewerFixture(folder, "all", lines: 12, columns: 100)
      await viewer.wait(for: "file10")
      viewer.type("/^file4\n")
      await viewer.wait(for: "1 of 10 matching")
      viewer.type("nnN")
      await viewer.wait(for: "2 of 10 matching")
      viewer.type("&size>=9000\n")
      await viewer.wait("the large one") { $0[0].hasSuffix("file42") && $0[1].contains("end") }
      viewer.type(.escape, "G", "k")
      await viewer.wait("the last but one") { lines in
        lines.contains { $0.hasPrefix("▌") && $0.hasSuffix("file59") }
      }
    }
  }
}
