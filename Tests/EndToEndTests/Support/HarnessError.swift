import Glibc
import Testing

/// An error that occurred while a test controlled a program, in words for the test's log.
struct HarnessError: Error, CustomStringConvertible {
  /// The complete message, which may have several lines and include the last part of the output.
  let description: String

  /// Creates an error with a message.
  init(_ description: String) {
    self.description = description
  }

  /// Creates an error that names the call to the C library that failed, and the reason.
  init(call: String, code: Int32) {
    self.init("\(call) failed: \(SystemCall.message(code))")
  }

  /// Creates an error for a situation that did not occur in time, with the actual state.
  init(missing situation: String, because reason: String, shown: String, at place: SourceLocation) {
    self.init(
      """
      \(place.fileName):\(place.line): waited for \(situation), but \(reason). Last output:
      \(shown)
      """)
  }
}

/// The last part of a program's output, in a form that has no effect on a terminal when it is
/// printed.
struct OutputTail: CustomStringConvertible {
  /// The text: line feeds are kept, ESC is `\e`, CR is `\r`, and other control characters are in
  /// hexadecimal.
  let description: String

  /// Takes the last `count` bytes.
  init(_ output: [UInt8], count: Int = 1_000) {
    let text = String(decoding: output.suffix(count), as: UTF8.self)
    let cut = output.count > count ? "…" : ""
    description = cut + text.unicodeScalars.map(Self.visible).joined()
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x0A: "\n"
    case 0x0D: "\\r"
    case 0x1B: "\\e"
    case 0..<0x20, 0x7F..<0xA0: "\\x" + String(scalar.value, radix: 16)
    default: String(scalar)
    }
  }
}

extension String {
  /// Whether the string is one line with its line end.
  var isOneLine: Bool { hasSuffix("\n") && count { $0.isNewline } == 1 }

  /// Whether the string is ASCII, which any terminal and any font can show.
  var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

/// Calls to the C library whose errors are thrown.
enum SystemCall {
  /// The C library's message for an error number (`strerror`).
  static func message(_ code: Int32) -> String {
    String(cString: strerror(code))
  }

  /// Throws an error with the meaning of `errno` if the result is below zero; otherwise returns the
  /// result.
  @discardableResult
  static func check(_ name: String, _ result: Int32) throws(HarnessError) -> Int32 {
    guard result >= 0 else { throw HarnessError(call: name, code: errno) }
    return result
  }

  /// Throws an error if the result, which is itself the error number (`posix_spawn`), is not zero.
  static func checkCode(_ name: String, _ code: Int32) throws(HarnessError) {
    guard code == 0 else { throw HarnessError(call: name, code: code) }
  }

  /// Makes reads and writes on a descriptor return immediately (`O_NONBLOCK`).
  static func makeNonblocking(_ descriptor: Int32) throws(HarnessError) {
    let flags = try check("fcntl", fcntl(descriptor, F_GETFL))
    try check("fcntl", fcntl(descriptor, F_SETFL, flags | O_NONBLOCK))
  }

  /// Opens a pipe, both ends of which are closed in started programs.
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
