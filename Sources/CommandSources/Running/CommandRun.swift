import ByteStores
// Its functions make the counter that ends a wait, and what tells of the end of a process.
import CEndless
import Glibc
import Synchronization

/// One run of a command, in a process group of its own, on a thread of its own.
///
/// The group ends with the run, however that ends. A process of the group watches a pipe whose other end only this program
/// has: where this program is gone, even by SIGKILL, it ends the group. What makes a session of its own leaves the group.
final class CommandRun: Sendable {
  /// What a run came to.
  enum Outcome: Sendable {
    /// It has ended with status 0; what it has printed.
    case printed([UInt8])
    /// It has ended with another status, as a shell says it; the last line of its standard error.
    case failed(status: Int, said: String)
    /// It was ended, because it was not wanted any more.
    case stopped
    /// It was ended, because it has printed nothing for too long.
    case silent
    /// It was ended, because it has printed more than is read.
    case tooLarge
    /// It could not be started.
    case notStarted(FileError)
  }

  /// How long a group may take to end by itself once it was asked to (SIGTERM).
  static let grace = Duration.seconds(1)

  /// The watch, and then the command; a TERM that is meant for the others does not end the watch.
  private static let keeper = """
    (trap "" TERM HUP INT; read -r line; kill -s TERM 0; sleep 1; kill -s KILL 0) \
    <&3 3<&- >/dev/null 2>&1 &
    exec 3<&-; exec /bin/sh -c "$1" sh
    """

  private enum State {
    case waiting
    case running(group: pid_t)
    case over
  }

  private let state = Mutex(State.waiting)
  /// Made readable by `stop()`.
  private let counter = endless_event_counter(0)

  deinit { if counter >= 0 { close(counter) } }

  /// Asks it to end, with all that it has started.
  ///
  /// Nothing where it has ended. May be called by any thread.
  func stop() {
    var one: UInt64 = 1
    _ = write(counter, &one, 8)
    state.withLock { if case .running(let group) = $0 { kill(-group, SIGTERM) } }
  }

  /// Runs a program of the shell and waits for its end; blocks the calling thread.
  ///
  /// - Parameters:
  ///   - variables: what is other in its environment.
  ///   - timeout: how long it may print nothing.
  ///   - most: the most bytes that are read.
  func run(
    _ program: String, _ variables: [(name: String, value: String?)], timeout: Duration, most: Int
  ) -> Outcome {
    let pipes: CommandPipes
    let process: Int32
    do throws(FileError) {
      pipes = try CommandPipes(name: program)
    } catch {
      return .notStarted(error)
    }
    do throws(FileError) {
      process = try start(program, variables, pipes)
    } catch {
      pipes.closeOtherEnds()
      pipes.close()
      return .notStarted(error)
    }
    pipes.closeOtherEnds()
    var reading = CommandReading(pipes, process: process, counter: counter, most: most)
    let end = reading.read(timeout: timeout) { kill(-process, $0) }
    // The process is not reaped yet, so that its number is still that of its group.
    state.withLock {
      kill(-process, SIGKILL)
      $0 = .over
    }
    let status = ProgramLaunch.wait(for: process)
    reading.drain()
    pipes.close()
    if reading.printed.count > most { return .tooLarge }
    switch end {
    case .ended where status == 0: return .printed(reading.printed)
    case .ended: return .failed(status: status, said: reading.lastLine)
    case .stopped: return .stopped
    case .silent: return .silent
    case .tooLarge: return .tooLarge
    }
  }

  private func start(
    _ program: String, _ variables: [(name: String, value: String?)], _ pipes: CommandPipes
  ) throws(FileError) -> Int32 {
    var launch = ProgramLaunch(
      ["/bin/sh", "-c", Self.keeper, "sh", program].map { Array($0.utf8) },
      input: .path("/dev/null"), output: .descriptor(pipes.output.inner),
      errors: .descriptor(pipes.errors.inner), ownsGroup: true)
    launch.extraDescriptor = pipes.watch.inner
    launch.variables = variables
    let process = try launch.start()
    state.withLock { $0 = .running(group: process) }
    return process
  }
}
