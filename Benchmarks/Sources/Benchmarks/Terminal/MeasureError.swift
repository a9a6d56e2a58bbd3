/// Why something could not be measured, in words for the terminal.
struct MeasureError: Error, CustomStringConvertible {
  /// The whole message.
  let description: String

  /// Creates an error with a message of its own.
  init(_ description: String) {
    self.description = description
  }
}
