import Glibc
import Testing

extension PseudoTerminal {
  /// Whether the program has not exited; a stopped program counts as running.
  var isRunning: Bool {
    get async { await exitStatus == nil }
  }

  /// The exit status of the program; nil while it runs.
  var exitStatus: ExitStatus? {
    get async {
      if options.isJob, case .ended(let status) = JobShell.Report(lastIn: await output) {
        return .exited(status)
      }
      return program.child.exitStatus
    }
  }

  /// Sends a signal to the program.
  ///
  /// - Throws: an error if it is a job that has exited, or that is stopped and can only be resumed.
  func signal(_ number: Int32) async throws(HarnessError) {
    guard options.isJob else { return try program.child.signal(number) }
    let group = try await master.ask { descriptor throws(HarnessError) in
      try SystemCall.check("tcgetpgrp", tcgetpgrp(descriptor))
    }
    guard group != program.child.identifier else {
      throw HarnessError("no job is in the foreground to be signalled")
    }
    try SystemCall.check("kill", kill(group, number))
  }

  /// Continues a stopped program in the foreground, as `fg` does.
  func resume() throws(HarnessError) {
    try program.child.signal(SIGCONT)
  }

  /// Waits until the program has exited and all of its output is read.
  ///
  /// - Throws: an error with the last part of the output, if the program still runs after `limit`.
  @discardableResult
  func waitForExit(
    within limit: Duration = .seconds(60), at place: SourceLocation = #_sourceLocation
  ) async throws(HarnessError) -> ExitStatus {
    let status = try await Polling.answer(within: limit) { () in await exitStatus }
    guard let status else {
      throw await failure("the program's end", "it still runs after \(limit)", place)
    }
    await readRest()
    return status
  }

  /// Waits until the program is stopped; ^Z stops only a job (``TerminalOptions/isJob``).
  ///
  /// - Throws: an error if it does not happen within `limit`, or if the program exits.
  func waitUntilStopped(
    within limit: Duration = .seconds(60), at place: SourceLocation = #_sourceLocation
  ) async throws(HarnessError) {
    try await wait(for: "the program to stop", within: limit, at: place) {
      guard program.child.isStopped else { return false }
      guard options.isJob else { return true }
      return JobShell.Report(lastIn: await output) == .stopped
    }
  }

  /// Continues reading after the exit, to get the last output.
  func readRest() async {
    // A job's shell holds the terminal open, but its report comes after all of the output.
    if !options.isJob { await master.readToEnd() }
    await program.output?.drain()
    await program.error?.drain()
  }

  /// Quits the program with a key, after which it must exit with status 0.
  func quit(by key: String = "q", at location: SourceLocation = #_sourceLocation) async throws {
    try await write(key)
    #expect(try await waitForExit() == .exited(0), sourceLocation: location)
  }
}
