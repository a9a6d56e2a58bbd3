/// The reason why something could not be measured, as a message for the terminal.
struct MeasureError: Error, CustomStringConvertible {
  /// The whole message.
  let description: String

  /// Creates an error with a message.
  init(_ description: String) {
    self.description = description
  }
}
