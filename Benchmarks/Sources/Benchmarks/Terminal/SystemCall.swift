import Glibc

/// Calls to the C library whose errors are thrown.
enum SystemCall {
  /// Throws the error of `errno` if the result is negative; otherwise returns the result.
  @discardableResult
  static func check(_ name: String, _ result: Int32) throws(MeasureError) -> Int32 {
    guard result >= 0 else { throw MeasureError("\(name) failed: \(message(errno))") }
    return result
  }

  /// Throws an error if the result is not zero; the result is itself the error number
  /// (`posix_spawn`).
  static func checkCode(_ name: String, _ code: Int32) throws(MeasureError) {
    guard code == 0 else { throw MeasureError("\(name) failed: \(message(code))") }
  }

  /// Calls `body` with a null-terminated array of C strings, valid during the call.
  static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }

  private static func message(_ code: Int32) -> String { String(cString: strerror(code)) }
}
