import Testing

/// Each key does what `docs/coming-from-less.md` says.
@Suite(.serialized, .timeLimit(.minutes(20))) struct `A key of less` {
  private static func rows(_ verdict: LessRow.Verdict) -> [LessRow] {
    LessRow.all.filter { $0.verdict == verdict }
  }

  /// Keys that go to the left edge and to line 200, so that lines remain above and below.
  private static let middle = [
    LessKey(name: "ESC-{"), LessKey(name: "200"), LessKey(name: "g"),
  ]

  /// The keys that quit both programs.
  private static let ending: Set = ["q", ":q", "Q", ":Q", "ZZ"]

  @Test(arguments: rows(.same)) func `does the same where the table says so`(row: LessRow)
    async throws
  {
    let ending = row.keys.filter { Self.ending.contains($0.name) }
    for key in ending { try await Self.expectEnd(of: row, key) }
    guard ending.count < row.keys.count else { return }
    try await LessTwin.run { twin in
      for key in row.keys where !ending.contains(key) {
        try await twin.press(Self.middle)
        try await twin.waitUntilSame("200g")
        try await twin.press(row.typed.map { $0 ?? key })
        try await twin.acknowledge(key)
        try await twin.waitUntilSame("\(row.testDescription): \(key.name)")
      }
    }
  }

  private static func expectEnd(of row: LessRow, _ key: LessKey) async throws {
    try await LessTwin.run { twin in
      try await twin.press(middle)
      try await twin.waitUntilSame("200g")
      try await twin.press(row.typed.map { $0 ?? key })
      #expect(try await twin.less.waitForExit() == .exited(0))
      #expect(try await twin.endless.waitForExit() == .exited(0))
    }
  }

  @Test(arguments: rows(.other)) func `does something else where the table says so`(row: LessRow)
    async throws
  {
    for key in row.keys {
      try await LessTwin.run { twin in
        try await twin.press(Self.middle, in: twin.endless)
        try await twin.endless.waitFor("line 200")
        try await twin.press(row.typed.map { $0 ?? key }, in: twin.endless)
        // When these keys have been processed, so have the keys before them.
        try await twin.press([LessKey(name: "="), LessKey(name: "^G")], in: twin.endless)
        let last = try await twin.endless.capture().last ?? ""
        let isBound = !last.contains("does nothing here")
        #expect(isBound || last.contains("Help"), "\(key.name): \(last)")
      }
    }
  }

  @Test(arguments: rows(.leftOut)) func `says that it is none where it is left out`(
    row: LessRow
  ) async throws {
    for key in row.keys {
      try await LessTwin.run { twin in
        try await twin.press(row.typed.map { $0 ?? key }, in: twin.endless)
        try await twin.endless.waitUntil("a message after \(key.name)") {
          let last = $0.last ?? ""
          return last.contains("does nothing here") || last.contains("no such command")
        }
      }
    }
  }

  @Test func `stands in the table, whichever it is`() async throws {
    let help = try await Command.run(Launch("sh", "-c", "less --help | cat")).output
    let keys = try #require(help.split(separator: "OPTIONS").first)
    let told = keys.split(separator: "\n").flatMap(Self.keys)
    let known = Set(LessRow.all.flatMap(\.keys).map(\.name))
    #expect(told.count > 80)
    for key in told { #expect(known.contains(key), "\(key)") }
  }

  /// The keys in a line of the help, each as the table writes it.
  private static func keys(_ line: Substring) -> [String] {
    // The help of less underlines by overstriking.
    let text = line.replacing(/_\u{8}/, with: "")
    guard text.hasPrefix("  "), !text.dropFirst(2).hasPrefix(" "), !text.hasPrefix("  Co") else {
      return []
    }
    let names = [
      "CR": "Enter", "SPACE": "Space", "ESC-SPACE": "ESC-Space", "ESC-M<letter>": "ESC-M",
      "''": "'",
    ]
    return text.prefix(22).split(separator: " ").compactMap { word in
      let word = String(word)
      if let name = names[word] { return name }
      if word.hasPrefix("--") || word.hasPrefix("__") { return String(word.prefix(2)) }
      if ["*", "file", "[file]", "<c1>", "<c2>"].contains(word) { return nil }
      let isLong = word.count > 2 && !word.hasPrefix("^") && !word.hasPrefix("ESC-")
      return isLong && !word.hasSuffix("Arrow") && !word.hasPrefix("ZZ")
        ? String(word.prefix(1)) : word
    }
  }
}

/// Keys that are typed faster than frames are drawn lead to the same place as in less.
@Suite(.serialized, .timeLimit(.minutes(20))) struct `A burst of keys` {
  private static let bursts: [[(times: Int, keys: String)]] = [
    [(300, " ")], [(3_000, "j")], [(40, "d")], [(20, " "), (5, "b")], [(20, "f"), (12, "b")],
    [(500, "j"), (100, "k"), (7, "d"), (3, "u")],
    [(1, "50g"), (20, " "), (1, "30k"), (5, "j")], [(1, "7z"), (9, "z"), (2, "b")],
    [(1, "5d"), (30, "d"), (2, "u")], [(1, "G"), (40, "k"), (3, "b"), (2, "d")],
    [(5, "3j"), (1, "40%"), (3, "b")], [(1, "G"), (10, "j"), (1, "g"), (10, "k"), (12, "e")],
  ]

  @Test(arguments: bursts) func `ends where less ends`(burst: [(times: Int, keys: String)])
    async throws
  {
    let keys = burst.map { String(repeating: $0.keys, count: $0.times) }.joined()
    try await LessTwin.run { twin in
      for tmux in [twin.less, twin.endless] { try await tmux.type(keys) }
      try await twin.waitUntilSame("\(burst)")
    }
  }
}
