import Glibc
import Testing

/// A job in the background.
///
/// Meanwhile the terminal belongs to the shell.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A program in the background` {
  /// Starts the program as a background job, brings it to the foreground and stops it with `^Z`.
  ///
  /// Then the shell runs the script, which prints the status of the job at its end.
  private static func run(
    _ script: String, _ body: (PseudoTerminal) async throws -> Void
  ) async throws {
    try await SampleHome.run { home in
      var launch = home.launch("--mouse")
      let program = launch.program
      launch.program = "/bin/dash"
      let start = """
        set -m; "$0" --mouse & pid=$!; \(Self.waitForStop)
        echo ready; read -r line; fg %1 >/dev/null

        """
      launch.arguments = ["-c", start + script, program]
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("ready")
        #expect(!(await terminal.output.contains(0x1B)))
        try await terminal.write("\n")
        try await terminal.waitFor("loaded")
        try await terminal.write("\u{1A}")
        try await body(terminal)
      }
    }
  }

  /// The shell command that waits until the job is stopped.
  private static let waitForStop =
    #"until grep -q '^State:.T' /proc/$pid/status; do sleep 0.01; done"#

  /// The shell commands that wait for the end of the job, and print its status.
  ///
  /// `dash` considers a job stopped until it checks the job again, and it does not wait for a
  /// stopped job; therefore `fg` makes `dash` check the job.
  private static let waitForEnd = """
    while grep -q '^State:.[^Z]' /proc/$pid/status; do sleep 0.01; done
    fg %1 >/dev/null; echo status $?
    """

  /// Expects that the output between a mark and an end contains nothing that a terminal would
  /// execute.
  private static func expectSilence(
    _ terminal: PseudoTerminal, after mark: String, before end: String
  ) async throws {
    let output = await terminal.text
    let part = output.components(between: mark, and: end)
    #expect(part?.contains("\u{1B}") == false, "\(part ?? output)")
    #expect(TerminalModes(await terminal.output).isAsAtStart)
    let attributes = try await terminal.attributes()
    #expect(attributes.echoes && attributes.readsLines)
  }

  @Test(arguments: [SIGTERM, SIGHUP]) func `is ended there without a sign of it`(
    signal: Int32
  ) async throws {
    let script = "echo kill it; kill -\(signal) %1; kill -CONT %1; \(Self.waitForEnd)"
    try await Self.run(script) { terminal in
      try await terminal.waitFor("status \(128 + signal)")
      try await Self.expectSilence(terminal, after: "kill it", before: "status")
    }
  }

  @Test func `is stopped there, and goes on in front`() async throws {
    let script = """
      echo go on; bg %1 >/dev/null; \(Self.waitForStop); echo stopped
      bg %1 >/dev/null; \(Self.waitForStop); echo once more; read -r line; fg %1; echo status $?
      """
    try await Self.run(script) { terminal in
      try await terminal.waitFor("once more")
      try await Self.expectSilence(terminal, after: "go on", before: "once more")
      let mark = await terminal.output.count
      try await terminal.write("\n")
      try await terminal.waitFor("loaded", after: mark)
      try await terminal.write("q")
      try await terminal.waitFor("status 0", after: mark)
    }
  }

  @Test func `is ended there after it was stopped once more`() async throws {
    let script = """
      echo go on; bg %1 >/dev/null; \(Self.waitForStop)
      kill %1; kill -CONT %1; \(Self.waitForEnd)
      """
    try await Self.run(script) { terminal in
      try await terminal.waitFor("status \(128 + SIGTERM)")
      try await Self.expectSilence(terminal, after: "go on", before: "status")
    }
  }

  @Test func `ends with the shell that is killed`() async throws {
    try await SampleHome.run { home in
      var launch = home.launch()
      launch.arguments = ["-c", #""$0"; :"#, launch.program]
      launch.program = "/bin/sh"
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("loaded")
        let session = ProcessSession(leader: terminal.program.child.identifier)
        #expect(session.members.count == 2)
        try await terminal.signal(SIGKILL)
        let isEmpty = try await Polling.answer(within: .seconds(60)) { () throws(HarnessError) in
          session.members.isEmpty ? true : nil
        }
        #expect(isEmpty == true)
      }
    }
  }
}

extension String {
  /// The text between the first mark and the first end after it.
  fileprivate func components(between mark: String, and end: String) -> String? {
    guard let start = ranges(of: mark).first?.upperBound else { return nil }
    guard let stop = self[start...].ranges(of: end).first?.lowerBound else { return nil }
    return String(self[start..<stop])
  }
}
