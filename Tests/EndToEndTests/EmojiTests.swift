import Foundation
import Glibc
import Testing

/// Emoji sequences on terminals that draw them as one glyph, on terminals that say that they do,
/// and on terminals that do neither.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `Sequences of emoji` {
  typealias Answer = QueryResponder.Answer

  private static let question = "\u{1B}[?2027$p"
  private static let cursor = "\u{1B}[6n"
  private static let text = "a👩\u{200D}🚀b\nplain\n" + String(repeating: "x\n", count: 100)
  /// The first line: `whole` is the text after its `a` if the sequence is drawn as one glyph.
  ///
  /// In this case, the cursor is moved before and after the glyph, because terminals disagree about
  /// its width. `parts` is the line as ncurses sends it.
  private static let whole = "  \u{1B}[1;2H👩\u{200D}🚀\u{1B}[1;4Hb"
  private static let parts = "a👩🚀b"

  /// The answers of a terminal: the state of the mode, the type of the terminal, and the column of
  /// the cursor after the probe.
  private static func answers(mode: Int, column: Int) -> [Answer] {
    [
      Answer(question, "\u{1B}[?2027;\(mode)$y"), Answer("\u{1B}[c", "\u{1B}[?62;22c"),
      Answer(cursor, "\u{1B}[24;\(column)R"),
    ]
  }

  /// Shows the text on a terminal that gives some answers.
  private static func show<Result>(
    _ answers: [Answer], text: String = text, arguments: [String] = [], isJob: Bool = false,
    synchronizes: Bool = false, environment: [String: String?] = [:],
    _ body: (PseudoTerminal, SampleHome) async throws -> Result
  ) async throws -> Result {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write(text, to: "text")
      let launch = home.launch(arguments + ["text"], environment: environment)
      let options = TerminalOptions(
        isJob: isJob, answersSynchronizedUpdateQuery: synchronizes, answers: answers)
      return try await PseudoTerminal.run(launch, options) { try await body($0, home) }
    }
  }

  /// Repeats a run of the program until the closure returns true, because the bytes that the
  /// terminal sends may be too late if the machine is busy with other tests.
  private static func untilInTime(_ run: () async throws -> Bool) async throws {
    for _ in 1...5 {
      if try await run() { return }
    }
    Issue.record("the terminal was never in time")
  }

  /// Waits until the program sends a sequence that follows an answer; returns false if the
  /// program's log says that no answer came in time.
  private static func isAnswered(
    by sequence: String, in terminal: PseudoTerminal, _ home: SampleHome
  ) async throws -> Bool {
    let isInTime: Bool? = try await Polling.answer(within: .seconds(60)) {
      () async throws(HarnessError) in
      if await count(sequence, in: terminal) > 0 { return true }
      return isTooLate(in: home) ? false : nil
    }
    guard isInTime != false else { return false }
    try await terminal.waitFor(sequence)
    return true
  }

  /// Whether the program's log says that no answer came in time.
  private static func isTooLate(in home: SampleHome) -> Bool {
    let log = try? String(contentsOfFile: home.directory.path + "/log", encoding: .utf8)
    return log?.contains("does not answer") == true
  }

  private static func count(_ text: String, in terminal: PseudoTerminal) async -> Int {
    await terminal.output.ranges(of: Array(text.utf8)).count
  }

  // MARK: Terminals that answer

  @Test(arguments: [(1, false), (2, false), (2, true), (3, false)])
  func `are sent whole where the terminal says so and its cursor shows it`(
    mode: Int, synchronizes: Bool
  ) async throws {
    try await Self.untilInTime { try await showWhole(mode: mode, synchronizes: synchronizes) }
  }

  /// Returns whether the terminal has answered in time; if not, the program's log says so.
  private func showWhole(mode: Int, synchronizes: Bool) async throws -> Bool {
    let answers = Self.answers(mode: mode, column: 9)
    return try await Self.show(
      answers, arguments: ["--log", "log"], synchronizes: synchronizes
    ) { terminal, home in
      try await terminal.waitFor(Self.parts)
      guard try await Self.isAnswered(by: Self.whole, in: terminal, home) else { return false }
      try await terminal.quit()
      let output = await terminal.output
      #expect(TerminalModes(output).isAsAtStart)
      #expect(output.contains(Array("\u{1B}[?2027h".utf8)) == (mode == 2))
      #expect(await Self.count(Self.question, in: terminal) == 1)
      #expect(await Self.count(Self.cursor, in: terminal) == 1)
      let log = try String(contentsOfFile: home.directory.path + "/log", encoding: .utf8)
      #expect(log.contains("emoji sequences are drawn as one character\n"))
      return true
    }
  }

  @Test(arguments: [5, 11, 13]) func `are sent by their parts where the cursor shows otherwise`(
    column: Int
  ) async throws {
    try await Self.untilInTime { try await showParts(column: column) }
  }

  /// Returns whether the terminal has answered in time; if not, the program's log says so.
  private func showParts(column: Int) async throws -> Bool {
    let answers = Self.answers(mode: 2, column: column)
    return try await Self.show(answers, arguments: ["--log", "log"]) { terminal, home in
      guard try await Self.isAnswered(by: "\u{1B}[?2027l", in: terminal, home) else {
        return false
      }
      try await terminal.write("jk")
      try await terminal.waitFor(Self.parts)
      try await terminal.quit()
      #expect(await Self.count(Self.whole, in: terminal) == 0)
      #expect(TerminalModes(await terminal.output).isAsAtStart)
      // The mode is also reset if only the second answer is too late.
      guard !Self.isTooLate(in: home) else { return false }
      let log = try String(contentsOfFile: home.directory.path + "/log", encoding: .utf8)
      #expect(
        log.contains(
          "emoji sequences are drawn in parts: the terminal uses \(column - 1) columns, not 8\n")
      )
      return true
    }
  }

  @Test(arguments: ["\u{1B}[?2027;0$y", "\u{1B}[?2027;4$y", ""])
  func `are sent by their parts where the terminal does not know the mode`(
    answer: String
  ) async throws {
    let answers = [Answer(Self.question, answer), Answer("\u{1B}[c", "\u{1B}[?1;2c")]
    try await Self.untilInTime {
      try await Self.show(answers, arguments: ["--log", "log"]) { terminal, home in
        try await terminal.waitFor(Self.parts)
        try await terminal.waitUntil("the log") { _ in
          let log = try? String(contentsOfFile: home.directory.path + "/log", encoding: .utf8)
          return Self.isTooLate(in: home)
            || log?.contains("the terminal does not support mode 2027\n") == true
        }
        try await terminal.quit()
        #expect(await Self.count(Self.cursor, in: terminal) == 0)
        #expect(await Self.count("\u{1B}[?2027h", in: terminal) == 0)
        return !Self.isTooLate(in: home)
      }
    }
  }

  // MARK: Terminals that are silent

  @Test func `are sent by their parts where the terminal is silent, and keys work`() async throws {
    try await Self.untilInTime { try await showToSilentTerminal() }
  }

  /// Returns whether an answer whose second part was sent immediately was not read as keys.
  private func showToSilentTerminal() async throws -> Bool {
    try await Self.show([], arguments: ["--log", "log"]) { terminal, home in
      // The frame does not wait for the answer: it is drawn before the question is sent.
      try await terminal.waitFor(Self.question)
      #expect(await Self.count(Self.parts, in: terminal) == 1)
      try await terminal.write("H")
      try await terminal.waitFor("Help")
      try await terminal.write("q")
      try await terminal.waitUntil("the log") { _ in
        let log = try? String(contentsOfFile: home.directory.path + "/log", encoding: .utf8)
        return log?.contains(
          "emoji sequences are drawn in parts: the terminal does not answer\n") == true
      }
      // An answer that arrives when the program does not wait for one is not read as a key, even if
      // it arrives in parts. The second part may be too late if the machine is busy.
      let mark = await terminal.output.count
      try await terminal.write("\u{1B}[?20")
      try await terminal.write("27;2$y\u{1B}[24;9Rj")
      try await terminal.waitUntil("a frame") { $0.count > mark }
      try await terminal.quit()
      let after = await terminal.output[mark...]
      #expect(!after.contains(Array(Self.cursor.utf8)))
      #expect(await Self.count(Self.question, in: terminal) == 1)
      return !after.contains(Array("does nothing here".utf8))
    }
  }

  private static let none = "plain 😀 🇩🇪 漢字 é\n" + String(repeating: "x\n", count: 100)

  @Test(
    arguments: [
      (none, [:]), (text, ["TERM": "linux"]), (text, ["TERM": "vt100"]),
      (text, ["LESSSECURE": "1"]),
    ] as [(String, [String: String])])
  func `are not asked about where there is none, or nothing may be asked`(
    text: String, environment: [String: String]
  ) async throws {
    let answers = Self.answers(mode: 2, column: 9)
    try await Self.show(answers, text: text, environment: environment.mapValues { $0 }) {
      terminal, _ in
      try await terminal.waitFor("plain")
      try await terminal.write("G")
      try await terminal.waitFor("end")
      try await terminal.quit()
      #expect(await Self.count("2027", in: terminal) == 0)
      guard !environment.isEmpty else { return }
      #expect(await Self.count(Self.cursor, in: terminal) == 0)
      #expect(await Self.count("\u{1B}[c", in: terminal) == 0)
    }
  }

  @Test func `are not asked about for a guest, nor in the plain form`() async throws {
    try await SampleHome.run(filled: false) { home in
      let options = TerminalOptions(lines: 200, answers: Self.answers(mode: 2, column: 9))
      try await PseudoTerminal.run(home.launch("--secure"), options) { terminal in
        try await terminal.waitFor("loaded")
        try await terminal.write(" G")
        try await terminal.waitFor("end")
        try await terminal.quit()
        #expect(await Self.count("2027", in: terminal) == 0)
      }
      try home.directory.write(Self.text, to: "text")
      try await PseudoTerminal.run(home.launch("--plain", "text"), options) { terminal in
        let status = try await terminal.waitForExit()
        #expect(status == .exited(0))
        #expect(await Self.count("2027", in: terminal) == 0)
        #expect(await Self.count("a👩🚀b", in: terminal) == 1)
      }
    }
  }

  // MARK: Late answers

  /// The commands that print the bytes left in the terminal's input, in hexadecimal.
  private static let tellsLeftovers =
    "stty raw -echo min 0 time 3; printf left; head -c 100 | od -An -tx1; printf end:"

  /// The terminal's input that is left after the program has exited.
  private static func leftovers(_ answers: [Answer]) async throws -> String {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write(text, to: "text")
      var launch = home.launch()
      let script = "\"$0\" text; " + tellsLeftovers
      (launch.program, launch.arguments) = ("sh", ["-c", script, launch.program])
      return try await PseudoTerminal.run(launch, TerminalOptions(answers: answers)) { terminal in
        try await terminal.waitFor(question)
        try await terminal.write("q")
        return try await leftovers(told: terminal)
      }
    }
  }

  private static func leftovers(told terminal: PseudoTerminal) async throws -> String {
    try await terminal.waitFor("end:")
    let output = await terminal.output
    let start = try #require(output.ranges(of: Array("left".utf8)).last)
    let end = try #require(output.ranges(of: Array("end:".utf8)).last)
    #expect(TerminalModes(Array(output[..<start.lowerBound])).remaining.isEmpty)
    let echo = output.contains(Array("^[[".utf8)) ? "an answer was echoed; " : ""
    let told = String(decoding: output[start.upperBound..<end.lowerBound], as: UTF8.self)
    return (echo + told).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Expects that a run leaves nothing in the terminal's input.
  ///
  /// The program waits for an answer for two seconds. The run is repeated if something was left,
  /// because the answer may be later if the machine is busy.
  private static func expectNothingLeft(by run: () async throws -> String) async throws {
    var left = ""
    for _ in 1...5 {
      left = try await run()
      if left.isEmpty { return }
    }
    Issue.record("left each time, at last: \(left)")
  }

  @Test(arguments: [
    "\u{1B}[?2027;2$y\u{1B}[?62;22c", "\u{1B}[?62;22c", "\u{1B}[?2027;0$y\u{1B}[?62;22c", nil,
  ]) func `leave nothing for the shell of an answer that comes after the end, or never`(
    answer: String?
  ) async throws {
    // The terminal answers when the screen is restored, which is before the shell reads keys.
    try await Self.expectNothingLeft {
      try await Self.leftovers(answer.map { [Answer("\u{1B}[?1049l", $0)] } ?? [])
    }
  }

  @Test func `leave nothing for an editor of an answer that comes when it is started`()
    async throws
  {
    try await Self.expectNothingLeft { try await edit() }
  }

  /// Starts an editor while an answer is outstanding; returns the input that the editor finds.
  private func edit() async throws -> String {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write(Self.text, to: "text")
      let editor = try home.directory.write("\(Self.tellsLeftovers)\n", to: "editor")
      let launch = home.launch("text", environment: ["VISUAL": "sh \(editor)"])
      let late = [Answer("\u{1B}[?1049l", "\u{1B}[?2027;2$y\u{1B}[?62;22c")]
      return try await PseudoTerminal.run(launch, TerminalOptions(answers: late)) { terminal in
        try await terminal.waitFor(Self.question)
        try await terminal.write("v")
        let left = try await Self.leftovers(told: terminal)
        guard left.isEmpty else { return left }
        try await terminal.waitUntil("the question again") {
          $0.ranges(of: Array(Self.question.utf8)).count == 2
        }
        try await terminal.quit()
        #expect(TerminalModes(await terminal.output).isAsAtStart)
        return ""
      }
    }
  }

  @Test func `are asked about again after the process was stopped meanwhile`() async throws {
    let late = [Answer("\u{1B}[?1049l", "\u{1B}[?2027;2$y\u{1B}[?62;22c")]
    try await Self.untilInTime {
      try await Self.show(late, isJob: true) { terminal, _ in
        try await terminal.waitFor(Self.question)
        try await terminal.write("\u{1A}")
        try await terminal.waitUntilStopped()
        // The terminal echoes an answer that comes after the wait of the program.
        let isInTime = await Self.count("^[[", in: terminal) == 0
        try terminal.resume()
        try await terminal.waitUntil("the question again") {
          $0.ranges(of: Array(Self.question.utf8)).count == 2
        }
        try await terminal.quit()
        return isInTime
      }
    }
  }

  @Test func `are whole again after the process was stopped, and the mode is set again`()
    async throws
  {
    try await Self.untilInTime { try await stopAndContinue() }
  }

  /// Returns whether the terminal has answered in time; if not, the program's log says so.
  private func stopAndContinue() async throws -> Bool {
    let answers = Self.answers(mode: 2, column: 9)
    return try await Self.show(answers, arguments: ["--log", "log"], isJob: true) {
      terminal, home in
      guard try await Self.isAnswered(by: Self.whole, in: terminal, home) else { return false }
      try await terminal.write("\u{1A}")
      try await terminal.waitUntilStopped()
      #expect(TerminalModes(await terminal.output).remaining.isEmpty)
      let mark = await terminal.output.count
      try terminal.resume()
      try await terminal.waitFor("\u{1B}[?2027h", after: mark)
      try await terminal.waitFor(Self.whole, after: mark)
      try await terminal.quit()
      #expect(TerminalModes(await terminal.output).isAsAtStart)
      #expect(await Self.count(Self.question, in: terminal) == 1)
      return true
    }
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGABRT]) func `do not keep a signal waiting`(
    signal: Int32
  ) async throws {
    for answers in [[], Self.answers(mode: 2, column: 9)] {
      try await Self.untilInTime {
        try await Self.show(answers, arguments: ["--log", "log"]) { terminal, home in
          let sequence = answers.isEmpty ? Self.question : Self.whole
          guard try await Self.isAnswered(by: sequence, in: terminal, home) else { return false }
          try await terminal.signal(signal)
          try await terminal.waitForExit()
          #expect(TerminalModes(await terminal.output).remaining.isEmpty)
          return true
        }
      }
    }
  }
}
