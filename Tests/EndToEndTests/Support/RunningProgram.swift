import Glibc

/// A started program with the test's ends of its pipes.
struct RunningProgram: Sendable {
  /// The process.
  let child: ChildProcess
  /// The pipe to its standard input, if that is one.
  let input: Channel?
  /// The pipe from its standard output, if that is one.
  let output: Channel?
  /// The pipe from its standard error, if that is one.
  let error: Channel?

  /// Starts a program.
  ///
  /// Isolated so that no other program is started, and inherits, while descriptors are open that
  /// are not yet marked as the test's own.
  /// With `terminal`, a path of a terminal's other side, that becomes its controlling terminal.
  /// - Throws: when the program or a file for its streams is not there.
  @Starter
  init(_ launch: Launch, terminal: String?) throws(HarnessError) {
    // A write to a pipe that the program has closed must be an error, not the end of all tests.
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
    var actions = try SpawnActions()
    if let terminal {
      // The first terminal a session's leader opens becomes its controlling one.
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

  /// Ends the program and all of its session, and closes the pipes.
  func end() async {
    child.end()
    for channel in [input, output, error] { await channel?.close() }
  }
}
