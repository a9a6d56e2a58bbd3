import CEndless
import Glibc
import Synchronization

/// One run of a program in a separate process group, with pipes from its output and its errors.
///
///     let run = ProgramRun()
///     let reading = try run.start(["/bin/sh", "-c", "seq 3"])
///     let outcome = reading.all(atMost: 1 << 20)
///
/// The whole group ends with the run. If the run is stopped, the group gets SIGTERM, and SIGKILL at
/// most one second later. A second process, the keeper, reads a pipe whose other end only this
/// process has. If this process ends, even by SIGKILL, the keeper ends the group. A shell command
/// starts only when its keeper is running; any other program has no keeper for the short time
/// between the two starts. Processes that create their own group or session are not ended.
package final class ProgramRun: Sendable {
  /// How a run has ended.
  package struct End: Hashable, Sendable, CustomStringConvertible {
    /// The program's exit status, or 128 plus the number of the signal that ended it, as in a
    /// shell.
    package let status: Int
    /// The last line of the program's standard error that is not blank; empty if there was none.
    package let lastLine: String

    /// The status and the last line as text, such as `exited with status 1: no such table`.
    package var description: String {
      "exited with status \(status)\(lastLine.isEmpty ? "" : ": \(lastLine)")"
    }
  }

  private enum State {
    case waiting
    case running(group: Int32)
    /// The process numbers may be reused soon, so no signal may be sent.
    case ending
    case over(End)
  }

  /// The time that a group has to end after SIGTERM.
  static let grace = Duration.seconds(1)

  private let state = Mutex(State.waiting)
  /// A counter for poll(2), which becomes readable when `stop()` is called.
  let stopCounter = Descriptor(endless_event_counter(0))

  package init() {}

  /// How the run has ended; nil until then.
  package var end: End? { if case .over(let end) = state.withLock({ $0 }) { end } else { nil } }

  /// Asks the program and all processes of its group to end; has no effect if they have ended.
  ///
  /// It may be called from any thread, and before the start.
  package func stop() {
    var one: UInt64 = 1
    _ = write(stopCounter.number, &one, MemoryLayout<UInt64>.size)
    signal(SIGTERM)
  }

  /// Starts a program, found on `PATH` if its name has no slash; call it only once.
  ///
  /// - Parameters:
  ///   - words: the name and the arguments.
  ///   - input: the descriptor of the program's standard input; nil for empty input.
  ///   - variables: environment variables that differ from those of this process; nil unsets one.
  /// - Throws: an error if the program does not exist, or if a system call fails.
  package func start(
    _ words: [String], input: Int32? = nil, variables: [(name: String, value: String?)] = []
  ) throws(ProcessError) -> ProgramReading {
    let output = try Pipe(for: words[0])
    let errors = try Pipe(for: words[0])
    let watch = try Pipe(for: words[0])
    let gate = try Pipe(for: words[0])
    var launch = ProgramLaunch(
      Self.waiting(words).map { Array($0.utf8) },
      input: input.map { .descriptor($0) } ?? .path("/dev/null"),
      output: .descriptor(output.writing.number), errors: .descriptor(errors.writing.number),
      group: 0)
    launch.variables = variables
    if Self.isShell(words) { launch.gate = gate.reading.number }
    let process = try launch.start()
    state.withLock { $0 = .running(group: process) }
    let reading = ProgramReading(
      self, process, output: output.reading, errors: errors.reading, watch: watch.writing)
    reading.keeper = try Self.keeper(of: process, watching: watch.reading.number)
    var line = UInt8(ascii: "\n")
    _ = write(gate.writing.number, &line, 1)
    return reading
  }

  /// The words of a shell command, extended so that it waits for a line on the gate, and does not
  /// run if this process has ended; other words are unchanged.
  private static func waiting(_ words: [String]) -> [String] {
    guard isShell(words) else { return words }
    let gate = ProgramLaunch.gateNumber
    var words = words
    words[2] = "read -r line <&\(gate) || exit; exec \(gate)<&-; unset line; \(words[2])"
    return words
  }

  private static func isShell(_ words: [String]) -> Bool {
    words.count > 2 && words[0] == "/bin/sh" && words[1] == "-c"
  }

  /// Starts the keeper in another group, so that a signal to the first group cannot end the keeper
  /// before it has done its work.
  private static func keeper(of group: Int32, watching: Int32) throws(ProcessError) -> Int32 {
    let program =
      #"trap "" TERM HUP INT; read -r line; kill -s TERM -- -"$1"; sleep 1; kill -s KILL -- -"$1""#
    return try ProgramLaunch(
      ["/bin/sh", "-c", program, "sh", "\(group)"].map { Array($0.utf8) },
      input: .descriptor(watching), output: .path("/dev/null"), errors: .path("/dev/null"), group: 0
    ).start()
  }

  /// Sends a signal to the whole group.
  func signal(_ number: Int32) {
    state.withLock { if case .running(let group) = $0 { kill(-group, number) } }
  }

  /// Kills the rest of the group and its keeper, and waits for the program and the keeper.
  ///
  /// - Parameter process: the program, which nothing has waited for yet; therefore its number is
  ///   still that of the group.
  func finish(waitingFor process: Int32, _ keeper: Int32?, lastLine: String) {
    signal(SIGKILL)
    state.withLock { $0 = .ending }
    if let keeper {
      kill(-keeper, SIGKILL)
      _ = ProgramLaunch.wait(for: keeper)
    }
    let status = ProgramLaunch.wait(for: process)
    state.withLock { $0 = .over(End(status: status, lastLine: lastLine)) }
  }
}

/// The error of a program that could not be started, or for which no thread was available.
package struct ProcessError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the program or of the thread in messages.
  package let name: String
  /// The error number of the system, as in errno(3).
  package let code: Int32

  package init(name: String, code: Int32) { (self.name, self.code) = (name, code) }

  /// Whether the program does not exist.
  package var isMissing: Bool { code == ENOENT }

  /// The error in one line.
  package var description: String {
    isMissing
      ? "\(name): command not found"
      : "cannot start \(name): \(String(cString: strerror(code)))"
  }

  /// Whether a retry may succeed, because the machine lacks a resource temporarily.
  package var isRetryable: Bool { [EAGAIN, EMFILE, ENFILE, ENOMEM].contains(code) }
}

/// A descriptor that is closed when its owner is destroyed.
struct Descriptor: ~Copyable {
  /// The number of the descriptor, or -1.
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { if number >= 0 { close(number) } }
}

/// Both ends of a pipe, which child processes do not inherit.
struct Pipe: ~Copyable {
  let reading: Descriptor
  let writing: Descriptor

  /// - Throws: an error if a system call fails.
  init(for name: String) throws(ProcessError) {
    var ends: [Int32] = [-1, -1]
    guard endless_pipe(&ends) == 0 else { throw ProcessError(name: name, code: errno) }
    reading = Descriptor(ends[0])
    writing = Descriptor(ends[1])
  }
}
