import Testing

/// What went wrong while a test drove a program, in words for the test's log.
struct HarnessError: Error, CustomStringConvertible {
  /// The whole message; may be several lines, the last part of the output among them.
  let description: String

  /// Creates an error with a message of its own.
  init(_ description: String) {
    self.description = description
  }

  /// Creates an error that names the call of the C library that failed and why.
  init(call: String, code: Int32) {
    self.init("\(call) failed: \(SystemCall.message(code))")
  }

  /// Creates an error for something that was waited for in vain, with what was there instead.
  init(missing situation: String, because reason: String, shown: String, at place: SourceLocation) {
    self.init(
      """
      \(place.fileName):\(place.line): waited for \(situation), but \(reason). Last output:
      \(shown)
      """)
  }
}
