/// A program to start, with its arguments and environment.
struct Launch: Sendable {
  /// A path, or a name to look up in `PATH`.
  var program: String
  /// The arguments after the program's name.
  var arguments: [String]
  /// The whole environment.
  var environment: [String: String]
  /// A file for standard input; nil for the terminal.
  var input: String?
}
