import Glibc

/// A program that shows a text file, and the keys and arguments that it needs.
struct Viewer: Sendable {
  /// Its name in the table.
  let name: String
  /// A path, or a name to look up in `PATH`.
  let program: String
  /// Arguments before the file.
  var arguments: [String] = []
  /// The argument that prints its version.
  var versionArgument = "--version"
  /// Whether it gets the file as its standard input.
  var readsInput = false
  /// Whether it begins at the end of the file.
  var opensAtEnd = false
  /// The number of lines of the file on its screen of 50 lines.
  let lines: Int
  /// The number of lines by which a page advances.
  var pageSteps = 49...49
  /// Arguments with which it stays at the end of a growing file, and shows input from a pipe as it
  /// arrives; nil if it cannot.
  var following: [String]?
  /// The keys for the moves; if a viewer has no key for a move, that move is not measured for it.
  var keys: [Move: String] = [:]
  /// The largest file, in megabytes, that it opens in reasonable time.
  var largest = 1_000

  /// Whether it is installed.
  var isThere: Bool { Self.isThere(program) }

  /// The viewer with more arguments.
  func with(_ arguments: String...) -> Viewer {
    var viewer = self
    viewer.arguments += arguments
    return viewer
  }

  /// The command that starts it with a file.
  func launch(_ file: LogFile, in home: Home) -> Launch {
    Launch(
      program: program, arguments: arguments + (readsInput ? [] : [file.path]),
      environment: home.environment, input: readsInput ? file.path : nil)
  }

  private static func isThere(_ program: String) -> Bool {
    if program.contains("/") { return access(program, X_OK) == 0 }
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
