import Glibc

/// A number of errno(3), in words.
package struct SystemError: Error, CustomStringConvertible {
  package let code: Int32

  /// The one that the last call left.
  package init(_ code: Int32 = errno) { self.code = code }

  package var description: String { String(cString: strerror(code)) }
}
