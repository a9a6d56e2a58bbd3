import Glibc

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
