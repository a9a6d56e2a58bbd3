import CEndless
import Glibc
import Synchronization

/// A body that is read as it arrives.
///
/// It buffers no more than a pipe does: if nothing is read, the service has to wait.
public final class HTTPBody: Sendable {
  /// The descriptor of the pipe's read end.
  private let descriptor: Int32
  private let outcome: Mutex<Result<Void, HTTPError>?> = Mutex(nil)
  /// Bytes that were put back, to be read again.
  private let front = Mutex<ArraySlice<UInt8>>([])
  private let onClose: @Sendable () -> Void

  fileprivate init(_ descriptor: Int32, onClose: @escaping @Sendable () -> Void) {
    (self.descriptor, self.onClose) = (descriptor, onClose)
  }

  deinit {
    close(descriptor)
    onClose()
  }

  /// Waits for bytes and returns their number, which is 0 at the end.
  ///
  /// - Throws: an error if the body is incomplete, after all bytes that have arrived have been
  ///   read.
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

  /// Puts bytes back in front of the unread ones.
  func putBack(_ bytes: [UInt8]) { front.withLock { $0 = bytes[...] } }

  /// Waits for bytes or the end; returns false if neither arrives within the given time, which is
  /// limited to a minute.
  func hasNews(within time: Duration) -> Bool {
    guard front.withLock(\.isEmpty) else { return true }
    var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&asked, 1, Int32(min(time, .seconds(60)) / .milliseconds(1))) != 0
  }

  /// Ends the request; bytes that have arrived can still be read.
  public func cancel() { onClose() }

  /// Stores the outcome; called before the pipe is closed.
  fileprivate func end(_ result: Result<Void, HTTPError>) { outcome.withLock { $0 = result } }
}

/// The write end of a body's pipe, used by the client's thread.
final class HTTPBodyWriter {
  enum Outcome { case taken, full, closed }

  let descriptor: Int32
  private weak var body: HTTPBody?
  /// The number of bytes of the current write that the pipe has accepted so far.
  private var taken = 0

  private init(_ descriptor: Int32, _ body: HTTPBody) {
    (self.descriptor, self.body) = (descriptor, body)
  }

  deinit { close(descriptor) }

  /// Creates a pipe; nil if the system has no descriptors left.
  static func pipe(onClose: @escaping @Sendable () -> Void) -> (
    writer: HTTPBodyWriter, body: HTTPBody
  )? {
    var ends: [Int32] = [0, 0]
    guard endless_pipe(&ends) == 0 else { return nil }
    let body = HTTPBody(ends[0], onClose: onClose)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    // The pipe has a capacity of a megabyte if the system allows that, because the thread fills the
    // pipe only once each time it wakes up.
    endless_enlarge_pipe(ends[1], 1 << 20)
    return (HTTPBodyWriter(ends[1], body), body)
  }

  /// Writes all bytes; returns `full` if the caller has to pass the same bytes again later.
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
