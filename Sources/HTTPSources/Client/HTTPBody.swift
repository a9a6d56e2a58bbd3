import CEndless
import Glibc
import Synchronization

/// A body that is read while it comes.
///
/// It holds no more than a pipe does: the service waits for whoever reads.
public final class HTTPBody: Sendable {
  /// The end that is read; a descriptor.
  private let descriptor: Int32
  private let outcome: Mutex<Result<Void, HTTPError>?> = Mutex(nil)
  /// What was read already, and is read once more.
  private let front = Mutex<ArraySlice<UInt8>>([])
  private let onClose: @Sendable () -> Void

  fileprivate init(_ descriptor: Int32, onClose: @escaping @Sendable () -> Void) {
    (self.descriptor, self.onClose) = (descriptor, onClose)
  }

  deinit {
    close(descriptor)
    onClose()
  }

  /// Waits for bytes and returns how many came; 0 at the end.
  ///
  /// - Throws: why no more come, once all that came is read.
  public func read(into memory: UnsafeMutableRawBufferPointer) throws(HTTPError) -> Int {
    let known = front.withLock { front in
      let part = front.prefix(memory.count)
      memory.copyBytes(from: part)
      front = part.count == front.count ? [] : front.dropFirst(part.count)
      return part.count
    }
    if known > 0 { return known }
    while true {
      let count = Glibc.read(descriptor, memory.baseAddress, memory.count)
      if count > 0 { return count }
      if count < 0, errno == EINTR { continue }
      try outcome.withLock { $0 }?.get()
      return 0
    }
  }

  /// Puts bytes in front of all that is still to be read.
  func putBack(_ bytes: [UInt8]) { front.withLock { $0 = bytes[...] } }

  /// Waits for bytes or the end, and says whether they have come within a time, of a minute at most.
  func hasNews(within time: Duration) -> Bool {
    guard front.withLock(\.isEmpty) else { return true }
    var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&asked, 1, Int32(min(time, .seconds(60)) / .milliseconds(1))) != 0
  }

  /// Closes the connection; what has come can still be read.
  public func cancel() { onClose() }

  /// Notes how it has ended, before the pipe is closed.
  fileprivate func end(_ result: Result<Void, HTTPError>) { outcome.withLock { $0 = result } }
}

/// The other end of a body, which the client's thread writes.
final class HTTPBodyWriter {
  enum Outcome { case taken, full, closed }

  let descriptor: Int32
  private weak var body: HTTPBody?
  /// What the pipe has not taken of what came last.
  private var taken = 0

  private init(_ descriptor: Int32, _ body: HTTPBody) {
    (self.descriptor, self.body) = (descriptor, body)
  }

  deinit { close(descriptor) }

  /// A pipe; nil where the system has none left.
  static func pipe(onClose: @escaping @Sendable () -> Void) -> (
    writer: HTTPBodyWriter, body: HTTPBody
  )? {
    var ends: [Int32] = [0, 0]
    guard endless_pipe(&ends) == 0 else { return nil }
    let body = HTTPBody(ends[0], onClose: onClose)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    // A megabyte, where the system allows it, because each round of the thread fills the pipe once.
    endless_enlarge_pipe(ends[1], 1 << 20)
    return (HTTPBodyWriter(ends[1], body), body)
  }

  /// Writes all bytes, or says that the same bytes have to come again.
  func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    while taken < bytes.count {
      let count = Glibc.write(
        descriptor, bytes.baseAddress?.advanced(by: taken), bytes.count - taken)
      if count > 0 {
        taken += count
      } else if errno == EAGAIN {
        return .full
      } else if errno != EINTR {
        return .closed
      }
    }
    taken = 0
    return .taken
  }

  func end(_ result: Result<Void, HTTPError>) { body?.end(result) }
}
