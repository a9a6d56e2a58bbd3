import Glibc
import Randomness
import Testing

/// Input other than single keys: pastes, unknown sequences, noise, floods of keys, and answers.
@Suite(.serialized, .timeLimit(.minutes(15))) struct `Input that is not a key` {
  private static let pastes = [
    "\u{1B}[200~q\u{1B}[201~", "\u{1B}[200~Qq\u{3}\r\nLH rGj\u{1B}[201~",
    "\u{1B}[200~q\u{1B}[200~q\u{1B}[201~",
  ]

  private static let unknown = [
    "\u{1B}[99~", "\u{1B}[>0;276;0c", "\u{1B}[?62;22c", "\u{1B}[1;99X", "\u{1B}[0n",
    "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\",
    "\u{1B}P1$r0m\u{1B}\\", "\u{1B}P>|terminal(q)\u{1B}\\", "\u{1B}_Gi=31;OK\u{1B}\\",
    "\u{1B}[I\u{1B}[O", "\u{1B}[M   ", "\u{1B}[<2;10;10M\u{1B}[<2;10;10m", "\u{1B}[97;5u",
    "\u{1B}[24;80R", "\u{1B}[?2026;0$y", "\u{1B}[?2026;4$y",
    "\u{1B}q", "\u{1B}Q",
    "\u{9B}A", "\u{85}", "\u{0}\u{1}\u{1C}\u{1D}\u{1E}\u{1F}",
    // Keys that do nothing here: characters, Tab, F2, F12, Insert, ^A, ^X, M-q, Backspace, ^\.
    "xvesc123!#%;\"äß漢", "\t\u{1B}OQ\u{1B}[24~\u{1B}[2~\u{1}\u{18}\u{1B}q\u{7F}\u{1C}",
  ]

  private static let long = [
    "\u{1B}[200~\(String(repeating: "q", count: 20_000))\u{1B}[201~",
    "\u{1B}[\(String(repeating: "1;", count: 1_500))q",
  ]

  /// Types some input and then a key, and expects that only the key has an effect.
  @Test(arguments: [pastes, unknown, long])
  func `is a paste, a sequence that nobody knows or a long one, which does nothing`(
    texts: [String]
  ) async throws {
    try await SampleHome.onScreen { tmux, home in
      let before = try await tmux.screen("a screen") { $0.loaded == 50 }
      for text in texts {
        // The input is sent in one piece if it fits into a tmux message, because the program
        // abandons a sequence that pauses.
        for part in Array(text.utf8).chunks(of: 4_000) {
          try await tmux.command(["send-keys", "-H"] + part.map { String($0, radix: 16) })
        }
        for (key, post) in [("j", home.newest[1]), ("k", home.newest[0])] {
          try await tmux.send(key)
          let after = try await tmux.screen("a post behind \(text.prefix(40).debugDescription)") {
            $0.selects(post)
          }
          #expect(after.contents == before.contents)
          #expect(after.loaded == before.loaded && !after.status.contains("new"))
        }
      }
      #expect(try await tmux.exitStatus == nil)
    }
  }

  @Test func `is begun and not ended, which is given up after a while`() async throws {
    try await SampleHome.run { home in
      for text in ["\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}P1$", "\u{1B}]0;title"] {
        try await home.inTerminal(environment: ["ESCDELAY": "1"]) { terminal in
          try await terminal.write(text)
          // A key that is typed too early is read as a part of the sequence.
          try await terminal.waitUntil("the help") { output in
            try await terminal.write("H")
            return output.contains(Array("Help".utf8))
          }
          try await terminal.quit(by: "Q")
        }
      }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `is noise, and it never crashes`(
    start: UInt64
  ) async throws {
    try await SampleHome.inTerminal("--mouse") { terminal, _ in
      var numbers = SplitMix64(start: start)
      let ends: Set<UInt8> = [
        0x03, 0x1A, UInt8(ascii: "q"), UInt8(ascii: "Q"), UInt8(ascii: "Z"),
      ]
      for _ in 1...50 {
        let noise = (0..<2_000).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        try await terminal.write(bytes: noise.filter { !ends.contains($0) })
      }
      // The bytes end a paste that has begun, close a prompt that is still open, and then quit the
      // program. The noise starts hundreds of searches and saves, which take about ten seconds on
      // an idle machine.
      try await terminal.write("\u{1B}[201~")
      try await terminal.waitUntil("the end", within: .seconds(400)) { _ in
        try await terminal.write("\u{7}Q")
        return await !terminal.isRunning
      }
      #expect(try await terminal.waitForExit() == .exited(0))
      #expect(TerminalModes(await terminal.output).isAsAtStart)
      // On a busy machine, a like that the noise has caused may not have been saved yet. The
      // program then says so, and waits.
      let said = await terminal.errorText
      let waits = "endless: waiting for the database to save the like, up to 5 s\n"
      #expect(said.replacing("\r\n", with: "\n").replacing(waits, with: "").isEmpty, "\(said)")
    }
  }

  @Test func `is a paste of many megabytes where a search is asked for, and is given up`()
    async throws
  {
    try await SampleHome.run(filled: false) { home in
      _ = try home.directory.write("first\nabcdefg once\n", to: "log")
      let options = TerminalOptions(lines: 10, columns: 40)
      // Even if the machine is busy, the parts of a sequence belong together.
      let launch = home.launch("log", environment: ["ESCDELAY": "1000"])
      try await PseudoTerminal.run(launch, options) { terminal in
        try await terminal.waitFor("first")
        try await terminal.write("/")
        let part = String(repeating: "abcdefg ", count: 1 << 13)
        try await terminal.write("\u{1B}[200~")
        for _ in 1...128 { try await terminal.write(part) }
        try await terminal.write("\u{1B}[201~\u{7}/once\r")
        try await terminal.waitFor("match 1")
        try await terminal.quit()
      }
    }
  }

  @Test func `is a flood of keys, of which none is lost`() async throws {
    // Even if the machine is busy, the parts of a sequence belong together.
    try await SampleHome.inTerminal(environment: ["ESCDELAY": "1000"]) { terminal, _ in
      let keys = String(repeating: "jk\u{1B}[B\u{1B}[A", count: 10_000)
      try await terminal.write(keys)
      try await terminal.write("HqHQ")
      #expect(try await terminal.waitForExit(within: .seconds(200)) == .exited(0))
    }
  }

  @Test func `is the answer that updates can be synchronized, and frames then are`() async throws {
    let (begin, end) = (Array("\u{1B}[?2026h".utf8), Array("\u{1B}[?2026l".utf8))
    try await SampleHome.run { home in
      let options = TerminalOptions(answersSynchronizedUpdateQuery: true)
      try await home.inTerminal(options: options) { terminal in
        try await terminal.waitUntil("a frame as one update") { output in
          try await terminal.write("j")
          return output.contains(end)
        }
        let mark = await terminal.output.count
        try await terminal.write("H")
        try await terminal.waitFor("Help", after: mark)
        try await terminal.waitFor("\u{1B}[?2026l", after: mark)
        try await terminal.write("Q")
        try await terminal.waitForExit()
        let output = await terminal.output
        #expect(output.ranges(of: begin).count == output.ranges(of: end).count)
        #expect(TerminalModes(output).isAsAtStart)
      }
    }
  }

  @Test(arguments: ["", "\u{1B}[?2026;0$y", "\u{1B}[?2026;4$y"])
  func `is no such answer, and frames are as they were`(answer: String) async throws {
    try await SampleHome.inTerminal { terminal, _ in
      try await terminal.write(answer)
      for key in ["j", "H"] { try await terminal.write(key) }
      try await terminal.waitFor("Help")
      try await terminal.quit(by: "Q")
      #expect(await !terminal.output.contains(Array("\u{1B}[?2026h".utf8)))
    }
  }
}

extension [UInt8] {
  /// Pieces of at most `size` bytes.
  fileprivate func chunks(of size: Int) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
