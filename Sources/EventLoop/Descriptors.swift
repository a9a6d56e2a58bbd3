import Glibc

/// A descriptor that a loop waits at, and what is done when something happens there.
public final class DescriptorWatch {
  /// What is waited for.
  public enum Interest: Sendable {
    /// Nothing; the descriptor is passed over.
    case nothing
    /// That the other side goes away, which every other interest tells of, too.
    case hangUp
    /// Bytes to read.
    case input
    /// That bytes can be written.
    case output
  }

  /// What is waited for the next time; may be changed by a handler.
  public var interest: Interest
  let descriptor: Int32
  let handler: () -> Void
  /// Whether the loop forgets it.
  var isRemoved = false

  /// Creates a watch; a loop waits at it once it was added.
  ///
  /// - Parameters:
  ///   - descriptor: open as long as the interest is not `nothing`.
  ///   - interest: what is waited for.
  ///   - handler: what is done. It should bear to be called where nothing has happened, and must not block.
  public init(_ descriptor: Int32, for interest: Interest, handler: @escaping () -> Void) {
    self.descriptor = descriptor
    self.interest = interest
    self.handler = handler
  }
}

/// Bytes on their way to a descriptor.
///
/// The one loop of its kind in Swift, but for `SpilledSources`, which writes at a place in a file and knows
/// no event loop; the one in C answers from a signal's handler, where Swift may not run.
package nonisolated enum DescriptorOutput {
  /// Writes until all bytes are taken or no more are; an interruption ends nothing (write(2)).
  ///
  /// - Returns: the number of bytes written, and 0 or the error that ended it: EAGAIN where the descriptor
  ///   takes no more at present.
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
