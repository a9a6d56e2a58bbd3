import EventLoop
import Feeds
import Glibc

/// Where the plain form writes.
nonisolated package enum StandardOutput {
  /// Whether a terminal reads it, which would obey what is in it.
  package static var isTerminal: Bool { isatty(STDOUT_FILENO) != 0 }

  /// Writes all bytes, and says whether somebody still reads.
  ///
  /// - Throws: why nothing can be written.
  static func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    let error = DescriptorOutput.write(bytes, to: STDOUT_FILENO).error
    guard error != 0 else { return true }
    guard error == EPIPE else {
      throw .source("cannot write standard output: \(String(cString: strerror(error)))")
    }
    return false
  }
}
