import Glibc

/// A number of errno(3), in words.
nonisolated struct SystemError: Error, CustomStringConvertible {
  let code: Int32

  /// The one that the last call left.
  init(_ code: Int32 = errno) { self.code = code }

  var description: String { String(cString: strerror(code)) }
}
