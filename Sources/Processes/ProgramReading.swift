import Bytes
import CEndless
import Glibc

/// The output of a running program; one thread reads it, and blocks until output arrives.
package final class ProgramReading {
  /// The reason why a run was ended early.
  package enum Interruption { case stopped, silent }

  /// Whether to wait for processes that the program leaves behind, while they may still print.
  package var awaitsDescendants = false
  /// The maximum time without output, after which the run is stopped; nil for no limit.
  package var timeout: Duration?
  /// The reason why the run was ended early; nil if it was not.
  package private(set) var interruption: Interruption?

  private let run: ProgramRun
  private let output: Descriptor
  private let errors: Descriptor
  /// The writing end of the keeper's pipe, which closes when this process ends.
  private let watch: Descriptor
  /// A descriptor that is readable when the program has exited; -1 if the system has no such
  /// descriptors.
  private let endDescriptor: Descriptor
  private let process: Int32
  /// The process that ends the group if this process ends first.
  var keeper: Int32?
  private var isOutputOpen = true
  private var areErrorsOpen = true
  private var hasEnded = false
  private var deadline: ContinuousClock.Instant?
  private var said: [UInt8] = []

  /// The maximum number of bytes of standard error that are kept: more than a usual line has, and
  /// few enough to keep in memory.
  private static let mostSaid = 4_096

  init(
    _ run: ProgramRun, _ process: Int32, output: consuming Descriptor,
    errors: consuming Descriptor, watch: consuming Descriptor
  ) {
    (self.run, self.process) = (run, process)
    self.output = output
    self.errors = errors
    self.watch = watch
    endDescriptor = Descriptor(endless_process_descriptor(process))
  }

  deinit { finish() }

  /// Waits for the next output; returns the number of bytes read, which is 0 at the end.
  package func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
    if let timeout, interruption == nil { deadline = .now + timeout }
    while true {
      let events = wait()
      if events.errors { listen() }
      if events.output, let count = readOutput(into: memory) { return count }
      // Output that was written just before the end is seen only if the pipe is polled once more.
      let isDrained = hasEnded && !events.output || interruption != nil
      noteEnd(events.end)
      if hasEnded, !isOutputOpen || isDrained && !awaitsDescendants { return 0 }
      if interruption != nil {
        if let deadline, .now >= deadline { return 0 }
      } else if events.stop {
        interrupt(.stopped)
      } else if let deadline, .now >= deadline {
        interrupt(.silent)
      }
    }
  }

  /// Ends the run, if it is still in progress: asks the remaining processes to end, and waits at
  /// most one second.
  ///
  /// - Returns: how the program has ended.
  @discardableResult
  package func finish() -> ProgramRun.End {
    if let end = run.end { return end }
    if !hasEnded, interruption == nil {
      run.signal(SIGTERM)
      var asked = pollfd(fd: endDescriptor.number, events: Int16(POLLIN), revents: 0)
      poll(&asked, 1, Int32(ProgramRun.grace / .milliseconds(1)))
    }
    run.signal(SIGKILL)
    // At most 64 KiB are read, the usual capacity of a pipe, because a process that has left the
    // group may continue to write.
    for _ in 0..<16 where areErrorsOpen && isReadable(errors.number) { listen() }
    run.finish(waitingFor: process, keeper, lastLine: lastLine)
    return run.end ?? ProgramRun.End(status: 0, lastLine: "")
  }

  /// The last line of the program's standard error that is not blank.
  private var lastLine: String {
    let line = said.split(whereSeparator: \.isLineEnd).last { $0.contains { $0 > .space } }
    return line.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  // MARK: Waiting

  private func wait() -> (output: Bool, errors: Bool, end: Bool, stop: Bool) {
    var asked = [
      isOutputOpen ? output.number : -1, areErrorsOpen ? errors.number : -1,
      hasEnded ? -1 : endDescriptor.number, interruption == nil ? run.stopCounter.number : -1,
    ].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    poll(&asked, 4, hasEnded && !awaitsDescendants ? 0 : milliseconds)
    return (
      asked[0].revents != 0, asked[1].revents != 0, asked[2].revents != 0, asked[3].revents != 0
    )
  }

  /// The time to the deadline for poll(2); -1 without a deadline.
  ///
  /// It is at least one millisecond, because a shorter wait would be repeated immediately.
  private var milliseconds: Int32 {
    guard let deadline else { return -1 }
    let left = (deadline - ContinuousClock.now) / .milliseconds(1)
    return Int32(min(max(1, left.rounded(.up)), 3_600_000))
  }

  /// Records whether the program has exited; if the system cannot report this, it counts as exited
  /// when both of its pipes have been closed.
  private func noteEnd(_ isTold: Bool) {
    hasEnded = hasEnded || (endDescriptor.number >= 0 ? isTold : !isOutputOpen && !areErrorsOpen)
    // Processes that the program left behind are killed, because they might print forever.
    if hasEnded, !awaitsDescendants { run.signal(SIGKILL) }
  }

  private func interrupt(_ reason: Interruption) {
    (interruption, deadline) = (reason, .now + ProgramRun.grace)
    run.signal(SIGTERM)
  }

  // MARK: Reading

  /// Reads output; returns nil if none was read, or if the run was interrupted.
  private func readOutput(into memory: UnsafeMutableRawBufferPointer) -> Int? {
    let count = Glibc.read(output.number, memory.baseAddress, memory.count)
    if count > 0 { return interruption == nil ? count : nil }
    isOutputOpen = count < 0 && (errno == EINTR || errno == EAGAIN)
    return nil
  }

  private func listen() {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(errors.number, &chunk, chunk.count)
    if count > 0 {
      said = Array((said + chunk[..<count]).suffix(Self.mostSaid))
    } else {
      areErrorsOpen = count < 0 && (errno == EINTR || errno == EAGAIN)
    }
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&asked, 1, 0) == 1
  }
}

extension ProgramReading {
  /// The result of a run.
  package enum Outcome: Sendable {
    /// The program exited with status 0 and printed these bytes.
    case printed([UInt8])
    /// The program exited with another status.
    case failed(ProgramRun.End)
    /// The run was stopped by `ProgramRun.stop()`.
    case stopped
    /// The run was stopped because the program printed nothing for too long.
    case silent
    /// The run was stopped because the program printed more than the limit.
    case tooLarge
  }

  /// Reads all output until the program exits, and ends the run.
  ///
  /// - Parameter most: the limit in bytes; more output gives `.tooLarge`.
  package func all(atMost most: Int) -> Outcome {
    var printed: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while printed.count <= most {
      let count = chunk.withUnsafeMutableBytes(read)
      guard count > 0 else { break }
      printed += chunk[..<count]
    }
    let end = finish()
    if printed.count > most { return .tooLarge }
    switch interruption {
    case .stopped: return .stopped
    case .silent: return .silent
    case nil: return end.status == 0 ? .printed(printed) : .failed(end)
    }
  }
}
