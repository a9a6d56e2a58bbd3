import Foundation
import Testing

/// A file without read permission.
///
/// Root may read every file. If the tests run as root, the program is therefore started as the user
/// `nobody`.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `A text file that may not be read` {
  private static func launch(in home: SampleHome, _ arguments: String...) throws -> Launch {
    let path = home.directory.path + "/file"
    if !FileManager.default.fileExists(atPath: path) {
      try home.directory.write("secret\n", to: "file")
    }
    guard chmod(path, 0) == 0, chmod(home.directory.path, 0o755) == 0 else {
      throw HarnessError("the permissions cannot be changed")
    }
    var launch = home.launch(arguments + ["file"])
    guard geteuid() == 0 else { return launch }
    // The user `nobody` may lack access to the folder in which the program was built.
    let program = home.directory.path + "/program"
    if !FileManager.default.fileExists(atPath: program) {
      try FileManager.default.copyItem(atPath: home.program, toPath: program)
    }
    chmod(program, 0o755)
    launch.program = "setpriv"
    launch.arguments =
      ["--reuid=65534", "--regid=65534", "--clear-groups", program] + launch.arguments
    return launch
  }

  @Test func `is refused without a screen, and before one opens`() async throws {
    try await SampleHome.run(filled: false) { home in
      let words = "endless: cannot read file: Permission denied\n"
      let result = try await Command.run(Self.launch(in: home, "--plain"))
      #expect(result.status == .exited(1))
      #expect(result.output.isEmpty)
      #expect(result.error == words)
      let (status, error) = try await SampleHome.refusal(of: Self.launch(in: home))
      #expect(status == .exited(1) && error == words)
    }
  }
}
