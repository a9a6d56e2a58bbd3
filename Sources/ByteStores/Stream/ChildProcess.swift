import CEndless
import Glibc
import Synchronization

/// A command that runs, in a process group of its own, so that it ends with all that it has started.
public final class ChildProcess: Sendable {
  private enum State { case none, running(pid_t), ended(Int) }

  private let state = Mutex(State.none)
  private let said = Mutex<[UInt8]>([])

  /// More than a line, and less than matters.
  private static let mostSaid = 4_096

  init() {}

  /// The status that it has ended with, or 128 and the number of the signal that ended it, as a shell says it;
  /// nil before.
  public var status: Int? {
    if case .ended(let status) = state.withLock({ $0 }) { status } else { nil }
  }

  /// The last line that it has written to its standard error.
  public var lastLine: String {
    let line = said.withLock { $0.split(separator: UInt8(ascii: "\n")).last }
    return line.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Takes note of what it writes to its standard error.
  func note(_ bytes: some Sequence<UInt8>) {
    said.withLock { $0 = Array(($0 + bytes).suffix(Self.mostSaid)) }
  }

  /// Starts it; returns the ends of its standard output and its standard error.
  ///
  /// - Throws: that there is no such command, or what the system says.
  func start(
    _ words: [String], input: Int32?, name: String
  ) throws(FileError) -> (output: Int32, errors: Int32) {
    var (output, errors): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard endless_pipe(&output) == 0, endless_pipe(&errors) == 0 else {
      throw FileError(code: errno, path: name)
    }
    defer {
      close(output[1])
      close(errors[1])
    }
    let launch = ProgramLaunch(
      words.map { Array($0.utf8) }, input: input.map { .descriptor($0) } ?? .path("/dev/null"),
      output: .descriptor(output[1]), errors: .descriptor(errors[1]), ownsGroup: true)
    do throws(FileError) {
      let process = try launch.start()
      state.withLock { $0 = .running(process) }
    } catch {
      close(output[0])
      close(errors[0])
      throw error
    }
    return (output[0], errors[0])
  }

  /// Waits until it has ended; returns its status.
  func wait() -> Int {
    guard case .running(let process) = state.withLock({ $0 }) else { return 0 }
    let status = ProgramLaunch.wait(for: process)
    state.withLock { $0 = .ended(status) }
    return status
  }

  /// Asks it to end, with all that it has started.
  func end() {
    state.withLock { state in
      if case .running(let process) = state { kill(-process, SIGTERM) }
    }
  }
}
