import Glibc

/// A program that runs until it exits, without any terminal: neither as a stream nor as `/dev/tty`.
///
///     let result = try await Command.run(Launch(program, "--plain", "-"), input: "one\ntwo\n")
///     #expect(result.status == .exited(0))
///     #expect(result.output == "one\ntwo\n")
enum Command {
  /// Runs a program with `input`, and returns its output.
  ///
  /// Without `input`, standard input is empty, unless the launch names a file.
  /// - Throws: an error if the program does not start, or does not exit within `limit`; it is then
  ///   killed.
  static func run(
    _ launch: Launch, input: String? = nil, within limit: Duration = .seconds(60)
  ) async throws(HarnessError) -> CommandResult {
    var launch = launch
    if launch.standardInput == .terminal {
      launch.standardInput = input == nil ? .file("/dev/null") : .pipe
    }
    if launch.standardOutput == .terminal { launch.standardOutput = .pipe }
    if launch.standardError == .terminal { launch.standardError = .pipe }
    let program = try await RunningProgram(launch, terminal: nil)
    do {
      let result = try await program.result(input: input ?? "", within: limit)
      await program.end()
      return result
    } catch {
      await program.end()
      throw error
    }
  }
}

extension RunningProgram {
  /// Writes the input of the program, and reads its output until it exits.
  fileprivate func result(
    input text: String, within limit: Duration
  ) async throws(HarnessError) -> CommandResult {
    var rest = Array(text.utf8)[...]
    let status: ExitStatus? = try await Polling.answer(within: limit) { () in
      rest = await feed(rest)
      // The status is read first, so that everything written before the exit is read below.
      let status = child.exitStatus
      await output?.drain()
      await error?.drain()
      return status
    }
    guard let status else {
      throw HarnessError(
        "a command did not end within \(limit). Its output: \(await Self.text(output)) "
          + "and its messages: \(await Self.text(error))")
    }
    return CommandResult(
      status: status, output: await Self.text(output), error: await Self.text(error),
      outputBytes: await output?.bytes ?? [])
  }

  /// Writes the bytes that are accepted immediately, and closes the pipe at the end; returns the
  /// remaining bytes.
  private func feed(_ bytes: ArraySlice<UInt8>) async -> ArraySlice<UInt8> {
    guard let input else { return [] }
    // A program need not read its input, so a closed pipe is not a failure of the command.
    let count = bytes.isEmpty ? 0 : (try? await input.write(bytes)) ?? bytes.count
    let rest = bytes.dropFirst(count)
    if rest.isEmpty { await input.close() }
    return rest
  }

  private static func text(_ channel: Channel?) async -> String {
    String(decoding: await channel?.bytes ?? [], as: UTF8.self)
  }
}

/// The result of a command that has exited.
struct CommandResult: Hashable, Sendable {
  /// The exit status.
  let status: ExitStatus
  /// The text on standard output; ill-formed UTF-8 is repaired.
  let output: String
  /// The text on standard error; ill-formed UTF-8 is repaired.
  let error: String
  /// The bytes on standard output.
  let outputBytes: [UInt8]
}

/// The other end of a program's standard input, output or error.
enum StandardStream: Hashable, Sendable {
  /// The terminal; ``Command``, which has none, uses pipes, and empty input if no input is given.
  case terminal
  /// A file, which is read as input, or created or emptied and then written as output.
  case file(String)
  /// A pipe to the test.
  case pipe
}

/// A started program with the test's ends of its pipes.
struct RunningProgram: Sendable {
  /// The process.
  let child: ChildProcess
  /// The pipe to the program's standard input; nil if standard input is not a pipe.
  let input: Channel?
  /// The pipe from the program's standard output; nil if standard output is not a pipe.
  let output: Channel?
  /// The pipe from the program's standard error; nil if standard error is not a pipe.
  let error: Channel?

  /// Starts a program.
  ///
  /// This initializer is isolated, so that no program that is started meanwhile inherits the pipes
  /// of this one. The terminal whose other side has the path `terminal` becomes the controlling
  /// terminal of the program.
  /// - Throws: an error if the program or a file for its streams does not exist.
  @Starter
  init(_ launch: Launch, terminal: String?) throws(HarnessError) {
    // A write to a pipe that the program has closed must be an error, and must not terminate all
    // tests.
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
    var actions = try SpawnActions()
    if let terminal {
      // The first terminal that the leader of a session opens becomes its controlling terminal.
      try actions.open(terminal, as: 0, flags: O_RDWR)
      try actions.copy(0, to: 1)
      try actions.copy(0, to: 2)
    }
    var theirs: [Int32] = []
    defer { for descriptor in theirs { _ = close(descriptor) } }
    input = try actions.connect(0, to: launch.standardInput, opening: &theirs)
    output = try actions.connect(1, to: launch.standardOutput, opening: &theirs)
    error = try actions.connect(2, to: launch.standardError, opening: &theirs)
    child = try actions.spawn(launch.enteringDirectory)
  }

  /// Kills the program and its whole session, and closes the pipes.
  func end() async {
    child.end()
    for channel in [input, output, error] { await channel?.close() }
  }
}
