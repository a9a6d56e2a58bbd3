import Glibc

/// A pseudo-terminal with a program, which is ended when the terminal is destroyed.
final class PseudoTerminal {
  /// The program.
  let child: ChildProcess
  /// The time when the program was started.
  let start: ContinuousClock.Instant
  /// The descriptor to which keys are written, and from which frames are read.
  let descriptor: Int32

  /// Starts a program.
  ///
  /// - Parameter holdsOutput: whether its output is held, as after `^S`, so that the program waits
  ///   at its first write.
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

  /// Writes keys; throws an error if the terminal does not accept all of them.
  func type(_ keys: String) throws(MeasureError) {
    var keys = keys
    let count = keys.withUTF8 { write(descriptor, $0.baseAddress, $0.count) }
    guard count == keys.utf8.count else { throw MeasureError("the program does not read its keys") }
  }

  /// Reads the available bytes; Linux reports EIO when no process has the terminal open.
  func read(into chunk: inout [UInt8]) -> Int { Glibc.read(descriptor, &chunk, chunk.count) }
}
