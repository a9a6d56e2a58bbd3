import Glibc

/// Where the plain form writes.
nonisolated package enum StandardOutput {
  /// Whether a terminal reads it, which would obey what is in it.
  package static var isTerminal: Bool { isatty(STDOUT_FILENO) != 0 }

  /// Writes all bytes, and says whether somebody still reads.
  ///
  /// - Throws: why nothing can be written.
  static func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    let error = send(bytes)
    guard error != 0 else { return true }
    guard error == EPIPE else {
      throw .source("standard output cannot be written: \(String(cString: strerror(error)))")
    }
    return false
  }

  /// Writes all bytes, and returns 0 or the error that ended it (write(2)).
  private static func send(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var sent = 0
    while sent < bytes.count {
      let count = Glibc.write(
        STDOUT_FILENO, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
      if count >= 0 {
        sent += count
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
