import Glibc

/// A pseudo-terminal with a program in it, which is ended with it.
final class PseudoTerminal {
  /// The program.
  let child: ChildProcess
  /// When it was started.
  let start: ContinuousClock.Instant
  /// The end that keys are written to and frames are read from.
  let descriptor: Int32

  /// Starts a program.
  ///
  /// - Parameter holdsOutput: whether nothing that it writes goes through, as after `^S`, so that it
  ///   waits at its first word.
  init(
    _ launch: Launch, lines: Int, columns: Int, holdsOutput: Bool = false
  ) throws(MeasureError) {
    var (own, other): (Int32, Int32) = (-1, -1)
    var size = winsize(
      ws_row: UInt16(lines), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    try SystemCall.check("openpty", openpty(&own, &other, nil, nil, &size))
    defer { close(other) }
    for end in [own, other] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    if holdsOutput { tcflow(other, TCOOFF) }
    descriptor = own
    start = .now
    do throws(MeasureError) {
      child = try ChildProcess(launch, terminal: String(cString: ttyname(other)))
    } catch {
      close(own)
      throw error
    }
  }

  deinit {
    child.end()
    close(descriptor)
  }

  /// Writes keys.
  func type(_ keys: String) throws(MeasureError) {
    var keys = keys
    let count = keys.withUTF8 { write(descriptor, $0.baseAddress, $0.count) }
    guard count == keys.utf8.count else { throw MeasureError("the program does not read its keys") }
  }

  /// Reads what is there; EIO is how Linux tells that nobody holds the terminal open any more.
  func read(into chunk: inout [UInt8]) -> Int { Glibc.read(descriptor, &chunk, chunk.count) }
}
