/// Which program to start, with what.
struct Launch: Sendable {
  /// A path, or a name to look up in `PATH`.
  var program: String
  /// What follows the program's name on the command line.
  var arguments: [String]
  /// The whole environment.
  var environment: [String: String]
  /// A file for standard input; nil for the terminal.
  var input: String?
}
