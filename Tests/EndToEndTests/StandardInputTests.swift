import Foundation
import Testing

/// What other programs write, read without a name.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `Standard input` {
  @Test(arguments: [[], ["-"]])
  func `is copied byte for byte where there is no screen`(arguments: [String]) async throws {
    try await SampleHome.run(filled: false) { home in
      let piped = try await Command.run(home.launch(arguments), input: "one\ntwo\u{1B}[31m")
      #expect(piped.status == .exited(0))
      #expect(piped.output == "one\ntwo\u{1B}[31m")
      var launch = home.launch(arguments)
      launch.standardInput = .file(try home.directory.write("one\ntwo", to: "input"))
      #expect(try await Command.run(launch).output == "one\ntwo")
      #expect(!FileManager.default.fileExists(atPath: home.dataHome))
    }
  }

  @Test func `is shown while it comes, and keys come from the terminal`() async throws {
    try await SampleHome.run(filled: false) { home in
      var launch = home.launch([])
      launch.standardInput = .pipe
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("waiting for more")
        try await terminal.writeToStandardInput("line one\n")
        try await terminal.waitFor("line one")
        try await terminal.writeToStandardInput("line two\n")
        try await terminal.waitFor("line two")
        await terminal.closeStandardInput()
        try await terminal.waitFor("end")
        try await terminal.write("q")
        #expect(try await terminal.waitForExit() == .exited(0))
      }
    }
  }

  @Test func `is closed when the reader quits, which ends its writer`() async throws {
    try await SampleHome.run(filled: false) { home in
      let launch = Launch(
        "sh", "-c", "yes | \(home.program)", directory: home.directory.path)
      try await PseudoTerminal.run(launch) { terminal in
        try await terminal.waitFor("quit")
        try await terminal.write("q")
        #expect(try await terminal.waitForExit() == .exited(0))
      }
    }
  }

  @Test(arguments: ["gzip", "zstd", "xz", "bzip2"])
  func `and files may be packed`(program: String) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write((1...5_000).map { "line \($0)\n" }.joined(), to: "file")
      let pack = Launch(
        "sh", "-c", "\(program) -c file > packed", directory: home.directory.path)
      #expect(try await Command.run(pack).status == .exited(0))
      try await PseudoTerminal.run(home.launch("packed", "+G")) { terminal in
        // Of a line that takes another one's place only what differs is sent.
        try await terminal.waitFor("5000")
        try await terminal.write("q")
        #expect(try await terminal.waitForExit() == .exited(0))
      }
    }
  }
}
