import Glibc
import Testing

/// Proves the harness on ordinary programs, so that a failure elsewhere is the program's own.
@Suite(.timeLimit(.minutes(2))) struct `The harness` {
  @Suite struct `A pseudo-terminal` {
    @Test func `has the size asked for and changes it`() async throws {
      let script = "trap 'stty size; exit 3' WINCH; stty size; while :; do read line; done"
      var options = TerminalOptions()
      (options.lines, options.columns) = (10, 40)
      try await PseudoTerminal.run(Launch("sh", "-c", script), options) { terminal in
        try await terminal.waitFor("10 40")
        #expect(await terminal.isRunning)
        try await terminal.resize(lines: 12, columns: 60)
        try await terminal.waitFor("12 60")
        #expect(try await terminal.waitForExit() == .exited(3))
      }
    }

    @Test func `types and reads what comes back`() async throws {
      try await PseudoTerminal.run(Launch("cat")) { terminal in
        try await terminal.write("grüß\n")
        try await terminal.waitFor("grüß\r\ngrüß")
        let mark = await terminal.output.count
        try await terminal.write("again\n")
        try await terminal.waitFor("again\r\nagain", after: mark)
        try await terminal.write("\u{4}")
        #expect(try await terminal.waitForExit() == .exited(0))
      }
    }

    @Test func `gives a clean environment and a directory`() async throws {
      try await TemporaryDirectory.run { directory in
        let launch = Launch(
          "sh", "-c", #"pwd; echo "$HOME $TERM ${LANG-none} $EXTRA""#,
          environment: ["EXTRA": "more", "LANG": nil], directory: directory.path)
        try await PseudoTerminal.run(launch) { terminal in
          try await terminal.waitForExit()
          let text = String(decoding: await terminal.output, as: UTF8.self)
          let path = directory.path
          #expect(text == "\(path)\r\n\(path) xterm-256color none more\r\n")
        }
      }
    }

    @Test func `is the controlling terminal, whatever the standard streams are`() async throws {
      var launch = Launch("sh", "-c", "cat; echo seen >/dev/tty; echo complaint >&2")
      launch.standardInput = .pipe
      launch.standardOutput = .pipe
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.writeToStandardInput("data")
        try await terminal.waitUntil("the data") { _ in
          await terminal.standardOutput == Array("data".utf8)
        }
        await terminal.closeStandardInput()
        #expect(try await terminal.waitForExit() == .exited(0))
        #expect(await terminal.output == Array("seen\r\ncomplaint\r\n".utf8))
      }
    }

    @Test func `closes a pipe of standard output`() async throws {
      var launch = Launch("yes")
      launch.standardOutput = .pipe
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitUntil("lines") { _ in await !terminal.standardOutput.isEmpty }
        await terminal.closeStandardOutput()
        #expect(try await terminal.waitForExit() == .signalled(SIGPIPE))
      }
    }

    @Test func `tells a signal from an exit`() async throws {
      try await PseudoTerminal.run(Launch("cat")) { terminal in
        try await terminal.signal(SIGTERM)
        #expect(try await terminal.waitForExit() == .signalled(SIGTERM))
        #expect(await !terminal.isRunning)
      }
    }

    @Test func `hangs up`() async throws {
      try await PseudoTerminal.run(Launch("sh", "-c", "echo ready; read line")) { terminal in
        try await terminal.waitFor("ready")
        await terminal.closeMaster()
        #expect(try await terminal.waitForExit() == .signalled(SIGHUP))
      }
    }

    @Test func `can take no bytes for a while`() async throws {
      let script = "read line; yes | head -c 1000000; echo finished"
      try await PseudoTerminal.run(Launch("sh", "-c", script)) { terminal in
        await terminal.stopReading()
        let before = await terminal.output.count
        try await terminal.write("\n")
        // More than the echo of the line: the program has begun and nobody reads.
        try await terminal.waitUntil("bytes to pile up") { _ in
          try await terminal.unreadCount() > 1_000
        }
        #expect(await terminal.output.count == before)
        #expect(await terminal.isRunning)
        await terminal.resumeReading()
        try await terminal.waitFor("finished")
        #expect(try await terminal.waitForExit() == .exited(0))
        #expect(await terminal.output.count > 1_000_000)
      }
    }

    @Test func `reads the last output of a program that ends`() async throws {
      try await PseudoTerminal.run(Launch("seq", "20000")) { terminal in
        try await terminal.waitForExit()
        #expect(await terminal.output.suffix(7) == Array("20000\r\n".utf8))
      }
    }

    @Test func `answers the question for synchronized updates if asked to`() async throws {
      let script = #"stty raw -echo; printf '\033[?2026$p'; head -c 11 | od -An -c"#
      var options = TerminalOptions()
      options.answersSynchronizedUpdateQuery = true
      try await PseudoTerminal.run(Launch("sh", "-c", script), options) { terminal in
        try await terminal.waitFor("033   [   ?   2   0   2   6   ;   2   $   y")
      }
    }

    @Test func `says what it waited for and what was there`() async throws {
      try await PseudoTerminal.run(Launch("sh", "-c", "printf 'some\\033[1mthing'")) { terminal in
        let error = await #expect(throws: HarnessError.self) {
          try await terminal.waitFor("nothing")
        }
        let message = try #require(error).description
        #expect(message.hasPrefix("HarnessTests.swift:"))
        #expect(message.contains(#"waited for "nothing", but"#))
        #expect(message.contains("the program ended with exit status 0"))
        #expect(message.contains(#"some\e[1mthing"#))
      }
    }

    @Test func `gives up at its limit`() async throws {
      try await PseudoTerminal.run(Launch("cat")) { terminal in
        await #expect(throws: HarnessError.self) {
          try await terminal.waitFor("nothing", within: .milliseconds(50))
        }
      }
    }

    @Test func `leaves no process, not even one that ignores the hangup`() async throws {
      let script = "trap '' HUP TERM; sleep 1000 & echo ready; cat"
      let leader = try await PseudoTerminal.run(Launch("sh", "-c", script)) { terminal in
        try await terminal.waitFor("ready")
        let leader = terminal.program.child.identifier
        #expect(ProcessSession(leader: leader).members.count > 1)
        return leader
      }
      #expect(ProcessSession(leader: leader).members.isEmpty)
      #expect(kill(leader, 0) == -1 && errno == ESRCH)
    }

    @Test func `fails when there is no such program`() async throws {
      await #expect(throws: HarnessError.self) {
        try await PseudoTerminal.run(Launch("/nonexistent/program")) { _ in }
      }
    }
  }

  @Suite struct `A job in a pseudo-terminal` {
    private let options = TerminalOptions(isJob: true)

    @Test func `is stopped by the key and resumed, more than once`() async throws {
      try await PseudoTerminal.run(Launch("cat"), options) { terminal in
        for word in ["one", "two"] {
          try await terminal.write("\(word)\n")
          try await terminal.waitFor("\(word)\r\n\(word)")
          try await terminal.write("\u{1A}")
          try await terminal.waitUntilStopped()
          #expect(await terminal.isRunning)
          try terminal.resume()
        }
        try await terminal.write("three\n")
        try await terminal.waitFor("three\r\nthree")
        try await terminal.write("\u{4}")
        #expect(try await terminal.waitForExit() == .exited(0))
      }
    }

    @Test(arguments: [false, true]) func `leaves the attributes as it set them last`(
      isJob: Bool
    ) async throws {
      let options = TerminalOptions(isJob: isJob)
      let script = "echo ready; read line; stty raw -echo; echo raw; read line; $line"
      for last in ["true", "stty sane"] {
        try await PseudoTerminal.run(Launch("sh", "-c", script), options) { terminal in
          try await terminal.waitFor("ready")
          let before = try await terminal.attributes()
          #expect(before.echoes && before.readsLines && before.hasSignalKeys)
          try await terminal.write("\n")
          try await terminal.waitFor("raw\n")
          let during = try await terminal.attributes()
          #expect(!during.echoes && !during.readsLines)
          try await terminal.write(last + "\n")
          #expect(try await terminal.waitForExit() == .exited(0))
          #expect(try await terminal.attributes().echoes == (last == "stty sane"))
        }
      }
    }

    @Test(arguments: [SIGINT, SIGTERM]) func `reports a signal as a shell does`(
      signal: Int32
    ) async throws {
      try await PseudoTerminal.run(Launch("sh", "-c", "echo ready; exec cat"), options) {
        terminal in
        try await terminal.waitFor("ready")
        try await terminal.signal(signal)
        #expect(try await terminal.waitForExit() == .exited(128 + signal))
      }
    }

    @Test func `is interrupted by the key`() async throws {
      // With "exec": between a shell and its new child an interrupt can be lost.
      try await PseudoTerminal.run(Launch("sh", "-c", "echo ready; exec cat"), options) {
        terminal in
        try await terminal.waitFor("ready")
        try await terminal.write("\u{3}")
        #expect(try await terminal.waitForExit() == .exited(128 + SIGINT))
      }
    }

    @Test func `has the terminal while its standard input is a pipe`() async throws {
      var launch = Launch("sh", "-c", "cat; stty size </dev/tty")
      launch.standardInput = .pipe
      try await PseudoTerminal.run(launch, options) { terminal in
        await terminal.closeStandardInput()
        try await terminal.waitFor("24 80")
        #expect(try await terminal.waitForExit() == .exited(0))
      }
    }
  }

  @Suite struct `A tmux` {
    @Test func `shows the screen and takes keys`() async throws {
      try await Tmux.run(Launch("cat"), lines: 4, columns: 20) { tmux in
        try await tmux.type("it's; Enter;")
        try await tmux.send("Enter")
        try await tmux.waitUntil("the echo") { $0.prefix(2) == ["it's; Enter;", "it's; Enter;"] }
        #expect(try await tmux.capture() == ["it's; Enter;", "it's; Enter;", "", ""])
        #expect(try await tmux.exitStatus == nil)
        try await tmux.send("C-d")
        #expect(try await tmux.waitForExit() == .exited(0))
        #expect(try await tmux.capture().first == "it's; Enter;")
      }
    }

    @Test func `passes arguments and the environment as they are`() async throws {
      let launch = Launch(
        "sh", "-c", #"echo "$1 $EXTRA $TERM"; stty size; exit 5"#, "sh", "it's  $HOME",
        environment: ["EXTRA": "a b", "TERM": "screen"])
      try await Tmux.run(launch, lines: 5, columns: 33) { tmux in
        #expect(try await tmux.waitForExit() == .exited(5))
        try await tmux.waitFor("5 33")
        #expect(try await tmux.capture().first == "it's  $HOME a b screen")
      }
    }

    @Test func `stops its program by the key and resumes it`() async throws {
      try await Tmux.run(Launch("cat"), lines: 9, columns: 20) { tmux in
        try await tmux.send("a", "Enter", "C-z")
        try await tmux.waitUntilStopped()
        try await tmux.send("Enter")
        try await tmux.type("b")
        try await tmux.send("Enter", "C-d")
        #expect(try await tmux.waitForExit() == .exited(0))
        #expect(try await !tmux.isStopped)
      }
    }

    @Test func `changes its size and keeps styles`() async throws {
      let script =
        #"trap 'stty size' WINCH; printf '\033[1mbold\033[m\n'; while :; do read line; done"#
      try await Tmux.run(Launch("sh", "-c", script), lines: 5, columns: 30) { tmux in
        try await tmux.waitFor("bold")
        #expect(try await tmux.captureWithStyles().first?.hasPrefix("\u{1B}[1mbold") == true)
        try await tmux.resize(lines: 7, columns: 44)
        try await tmux.waitFor("7 44")
        #expect(try await tmux.capture().count == 7)
      }
    }

    @Test func `tells a signal, and shows the screen in a failure`() async throws {
      try await Tmux.run(Launch("sh", "-c", "echo here; kill -KILL $$"), lines: 3) { tmux in
        #expect(try await tmux.waitForExit() == .exited(128 + SIGKILL))
        let error = await #expect(throws: HarnessError.self) {
          try await tmux.waitFor("nothing", within: .milliseconds(50))
        }
        let message = try #require(error).description
        #expect(message.contains("here"))
      }
    }
  }

  @Suite struct `A command` {
    @Test func `takes input and gives both outputs`() async throws {
      let script = "cat; echo complaint >&2; exit 7"
      let input = String(repeating: "line\n", count: 100_000)
      let result = try await Command.run(Launch("sh", "-c", script), input: input)
      #expect(result.status == .exited(7))
      #expect(result.output == input)
      #expect(result.error == "complaint\n")
    }

    @Test func `has no terminal`() async throws {
      let result = try await Command.run(Launch("sh", "-c", ": </dev/tty"))
      #expect(result.status != .exited(0))
    }

    @Test func `is killed at its limit`() async throws {
      await #expect(throws: HarnessError.self) {
        try await Command.run(Launch("sleep", "1000"), within: .milliseconds(50))
      }
    }
  }

  @Suite struct `Terminal modes` {
    @Test(arguments: [
      ("", []), ("\u{1B}[?1049;2004h", [1049, 2004]), ("\u{1B}[?1049h\u{1B}[?1049l", []),
      ("\u{1B}[?25l", [25]), ("\u{1B}[?25l\u{1B}[?12;25h", [12]), ("\u{1B}[?7h", []),
      ("\u{1B}]0;\u{1B}[?1h\u{7}", [1]), ("\u{1B}]0;[?1h\u{7}", []), ("\u{1B}[4h", []),
      ("\u{1B}[?10", []), ("\u{1B}[?1h\u{1B}c", []),
    ]) func `knows the modes that are left`(output: String, remaining: [Int]) {
      #expect(TerminalModes(Array(output.utf8)).remaining == Set(remaining))
    }

    @Test(arguments: [
      ("\u{1B}=", false), ("\u{1B}=\u{1B}>", true), ("\u{1B}(0", false), ("\u{1B}(0\u{1B}(B", true),
      ("\u{1B}[1m", false), ("\u{1B}[1m\u{1B}[m", true), ("\u{1B}[38;5;1m\u{1B}[39m", true),
      ("\u{1B}[38;2;1;2;3;4m\u{1B}[39m", false), ("\u{1B}[1;31m\u{1B}[39;22m", true),
      ("\u{1B}[4:3m\u{1B}[4:0m", true), ("\u{1B}[>4;1m", true), ("\u{1B}[48:2::1:2:3m", false),
    ]) func `knows whether anything is left on`(output: String, isAsAtStart: Bool) {
      #expect(TerminalModes(Array(output.utf8)).isAsAtStart == isAsAtStart)
    }

    @Test func `are as at start after a real program`() async throws {
      let script =
        "tput smcup; tput civis; tput smkx; tput bold; echo on; read line; "
        + "tput sgr0; tput rmkx; tput cnorm; tput rmcup"
      try await PseudoTerminal.run(Launch("sh", "-c", script)) { terminal in
        try await terminal.waitFor("on\r\n")
        let modes = TerminalModes(await terminal.output)
        #expect(modes.remaining == [1, 25, 1049] && modes.hasApplicationKeypad)
        try await terminal.write("\n")
        try await terminal.waitForExit()
        // "cnorm" of this terminal also ends the blinking of the cursor, mode 12.
        #expect(TerminalModes(await terminal.output).isAsAtStart)
      }
    }
  }
}
