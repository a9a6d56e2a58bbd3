import Dispatch
import Glibc

/// A pipe of which a test holds both ends.
public final class OpenPipe: Sendable {
  /// The read end; whoever reads it closes it.
  public let output: Int32
  private let input: Int32

  /// Opens a pipe; writing to it without a reader is an error, not a signal.
  public init() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { fatalError("no pipe: \(errno)") }
    // Otherwise, programs that other tests start would keep the pipe open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (output, input) = (ends[0], ends[1])
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes a text, which must fit into the pipe.
  public func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes, which must fit into the pipe.
  public func write(_ bytes: [UInt8]) {
    _ = Glibc.write(input, bytes, bytes.count)
  }

  /// Closes the write end.
  public func end() { close(input) }

  /// Whether the writer learns within a minute that the pipe has lost its reader.
  ///
  /// It waits only for an error (poll(2)): space in the pipe would end the wait at once.
  public var isBroken: Bool {
    var asked = pollfd(fd: input, events: 0, revents: 0)
    poll(&asked, 1, 60_000)
    return asked.revents & Int16(POLLERR) != 0
  }

  /// Writes lines of eight bytes on another thread, up to the given total number of bytes, and
  /// closes the write end.
  public func writeFromAThread(bytes: Int) {
    let lines = (0..<1_024).flatMap { _ in Array("1234567\n".utf8) }
    writeFromAThread(bytes: bytes, of: lines)
  }

  /// Writes any number of bytes on another thread, and closes the write end.
  public func writeFromAThread(_ bytes: [UInt8]) { writeFromAThread(bytes: bytes.count, of: bytes) }

  private func writeFromAThread(bytes: Int, of some: [UInt8]) {
    DispatchQueue.global().async { [self] in
      var left = bytes
      while left > 0 {
        let first = (bytes - left) % some.count
        let count = some[first...].withUnsafeBytes {
          Glibc.write(input, $0.baseAddress, min(left, $0.count))
        }
        guard count > 0 else { break }
        left -= count
      }
      end()
    }
  }
}
