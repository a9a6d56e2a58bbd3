import Bytes
import CEndless
import Glibc

/// What a running program prints, read by one thread, which waits.
package final class ProgramReading {
  /// Why a run was ended before its program has ended.
  package enum Interruption { case stopped, silent }

  /// Whether what the program has started and left behind is waited for, as long as it may print something.
  package var awaitsDescendants = false
  /// How long the program may print nothing; nil for as long as it likes.
  package var timeout: Duration?
  /// Why it was ended; nil where it was not.
  package private(set) var interruption: Interruption?

  private let run: ProgramRun
  private let output: Descriptor
  private let errors: Descriptor
  /// Is closed when this process is gone.
  private let watch: Descriptor
  /// Tells of the program's end; -1 where the system has no such descriptors.
  private let endDescriptor: Descriptor
  private let process: Int32
  /// The process that ends the group where this process is gone.
  var keeper: Int32?
  private var isOutputOpen = true
  private var areErrorsOpen = true
  private var hasEnded = false
  private var deadline: ContinuousClock.Instant?
  private var said: [UInt8] = []

  /// More than a line, and less than matters.
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

  /// Waits for what is printed next; returns how many bytes came: 0 where there is no more.
  package func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
    if let timeout, interruption == nil { deadline = .now + timeout }
    while true {
      let events = wait()
      if events.errors { listen() }
      if events.output, let count = readOutput(into: memory) { return count }
      // What was printed right before the end is there only when the pipe is asked again.
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

  /// Ends the run, if that was not done before: asks what still runs to end, and waits for that, at most a second.
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
    // What was said at the end is no more than a pipe holds; what has left the group may go on saying something.
    for _ in 0..<16 where areErrorsOpen && isReadable(errors.number) { listen() }
    run.finish(waitingFor: process, keeper, lastLine: lastLine)
    return run.end ?? ProgramRun.End(status: 0, lastLine: "")
  }

  /// The last line of its standard error that has something.
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

  /// Until the deadline; at least one, because less would be asked for again at once.
  private var milliseconds: Int32 {
    guard let deadline else { return -1 }
    let left = (deadline - ContinuousClock.now) / .milliseconds(1)
    return Int32(min(max(1, left.rounded(.up)), 3_600_000))
  }

  /// The program's end; where the system cannot tell of it, that of its pipes is taken for it.
  private func noteEnd(_ isTold: Bool) {
    hasEnded = hasEnded || (endDescriptor.number >= 0 ? isTold : !isOutputOpen && !areErrorsOpen)
    // What it has left behind must not print for ever.
    if hasEnded, !awaitsDescendants { run.signal(SIGKILL) }
  }

  private func interrupt(_ reason: Interruption) {
    (interruption, deadline) = (reason, .now + ProgramRun.grace)
    run.signal(SIGTERM)
  }

  // MARK: Reading

  /// Reads what is printed; nil where nothing came, or it is not wanted any more.
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
  /// What a run came to.
  package enum Outcome: Sendable {
    /// It has ended with status 0; what it has printed.
    case printed([UInt8])
    /// It has ended with another status.
    case failed(ProgramRun.End)
    /// It was ended, because it was not wanted any more.
    case stopped
    /// It was ended, because it has printed nothing for too long.
    case silent
    /// It was ended, because it has printed more than is read.
    case tooLarge
  }

  /// Reads all that is printed until the program ends, and ends the run.
  ///
  /// - Parameter most: the most bytes that are read.
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
