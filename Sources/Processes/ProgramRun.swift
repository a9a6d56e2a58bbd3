import CEndless
import Glibc
import Synchronization

/// One run of a program, in a process group of its own, with pipes from its output and its errors.
///
///     let run = ProgramRun()
///     let reading = try run.start(["/bin/sh", "-c", "seq 3"])
///     let outcome = reading.all(atMost: 1 << 20)
///
/// The group ends with the run, however that ends: it is asked to (SIGTERM), and has a second. Another process, the
/// keeper, reads a pipe whose other end only this process has: where this process is gone, even by SIGKILL, it
/// ends the group. A shell's command waits for its keeper; another program is without one for the moment between
/// two starts. What makes a group or a session for itself leaves it.
package final class ProgramRun: Sendable {
  /// How a run has ended.
  package struct End: Hashable, Sendable, CustomStringConvertible {
    /// The program's status, or 128 and the number of the signal that has ended it, as a shell has it.
    package let status: Int
    /// The last line that it has written to its standard error.
    package let lastLine: String

    /// Both in words, as `ended with status 1: no such table`.
    package var description: String {
      "ended with status \(status)\(lastLine.isEmpty ? "" : ": \(lastLine)")"
    }
  }

  private enum State {
    case waiting
    case running(group: Int32)
    /// The numbers of its processes may soon be those of others.
    case ending
    case over(End)
  }

  /// How long a group may take to end by itself once it was asked to.
  static let grace = Duration.seconds(1)

  private let state = Mutex(State.waiting)
  /// Readable once the run is not wanted any more.
  let stopCounter = Descriptor(endless_event_counter(0))

  package init() {}

  /// How it has ended; nil before.
  package var end: End? { if case .over(let end) = state.withLock({ $0 }) { end } else { nil } }

  /// Asks it to end, with all that it has started; nothing where it has ended.
  ///
  /// May be called by any thread, also before the start.
  package func stop() {
    var one: UInt64 = 1
    _ = write(stopCounter.number, &one, MemoryLayout<UInt64>.size)
    signal(SIGTERM)
  }

  /// Starts a program, found on `PATH` where its name has no slash; once.
  ///
  /// - Parameters:
  ///   - words: its name and its arguments.
  ///   - input: what it reads; nothing where nil.
  ///   - variables: what is other in its environment; unset where nil.
  /// - Throws: that there is no such program, or what the system says.
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

  /// The same words, but a shell's command begins when it may, and never where this process has ended before.
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

  /// Starts the keeper, in another group: what asks the others to end must not end it before it has
  /// done its work, were it right after its start.
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

  /// Ends what is left of the group, and its keeper, and waits for both.
  ///
  /// - Parameter process: the program, which was not waited for yet: its number is still that of the group.
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

/// Why a program could not be started, or has no thread that waits for it.
package struct ProcessError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What it is called.
  package let name: String
  /// What the system says, as a number of errno(3).
  package let code: Int32

  package init(name: String, code: Int32) { (self.name, self.code) = (name, code) }

  /// Whether there is no such program.
  package var isMissing: Bool { code == ENOENT }

  /// What is wrong, in one line.
  package var description: String {
    isMissing
      ? "\(name): there is no such command"
      : "\(name) cannot be started: \(String(cString: strerror(code)))"
  }

  /// Whether trying again may help, because the machine lacks something for now.
  package var isRetryable: Bool { [EAGAIN, EMFILE, ENFILE, ENOMEM].contains(code) }
}

/// A descriptor that is closed with what holds it.
struct Descriptor: ~Copyable {
  /// Its number, or -1.
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { if number >= 0 { close(number) } }
}

/// Both ends of a pipe, which no program inherits.
struct Pipe: ~Copyable {
  let reading: Descriptor
  let writing: Descriptor

  /// - Throws: what the system says.
  init(for name: String) throws(ProcessError) {
    var ends: [Int32] = [-1, -1]
    guard endless_pipe(&ends) == 0 else { throw ProcessError(name: name, code: errno) }
    reading = Descriptor(ends[0])
    writing = Descriptor(ends[1])
  }
}
