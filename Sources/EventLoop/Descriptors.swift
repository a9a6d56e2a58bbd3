import Glibc

/// A file descriptor that a loop waits for, and the handler of its events.
public final class DescriptorWatch {
  /// The event to wait for.
  public enum Interest: Sendable {
    /// None; the descriptor is ignored.
    case nothing
    /// The other side hangs up; `input` and `output` include this event.
    case hangUp
    /// Bytes can be read.
    case input
    /// Bytes can be written.
    case output
  }

  /// The event to wait for next; a handler may change it.
  public var interest: Interest
  let descriptor: Int32
  let handler: () -> Void
  /// Whether the loop must remove this watch.
  var isRemoved = false

  /// Creates a watch, which takes effect when it is added to a loop.
  ///
  /// - Parameters:
  ///   - descriptor: the file descriptor, which must be open unless the interest is `nothing`.
  ///   - interest: the event to wait for.
  ///   - handler: called for an event. It must also accept calls without an event, and must not
  ///     block.
  public init(_ descriptor: Int32, for interest: Interest, handler: @escaping () -> Void) {
    self.descriptor = descriptor
    self.interest = interest
    self.handler = handler
  }
}

/// Output to a descriptor, with write(2) in a loop.
///
/// Signal handlers use a loop in C instead, because Swift code must not run in a signal handler.
package nonisolated enum DescriptorOutput {
  /// Writes until all bytes are written or a call of write(2) fails; interrupted calls are
  /// repeated.
  ///
  /// - Returns: the number of bytes written, and 0 or an error number: EAGAIN if the descriptor
  ///   accepts no more at present.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
  ) -> (count: Int, error: Int32) {
    var sent = 0
    while sent < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        sent += count
      } else if count == 0 || errno != EINTR {
        return (sent, count == 0 ? EIO : errno)
      }
    }
    return (sent, 0)
  }
}
