import Foundation
import Testing

/// What all lists have, by the built program: searching, filtering, going far, trying again.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `A list in the viewer` {
  /// Objects with numbers, a thousand of them, page by page.
  private static let objects =
    "exec:a=$(( {offset} + 1 )); e=$(( {offset} + {limit} )); [ $e -gt 1000 ] && e=1000; "
    + "[ $a -gt $e ] || seq $a $e | sed 's/.*/{\"id\": &, \"name\": \"n&\"}/'"

  private func show(
    _ words: String..., body: (Tmux, SampleHome) async throws -> Void
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      try await Tmux.run(home.launch(words), lines: 12, columns: 100) { tmux in
        try await body(tmux, home)
      }
    }
  }

  /// Waits for a row at the top of the records, and for words in the status line.
  private func wait(_ tmux: Tmux, top: String, _ words: String = "") async throws {
    try await tmux.waitUntil("\(top) and '\(words)'") {
      $0[1].hasSuffix(top) && (words.isEmpty || $0.last?.contains(words) == true)
    }
  }

  @Test func `of a command is searched both ways, by patterns and conditions`() async throws {
    try await show(Self.objects) { tmux, _ in
      try await wait(tmux, top: "1  n1")
      try await tmux.send("/")
      try await tmux.type("n4$")
      try await tmux.send("Enter")
      try await tmux.waitFor("match 1 of 1 so far")
      try await tmux.send("/")
      try await tmux.type("id>=444")
      try await tmux.send("Enter")
      try await wait(tmux, top: "444  n444", "in id")
      try await tmux.send("n")
      try await tmux.waitFor("in id")
      try await tmux.send("?")
      try await tmux.type("n.00$")
      try await tmux.send("Enter")
      try await wait(tmux, top: "400  n400", "match 4 of ")
      try await tmux.send("n", "N")
      try await wait(tmux, top: "400  n400", "match 4 of ")
      try await tmux.send("/")
      try await tmux.type("nothing")
      try await tmux.send("Enter")
      try await wait(tmux, top: "400  n400", "no match for nothing")
    }
  }

  @Test func `of a command is filtered, layer by layer`() async throws {
    try await show(Self.objects) { tmux, _ in
      try await wait(tmux, top: "1  n1")
      for (typed, top) in [("id>=30", "30  n30"), ("n.0$", "30  n30"), ("!n3", "40  n40")] {
        try await tmux.send("&")
        try await tmux.type(typed)
        try await tmux.send("Enter")
        try await tmux.waitUntil(top) { $0[1].hasSuffix(top) }
      }
      try await tmux.send("Escape")
      try await tmux.waitUntil("n30 again") { lines in lines.contains { $0.hasSuffix("30  n30") } }
      try await tmux.send("&", "Enter")
      try await tmux.waitUntil("all") { lines in
        lines.contains { $0.hasSuffix("31  n31") } && lines.last?.contains("only") == false
      }
    }
  }

  @Test func `of a command loads on to its end, and to an item by its number`() async throws {
    try await show(Self.objects) { tmux, _ in
      try await wait(tmux, top: "1  n1")
      // Movements that are typed on the way begin there.
      try await tmux.type("300G")
      try await wait(tmux, top: "300  n300")
      try await tmux.type("Gk")
      try await tmux.waitUntil("the last but one") { lines in
        lines.contains { $0.hasSuffix("1000  n1000") } && lines.last?.contains("of 1,000") == true
      }
      try await tmux.type("2000G")
      try await tmux.waitFor("there is no item 2,000")
    }
  }

  @Test func `of a slow command says how far it is, and stops`() async throws {
    let command =
      "exec:[ {page} -lt 3 ] || while ! [ -e go ]; do sleep 0.02; done; "
      + "[ {page} -gt 5 ] || seq {page}00 {page}49"
    try await show(command, "--parallel", "1") { tmux, home in
      try await tmux.waitUntil("lines") { $0[0] == "100" }
      try await tmux.type("G")
      try await tmux.waitFor("loading to the end, 100 so far · Esc stops")
      try await tmux.send("Escape")
      try await tmux.waitFor("stopped · G goes on")
      try await tmux.type("/549")
      try await tmux.send("Enter")
      try await tmux.waitFor("searching, 100 so far · Esc stops")
      try await tmux.send("Escape")
      try await tmux.waitFor("search stopped")
      try Data().write(to: URL(filePath: home.directory.path + "/go"))
      try await tmux.type("300G")
      try await tmux.waitFor("there is no item 300; the last is 250")
    }
  }

  @Test func `of a folder is searched and filtered by names and by fields`() async throws {
    try await SampleHome.run(filled: false) { home in
      let folder = home.directory.path + "/all"
      try FileManager.default.createDirectory(
        atPath: folder + "/inner", withIntermediateDirectories: true)
      for number in 10..<60 {
        let text = number == 42 ? String(repeating: "x", count: 9_000) : ""
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/file\(number)"))
      }
      try await Tmux.run(home.launch([folder]), lines: 12, columns: 100) { tmux in
        try await tmux.waitFor("file10")
        try await tmux.send("/")
        try await tmux.type("^file4")
        try await tmux.send("Enter")
        try await tmux.waitFor("match 1 of 10")
        try await tmux.send("n", "n", "N")
        try await tmux.waitFor("match 2 of 10")
        try await tmux.send("&")
        try await tmux.type("size>=9000")
        try await tmux.send("Enter")
        try await tmux.waitUntil("the large one") {
          $0[0].hasSuffix("file42") && $0[1].contains("end")
        }
        try await tmux.send("Escape", "G", "k")
        try await tmux.waitUntil("the last but one") { lines in
          lines.contains { $0.hasPrefix("▌") && $0.hasSuffix("file59") }
        }
      }
    }
  }

  @Test func `is tried again by itself after status 75, and by a key after any other`()
    async throws
  {
    let command =
      "exec:if [ {page} = 2 ] && ! [ -e b ]; then [ -e a ] && : > b; : > a; exit 75; fi; "
      + "if [ {page} = 4 ] && ! [ -e c ]; then : > c; echo broken >&2; exit 1; fi; "
      + "[ {page} -gt 5 ] || seq {page}00 {page}09"
    try await show(command, "--parallel", "1") { tmux, _ in
      try await tmux.waitFor("the command ended with status 75 · again in ")
      try await tmux.type("G")
      try await tmux.waitFor("the command ended with status 1: broken · . tries again")
      try await tmux.type(".")
      try await tmux.type("G")
      try await tmux.waitUntil("the end") { lines in lines.contains { $0 == "509" } }
    }
  }

  @Test(arguments: [("75", [], 3), ("1", [], 1), ("1", ["--retry-for", "1"], 3)])
  func `ends without a screen in the status of what may be tried again`(
    status: String, options: [String], expected: Int32
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      let time = status == "75" ? ["--retry-for", "0"] : options
      let words = ["exec:: {page}; exit \(status)", "--plain"] + time
      let result = try await Command.run(home.launch(words))
      #expect(result.status == .exited(expected))
      #expect(result.error == "endless: the command ended with status \(status)\n")
    }
  }
}
