import Glibc

/// Calls of the C library with their errors as values.
enum SystemCall {
  /// The C library's sentence for an error number (`strerror`).
  static func message(_ code: Int32) -> String {
    String(cString: strerror(code))
  }

  /// Throws for a result below zero, with `errno`'s meaning; else returns the result.
  @discardableResult
  static func check(_ name: String, _ result: Int32) throws(HarnessError) -> Int32 {
    guard result >= 0 else { throw HarnessError(call: name, code: errno) }
    return result
  }

  /// Throws for a result other than zero, which is itself the error number (`posix_spawn`).
  static func checkCode(_ name: String, _ code: Int32) throws(HarnessError) {
    guard code == 0 else { throw HarnessError(call: name, code: code) }
  }

  /// Makes reads and writes on a descriptor return at once (`O_NONBLOCK`).
  static func makeNonblocking(_ descriptor: Int32) throws(HarnessError) {
    let flags = try check("fcntl", fcntl(descriptor, F_GETFL))
    try check("fcntl", fcntl(descriptor, F_SETFL, flags | O_NONBLOCK))
  }

  /// Opens a pipe, both ends to be closed in started programs.
  static func pipe() throws(HarnessError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    try check("pipe", Glibc.pipe(&ends))
    for end in ends { try closeInPrograms(end) }
    return (ends[0], ends[1])
  }

  /// Keeps a descriptor from being inherited (`FD_CLOEXEC`).
  static func closeInPrograms(_ descriptor: Int32) throws(HarnessError) {
    try check("fcntl", fcntl(descriptor, F_SETFD, FD_CLOEXEC))
  }

  /// Calls `body` with a null-terminated array of C strings, valid during the call.
  static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}
