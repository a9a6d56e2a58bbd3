import Answers
import CommandSources
import Feeds
import Foundation
import Glibc
import Paging
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

/// The pages of a command, on the screen and in the output without a screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A command on the screen` {
  private func show(
    _ command: String, columns: Int = 60, options: ViewerOptions = ViewerOptions(),
    _ body: (ViewerFixture, TemporaryFolder) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      let template = try CommandTemplate("cd \(folder.path); \(command)")
      let feed = AskedFeed(try CommandList(template, options))
      defer { feed.close() }
      try await body(ViewerFixture(folder, feed: feed, columns: columns), folder)
    }
  }

  /// 120 numbered objects.
  private static let objects =
    "a=$(( {offset} + 1 )); e=$(( {offset} + {limit} )); [ $e -gt 120 ] && e=120; "
    + "seq $a $e | sed 's/.*/{\"id\": &, \"name\": \"n&\"}/'"

  @Test func `is records in columns, to their end, and says what was found`() async throws {
    try await show(Self.objects, columns: 100) { viewer, _ in
      await viewer.wait(for: ["  id  name", "▌  1  n1", "   2  n2"])
      viewer.type("=")
      await viewer.wait(for: "50 JSON values, identified by id")
      viewer.type("G")
      await viewer.wait("the last record") { $0.contains("  120  n120") && $0[0] == "   id  name" }
      await viewer.wait(for: "end")
      viewer.type("t")
      await viewer.wait(for: "{\"id\":120,\"name\":\"n120\"}")
      viewer.type("t")
      await viewer.wait("the columns") { $0.contains("  120  n120") }
    }
  }

  /// The command prints pages of 20 items, however many the list requests, by page number and by
  /// offset.
  @Test(arguments: ["page", "offset"])
  func `goes to any item, to a percentage and to the end where its answers count them`(way: String)
    async throws
  {
    let start = way == "page" ? "$(( ({page} - 1) * 20 ))" : "{offset}"
    let command =
      "a=\(start); a=$((a + 1)); e=$((a + 19)); [ $e -gt 4990 ] && e=4990; "
      + "printf '{\"total_count\": 4990, \"items\": [%s]}' "
      + "\"$(seq $a $e | sed 's/.*/{\"id\": &, \"name\": \"n&\"}/' | paste -sd,)\""
    try await show(command, columns: 100) { viewer, _ in
      await viewer.wait(for: "item 1 of 4,990")
      for (keys, number) in [
        ("2500G", 2_500), ("90%", 4_492), ("G", 4_990), ("g", 1), ("3000G", 3_000),
      ] {
        viewer.type(keys)
        await viewer.wait("item \(number)") {
          $0.contains { $0.hasSuffix("\(number)  n\(number)") }
        }
      }
      await viewer.wait(for: "item 3,000 of 4,990")
    }
  }

  @Test func `has rows and records that are copied`() async throws {
    try await show(Self.objects, columns: 100) { viewer, _ in
      await viewer.wait(for: ["  id  name", "▌  1  n1", "   2  n2"])
      viewer.type("y")
      await viewer.wait(for: "sent the row, 4 bytes")
      #expect(viewer.screen.clipboard == Array("1\tn1".utf8))
      viewer.type("JY")
      await viewer.wait(for: "sent the record")
      #expect(viewer.screen.clipboard == Array(#"{"id":2,"name":"n2"}"#.utf8))
    }
  }

  @Test func `is lines with their colours, wrapped, and nothing that a terminal would obey`()
    async throws
  {
    let command =
      "[ {page} = 1 ] && printf 'a\\033[31mb\\033[0m\\033]0;t\\007\\na line that is too long\\n'; true"
    try await show(command, columns: 20) { viewer, _ in
      await viewer.wait("the lines") { $0[0].hasPrefix("▌ ab") && $0[1].hasPrefix("  a line") }
      let rows = viewer.rows
      #expect(rows[0].unicodeScalars.allSatisfy { $0.value >= 0x20 })
      #expect(
        rows[1...2].map { $0.dropFirst(2) } == ["a line that is too", " long"])
    }
  }

  @Test func `that fails has a row with its last word, and a key that tries again`() async throws {
    let command =
      "if [ {page} = 1 ] || [ -e good ]; then [ {page} -lt 3 ] && seq $(( {page} * 100 )) $(( {page} * 100 + 3 )); "
      + "true; else echo first >&2; echo 'no luck' >&2; exit 4; fi"
    try await show(command) { viewer, folder in
      await viewer.wait(for: ["▌ 100", "  101", "  102", "  103"])
      await viewer.wait(for: "no luck (exit 4)")
      try folder.write("", to: "good")
      viewer.type(".")
      await viewer.wait(for: ["▌ 100", "  101", "  102", "  103", "  200", "  201"])
      viewer.type("G")
      await viewer.wait("the end") { $0.contains { $0.hasPrefix("  203") } }
    }
  }

  /// The runs for the second page fail, and say that the page may come later, until the countdown
  /// was seen and one more run has failed.
  @Test func `that says so is tried again by itself, with a countdown in its row`() async throws {
    let command =
      "if [ {page} = 2 ] && ! [ -e b ]; then [ -e a ] && : > b; echo later >&2; exit 75; fi; "
      + "[ {page} -lt 4 ] && seq $(( {page} * 100 )) $(( {page} * 100 + 3 )); true"
    try await show(command, columns: 90) { viewer, folder in
      // A busy machine may miss a second, but not each of the longer and longer countdowns.
      await viewer.wait("the countdown") {
        $0.contains { $0.contains(#/^  later \(exit 75\) · retry in \d+ s · \.: try now$/#) }
      }
      try folder.write("", to: "a")
      viewer.type("G")
      await viewer.wait("the end") { $0.contains { $0.hasPrefix("  303") } }
    }
  }

  @Test func `that fails is not tried again by itself, because it may do more than print`()
    async throws
  {
    try await show("echo run >> runs; exit 1; : {page}", columns: 90) { viewer, folder in
      await viewer.wait(for: "the command exited with status 1 · .: try again")
      await viewer.breathe()
      #expect(runs(in: folder) == "run\n")
      viewer.type(".")
      await viewer.wait("a second run") { _ in runs(in: folder) == "run\nrun\n" }
    }
  }

  @Test func `may take as long as it prints something, and is asked for to the end`() throws {
    let feed = AskedFeed(try CommandList(CommandTemplate("sleep 1; : {page}"), ViewerOptions()))
    let configuration = try PagingNumbers().configuration(feed.paging)
    #expect(configuration.loadTimeout == nil)
    #expect(configuration.maxRequestsToEnd == nil)
  }

  /// The text that a command has written about its runs; nil if it has not run.
  private func runs(in folder: TemporaryFolder) -> String? {
    try? String(contentsOfFile: folder.path + "/runs", encoding: .utf8)
  }

  @Test func `is searched and filtered over what has come, and asked for no page twice`()
    async throws
  {
    let command = "echo {offset} >> runs; " + Self.objects
    try await show(command, columns: 100) { viewer, folder in
      await viewer.wait(for: ["  id  name", "▌  1  n1", "   2  n2"])
      viewer.type("/n99\n")
      await viewer.wait(for: "1 of 1 matching item")
      viewer.type("300G")
      await viewer.wait(for: "no item 300; the last is 120")
      let before = runs(in: folder)
      viewer.type("&id>=119\n")
      await viewer.wait(for: ["   id  name", "▌ 119  n119", "  120  n120"])
      viewer.type("&\n")
      await viewer.wait("all of them") {
        $0[1] == "▌ 116  n116" && $0.last?.contains("only") == false
      }
      #expect(runs(in: folder) == before)
    }
  }

  @Test func `that is run again keeps the place`() async throws {
    try await show("tail -n +$(( {offset} + 1 )) list | head -n {limit}", columns: 80) {
      viewer, folder in
      // A run may begin at any time, and must not read half of a list.
      func write(_ numbers: ClosedRange<Int>) throws {
        try GrowingFile(path: folder.path + "/list")
          .make(numbers.map { "{\"id\": \($0)}\n" }.joined())
      }
      await viewer.wait(for: "nothing here yet")
      try write(100...300)
      viewer.type("r")
      await viewer.wait(for: ["   id", "▌ 100"])
      viewer.type("  ")
      await viewer.wait("two screens further") { $0[1] == "▌ 112" }
      try write(90...300)
      viewer.type("r")
      await viewer.wait("the same place, and news") {
        $0[1] == "▌ 112" && $0.last?.contains("10 new") == true
      }
      viewer.type("g")
      await viewer.wait(for: ["   id", "▌  90", "   91"])
    }
  }

  @Test func `is not run where that is forbidden, and a wrong one is not run`() {
    let registry = FeedRegistry([CommandList.opener, TextFeed.commandOpener])
    for (restriction, words) in [
      (Restriction.guest, "--secure forbids commands"),
      (.environment, "LESSSECURE forbids commands"),
    ] {
      var options = ViewerOptions()
      options.restriction = restriction
      #expect(throws: Failure.usage(words)) {
        try registry.open(Array("exec:echo {page}".utf8), at: nil, options)
      }
    }
    #expect(
      throws: Failure.usage(
        "{page} cannot be used within single quotes: write {{page}} for the literal text")
    ) {
      try registry.open(Array("exec:echo '{page}'".utf8), at: nil, ViewerOptions())
    }
  }

  @Test(arguments: [
    ("name,id\\na\\tb,1\\nlonger,2\\nc,3", "", false, "name\tid\na\\tb\t1\nlonger\t2\nc\t3\n"),
    ("name,id\\na,1\\nb,2\\nc,3", "id,name", true, "id  name\n1   a\n2   b\n3   c\n"),
    ("{\"a\": 1}\\nline\\n", "", false, "{\"a\":1}\nline\n"),
    ("{\"a\": 1}\\nline\\n", "--json", false, "{\"a\":1}\n{\"text\":\"line\"}\n"),
    ("{\"a\": [2]}\\n{\"a\": {\"b\": 3}}\\n", "a.b", false, "a.b\n\n3\n"),
    ("one\\ntwo\\n", "", true, "one\ntwo\n"),
  ]) func `is written as its items are`(
    printed: String, form: String, toTerminal: Bool, text: String
  ) async throws {
    var options = ViewerOptions()
    options.writesJSON = form == "--json"
    if !options.writesJSON, !form.isEmpty {
      options.columns = form.split(separator: ",").map(String.init)
    }
    let template = try CommandTemplate("[ {page} -gt 1 ] || printf '\(printed)'")
    let feed = AskedFeed(try CommandList(template, options))
    let pager = Pager(source: feed.source)
    let lines = RecordItemLines(PlainForm(options: options, toTerminal: toTerminal)) { feed.head }
    var bytes: [UInt8] = []
    for try await item in pager.items { bytes += lines.bytes(of: item.content) }
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test(arguments: [
    ("name,id\\nc,3", "c"), ("more,name,id\\nx,c,3", "c\tx"), ("id,name\\n3,c", "c"),
    ("id,more,name,also\\n3,x,c,y", "c\tx\ty"),
  ]) func `is written below the names of the first page`(page: String, values: String)
    async throws
  {
    let template = try CommandTemplate(
      "case {page} in 1) printf 'id,name\\n1,a\\n2,b';; 2) printf '\(page)';; esac")
    let feed = AskedFeed(try CommandList(template, ViewerOptions()))
    let form = PlainForm(options: ViewerOptions(), toTerminal: false)
    let lines = RecordItemLines(form) { feed.head }
    var bytes: [UInt8] = []
    for try await item in Pager(source: feed.source).items {
      bytes += lines.bytes(of: item.content)
    }
    #expect(
      String(decoding: bytes, as: UTF8.self) == "id\tname\n1\ta\n2\tb\n3\t\(values)\n")
  }
}
