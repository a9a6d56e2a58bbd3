/// Where a program's standard input, output or error goes.
enum StandardStream: Hashable, Sendable {
  /// The terminal; under ``Command``, which has none: nothing to read, and pipes that are read.
  case terminal
  /// A file: read as input; made or emptied, then written, as output.
  case file(String)
  /// A pipe to the test.
  case pipe
}
