import CEndless
import Glibc

/// What a command has printed so far, and the wait for more of it.
struct CommandReading {
  /// Why there is no more.
  enum End { case ended, stopped, silent, tooLarge }

  private(set) var printed: [UInt8] = []
  private var said: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 64 << 10)
  private let pipes: CommandPipes
  private let process: Int32
  private let counter: Int32
  private let most: Int
  private var isOutputOpen = true
  private var areErrorsOpen = true

  /// More than a line, and less than matters.
  private static let mostSaid = 4_096

  init(_ pipes: CommandPipes, process: Int32, counter: Int32, most: Int) {
    (self.pipes, self.process, self.counter, self.most) = (pipes, process, counter, most)
  }

  /// The last line of its standard error that has something.
  var lastLine: String {
    let lines = said.split { $0 == 0x0A || $0 == 0x0D }
    let line = lines.last { $0.contains { $0 > 0x20 } }
    return line.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Reads until the process has ended, or is not waited for any longer; then it is asked to end, and has a second.
  ///
  /// - Parameter signal: sends a signal to the whole group.
  mutating func read(timeout: Duration, signal: (Int32) -> Void) -> End {
    let descriptor = endless_process_descriptor(process)
    defer { if descriptor >= 0 { close(descriptor) } }
    var (end, deadline) = (End.ended, ContinuousClock.now + timeout)
    while true {
      let isEnding = end != .ended
      var asked = [
        pollfd(fd: isOutputOpen ? pipes.output.outer : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: areErrorsOpen ? pipes.errors.outer : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isEnding ? -1 : counter, events: Int16(POLLIN), revents: 0),
      ]
      poll(&asked, 4, Self.milliseconds(until: deadline))
      let before = printed.count
      take(asked[0].revents, asked[1].revents, keeps: !isEnding)
      if hasEnded(asked[2].revents, descriptor) { return printed.count > most ? .tooLarge : end }
      if isEnding {
        if ContinuousClock.now >= deadline { return end }
        continue
      }
      if printed.count > before { deadline = .now + timeout }
      if asked[3].revents != 0 {
        end = .stopped
      } else if printed.count > most {
        end = .tooLarge
      } else if ContinuousClock.now >= deadline {
        end = .silent
      }
      if end != .ended {
        deadline = .now + CommandRun.grace
        signal(SIGTERM)
      }
    }
  }

  /// Takes what was written before the end and not read yet.
  mutating func drain() {
    while isOutputOpen, printed.count <= most, takeOutput(keeps: true) {}
    while areErrorsOpen, takeErrors() {}
  }

  /// Whether the process is over; where the system cannot tell, whether both of its pipes are closed.
  private func hasEnded(_ events: Int16, _ descriptor: Int32) -> Bool {
    descriptor >= 0 ? events != 0 : !isOutputOpen && !areErrorsOpen
  }

  private mutating func take(_ output: Int16, _ errors: Int16, keeps: Bool) {
    if output != 0 { _ = takeOutput(keeps: keeps) }
    if errors != 0 { _ = takeErrors() }
  }

  /// Says whether there may be more.
  private mutating func takeOutput(keeps: Bool) -> Bool {
    let count = Glibc.read(pipes.output.outer, &chunk, chunk.count)
    if count > 0 {
      if keeps { printed += chunk[..<count] }
      return true
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return false }
    isOutputOpen = false
    return false
  }

  private mutating func takeErrors() -> Bool {
    let count = Glibc.read(pipes.errors.outer, &chunk, chunk.count)
    if count > 0 {
      said = Array((said + chunk[..<count]).suffix(Self.mostSaid))
      return true
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return false }
    areErrorsOpen = false
    return false
  }

  /// At least a millisecond, because less would be asked for again at once.
  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = (deadline - ContinuousClock.now) / .milliseconds(1)
    return Int32(min(max(1, left.rounded(.up)), 3_600_000))
  }
}
