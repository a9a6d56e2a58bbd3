import Glibc

/// A terminal that a test controls: a real program runs in it, and the test types and reads.
///
///     try await PseudoTerminal.run(Launch("cat")) { terminal in
///       try await terminal.write("hello\n")
///       try await terminal.waitFor("hello\r\nhello")
///       try await terminal.write("\u{4}")
///       #expect(try await terminal.waitForExit() == .exited(0))
///     }
///
/// Output is read continuously, even while the test does something else. Nothing is drawn; to test
/// what a reader sees, use ``Tmux``. Control characters are typed as such (`"\u{3}"` for ^C).
final class PseudoTerminal: Sendable {
  /// The properties of the terminal.
  let options: TerminalOptions
  let program: RunningProgram
  let master: Channel

  /// Starts a program in a new terminal, calls `body`, and then always terminates the program.
  ///
  /// The whole session of the program is killed, and the terminal is closed, before this returns.
  @discardableResult
  static func run<Result>(
    _ launch: Launch, _ options: TerminalOptions = TerminalOptions(),
    body: (PseudoTerminal) async throws -> Result
  ) async throws -> Result {
    let terminal = try await PseudoTerminal(launch, options)
    async let _: Void = terminal.readMaster()
    async let _: Void? = terminal.program.output?.readWhileWanted()
    async let _: Void? = terminal.program.error?.readWhileWanted()
    do {
      let result = try await body(terminal)
      await terminal.end()
      return result
    } catch {
      await terminal.end()
      throw error
    }
  }

  @Starter
  private init(_ launch: Launch, _ options: TerminalOptions) throws(HarnessError) {
    let (descriptor, path) = try Self.open(options)
    do throws(HarnessError) {
      let launch = options.isJob ? JobShell.stopping.wrapping(launch) : launch
      program = try RunningProgram(launch, terminal: path)
    } catch {
      _ = close(descriptor)
      throw error
    }
    self.options = options
    master = Channel(owning: descriptor)
  }

  /// Opens the test's side of a terminal; returns it with the path of the program's side.
  @Starter
  private static func open(
    _ options: TerminalOptions
  ) throws(HarnessError) -> (descriptor: Int32, path: String) {
    var (own, other): (Int32, Int32) = (-1, -1)
    try SystemCall.check("openpty", openpty(&own, &other, nil, nil, nil))
    defer { _ = close(other) }
    do throws(HarnessError) {
      try SystemCall.closeInPrograms(own)
      try SystemCall.closeInPrograms(other)
      try SystemCall.makeNonblocking(own)
      try setSize(of: own, lines: options.lines, columns: options.columns)
      guard let name = ttyname(other) else { throw HarnessError(call: "ttyname", code: errno) }
      return (own, String(cString: name))
    } catch {
      _ = close(own)
      throw error
    }
  }

  static func setSize(
    of descriptor: Int32, lines: Int, columns: Int
  ) throws(HarnessError) {
    var size = winsize(
      ws_row: UInt16(clamping: lines), ws_col: UInt16(clamping: columns), ws_xpixel: 0,
      ws_ypixel: 0)
    try SystemCall.check("ioctl", ioctl(descriptor, UInt(TIOCSWINSZ), &size))
  }

  private func readMaster() async {
    let known =
      options.answers + (options.answersSynchronizedUpdateQuery ? [.synchronizedUpdates] : [])
    var responder = QueryResponder(known)
    await master.readWhileWanted {
      guard !known.isEmpty else { return }
      let answers = responder.answers(to: await master.bytes)
      // A program that has exited, or does not read, gets no answer; the test notices this.
      _ = try? await master.write(answers[...])
    }
  }

  private func end() async {
    await program.end()
    await master.close()
  }
}
