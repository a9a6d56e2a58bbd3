import Testing

/// less and the viewer on the same files, each in its own terminal.
struct LessTwin {
  let less: Tmux
  let endless: Tmux

  /// 600 lines, some of which are longer than the screen is wide, contain tabs or wide glyphs, or
  /// are empty.
  static let text = (1...600).map { number in
    switch number % 10 {
    case 3: "line \(number) " + String(repeating: "long ", count: number % 7 * 12) + "end\n"
    case 5: "line \(number)\tafter a tab\tand another\n"
    case 7: "line \(number) 日本語 " + String(repeating: "日本", count: number % 30) + "\n"
    case 9: "\n"
    default: "line \(number)\n"
    }
  }.joined()

  /// Starts both programs with three files; `arguments` come before the files.
  static func run(
    _ arguments: [String] = [], lines: Int = 24, columns: Int = 80,
    body: (LessTwin) async throws -> Void
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      for name in ["one", "two", "three"] { try home.directory.write(name + "\n" + text, to: name) }
      let files = ["one", "two", "three"]
      let environment = ["VISUAL": "true", "LESSHISTFILE": "-", "LESSCHARSET": "utf-8"]
      var less = home.launch(arguments + files, environment: environment)
      less.program = "less"
      let endless = home.launch(arguments + files, environment: environment)
      try await Tmux.run(less, lines: lines, columns: columns) { less in
        try await Tmux.run(endless, lines: lines, columns: columns) { endless in
          let twin = LessTwin(less: less, endless: endless)
          try await twin.waitUntilSame("the start")
          try await body(twin)
        }
      }
    }
  }

  /// Presses keys in both programs.
  func press(_ keys: [LessKey]) async throws {
    try await press(keys, in: less)
    try await press(keys, in: endless)
  }

  func press(_ keys: [LessKey], in tmux: Tmux) async throws {
    for key in keys {
      try await tmux.command(["send-keys", "-H"] + key.bytes.map { String($0, radix: 16) })
    }
  }

  /// Presses the keys that only less needs: Enter after `-`, because less shows the change only
  /// then, and ^C after `F`, because less accepts no other key while it follows the file.
  func acknowledge(_ key: LessKey) async throws {
    switch key.name {
    case "-": try await press([LessKey(name: "Enter")], in: less)
    case "F":
      try await less.waitFor("Waiting for data")
      try await press([LessKey(name: "^C")], in: less)
    default: break
    }
  }

  /// Waits until both programs show the same lines, except for the last line, which differs.
  ///
  /// On the last line, both show a prompt, which proves that they have processed all earlier keys;
  /// then the prompt is closed.
  func waitUntilSame(_ situation: String, at place: SourceLocation = #_sourceLocation) async throws
  {
    try await press([LessKey(name: "/")])
    var (left, right): ([String], [String]) = ([], [])
    let same: Bool? = try await Polling.answer(within: .seconds(60)) { () throws(HarnessError) in
      left = try await less.capture()
      right = try await endless.capture()
      return left.isPrompted && right.isPrompted && left.text == right.text ? true : nil
    }
    guard same == nil else { return try await press([LessKey(name: "Backspace")]) }
    throw HarnessError(
      missing: "the same lines after \(situation)", because: "they differ",
      shown: left.joined(separator: "\n") + "\n-------- endless\n" + right.joined(separator: "\n"),
      at: place)
  }
}

extension [String] {
  /// Whether the last line is the prompt of a search.
  fileprivate var isPrompted: Bool { last?.hasPrefix("/") == true }

  /// The lines of text.
  ///
  /// Beyond the end, less shows `~` and the viewer a blank line; `>` in less and `…` in the viewer
  /// mark a line that is cut.
  fileprivate var text: [String] {
    dropLast().map { line in
      if line == "~" { return "" }
      return String(line.last == ">" || line.last == "…" ? line.dropLast() : line[...]).trimmed
    }
  }
}

extension String {
  /// The string without blanks at its end.
  fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
