import Glibc

/// The program under test, as it was built together with the tests.
enum BuiltProgram {
  /// The variable that names another program, such as a release build.
  static let variable = "ENDLESS_PROGRAM"

  /// The path of `endless`: what ``variable`` says, else the file next to the running tests.
  ///
  /// - Throws: when there is none that can be run; a test never passes without it.
  static func path() throws(HarnessError) -> String {
    if let named = getenv(variable).map({ String(cString: $0) }), !named.isEmpty {
      guard isProgram(named) else {
        throw HarnessError("\(variable) names \(named), which is no program that can be run")
      }
      return named
    }
    return try path(of: "endless")
  }

  /// The path of a program that is built beside the running tests.
  static func path(of name: String) throws(HarnessError) -> String {
    let candidates = directories.map { "\($0)/\(name)" }
    guard let found = candidates.first(where: isProgram) else {
      throw HarnessError(
        "no built program at \(candidates.joined(separator: " or ")): run `swift build` first, "
          + "or name one in \(variable)")
    }
    return found
  }

  /// Where the tests' own executable lies: by the kernel's word, then by its own.
  private static var directories: [String] {
    let executables = ["/proc/self/exe", CommandLine.arguments.first ?? ""]
    return executables.compactMap { executable in
      guard let resolved = realpath(executable, nil) else { return nil }
      defer { free(resolved) }
      let path = String(cString: resolved)
      return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}
