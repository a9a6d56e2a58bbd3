/// A program that runs to its end with no terminal at all, neither streams nor `/dev/tty`.
///
///     let result = try await Command.run(Launch(program, "--plain", "-"), input: "one\ntwo\n")
///     #expect(result.status == .exited(0))
///     #expect(result.output == "one\ntwo\n")
enum Command {
  /// Runs a program, gives it `input` and returns what it wrote.
  ///
  /// Without `input` standard input is empty, unless the launch names a file.
  /// - Throws: when it does not start, or does not end within `limit`; then it is killed.
  static func run(
    _ launch: Launch, input: String? = nil, within limit: Duration = .seconds(30)
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
  /// Feeds the program and reads it until its end.
  fileprivate func result(
    input text: String, within limit: Duration
  ) async throws(HarnessError) -> CommandResult {
    var rest = Array(text.utf8)[...]
    let status: ExitStatus? = try await Polling.answer(within: limit) { () in
      rest = await feed(rest)
      // Asked before the reading: what was written before the end is then read below.
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

  /// Writes what is taken at once, and closes the pipe at the end; returns what is left.
  private func feed(_ bytes: ArraySlice<UInt8>) async -> ArraySlice<UInt8> {
    guard let input else { return [] }
    // A program need not read its input: a closed pipe is no failure of the command.
    let count = bytes.isEmpty ? 0 : (try? await input.write(bytes)) ?? bytes.count
    let rest = bytes.dropFirst(count)
    if rest.isEmpty { await input.close() }
    return rest
  }

  private static func text(_ channel: Channel?) async -> String {
    String(decoding: await channel?.bytes ?? [], as: UTF8.self)
  }
}
