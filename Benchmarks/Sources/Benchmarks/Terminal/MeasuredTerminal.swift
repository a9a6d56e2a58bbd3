import Glibc

/// A pseudo-terminal of 50 lines and 200 columns with a program in it.
///
/// It does not reply to queries, and draws nothing. It blocks until output is available, so that it
/// takes no processor time from the program; the harness of the tests polls, which is too coarse
/// here.
final class MeasuredTerminal {
  /// Its size.
  static let (lines, columns) = (50, 200)

  private let terminal: PseudoTerminal
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  /// Starts a program.
  ///
  /// - Parameter holdsOutput: whether its output is held, as after `^S`, so that the program waits
  ///   at its first write.
  init(_ launch: Launch, holdsOutput: Bool = false) throws(MeasureError) {
    terminal = try PseudoTerminal(
      launch, lines: Self.lines, columns: Self.columns, holdsOutput: holdsOutput)
  }

  /// The program.
  var child: ChildProcess { terminal.child }

  /// The time when the program was started.
  var start: ContinuousClock.Instant { terminal.start }

  /// Types keys, and returns the time; earlier output is discarded.
  func type(_ keys: String) throws(MeasureError) -> ContinuousClock.Instant {
    while isReadable(within: 0), read() > 0 {}
    let moment = ContinuousClock.now
    try terminal.type(keys)
    return moment
  }

  /// Reads until one of the marks has arrived and nothing has followed for the time `quiet`.
  ///
  /// Without marks, any byte is sufficient. The times are counted from `start`.
  /// - Throws: an error if `limit` has passed or the program has exited before a mark arrived.
  func frame(
    since start: ContinuousClock.Instant, holding marks: [[UInt8]] = [],
    quiet: Duration = .milliseconds(5), within limit: Duration = .seconds(30)
  ) throws(MeasureError) -> Frame {
    let frame = try attempt(since: start, holding: marks, quiet: quiet, within: limit)
    guard frame.isFinished else { throw MeasureError("nothing within \(limit)\(frame.tail)") }
    return frame
  }

  /// Reads a frame like `frame`, but a frame that is not finished within `limit` is not an error.
  func attempt(
    since start: ContinuousClock.Instant, holding marks: [[UInt8]],
    quiet: Duration = .milliseconds(5), within limit: Duration
  ) throws(MeasureError) -> Frame {
    var frame = Frame()
    while isReadable(within: frame.isFinished ? quiet.milliseconds : limit.milliseconds) {
      let count = read()
      if count <= 0, frame.isFinished { break }
      guard count > 0 else { throw MeasureError("the program has ended\(frame.tail)") }
      frame.whole = .now - start
      let searched = max(0, frame.bytes.count - 16)
      frame.bytes += chunk[..<count]
      if frame.isFinished { continue }
      frame.isFinished = marks.isEmpty || marks.contains { frame.bytes.holds($0, from: searched) }
      frame.awaited = frame.whole
      if !frame.isFinished, frame.whole > limit { break }
    }
    return frame
  }

  /// Types a key repeatedly at an interval, and returns the output that arrives meanwhile.
  func hold(
    _ key: String, _ count: Int, every pause: Duration
  ) throws(MeasureError) -> [UInt8] {
    var bytes: [UInt8] = []
    let start = ContinuousClock.now
    for number in 1...count {
      try terminal.type(key)
      let next = start + pause * number
      while case let left = ContinuousClock.now.duration(to: next), left > .zero {
        guard isReadable(within: left.milliseconds + 1) else { continue }
        let count = read()
        guard count > 0 else { throw MeasureError("the program has ended") }
        bytes += chunk[..<count]
      }
    }
    return bytes
  }

  /// Reads all output until the program exits.
  func output() -> String {
    var bytes: [UInt8] = []
    while case let count = read(), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Discards output until none arrives for a while, or for at most `limit`.
  func settle(quiet: Duration, within limit: Duration = .seconds(60)) {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end, isReadable(within: quiet.milliseconds), read() > 0 {}
  }

  private func isReadable(within milliseconds: Int32) -> Bool {
    var state = pollfd(fd: terminal.descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&state, 1, milliseconds)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  private func read() -> Int { terminal.read(into: &chunk) }
}

extension Frame {
  /// The last part of the output, which an error message shows.
  fileprivate var tail: String {
    ": " + String(decoding: bytes.suffix(200), as: UTF8.self).debugDescription
  }
}

extension Duration {
  /// Whole milliseconds, for `poll`.
  fileprivate var milliseconds: Int32 { Int32(clamping: Int(self / .milliseconds(1))) }
}
