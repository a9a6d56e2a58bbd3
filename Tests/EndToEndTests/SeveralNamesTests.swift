import Foundation
import Testing

/// Several names on the command line, some of which lead to no file.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `Several names` {
  private func run(_ body: (SampleHome) async throws -> Void) async throws {
    try await SampleHome.run(filled: false) { home in
      _ = try home.directory.write("one\n", to: "first")
      _ = try home.directory.write("two\n", to: "second")
      try await body(home)
    }
  }

  @Test func `are written but for those that are missing, with status 1`() async throws {
    try await run { home in
      let launch = home.launch(["--plain", "none", "first", "gone", "second"])
      let done = try await Command.run(launch)
      #expect(done.status == .exited(1) && done.output == "one\ntwo\n")
      #expect(
        done.error.contains("none: No such file") && done.error.contains("gone: No such file"))
    }
  }

  @Test func `are shown from the first that is there, and the missing one is told`() async throws {
    try await run { home in
      try await PseudoTerminal.run(home.launch(["none", "first", "second"])) { terminal in
        try await terminal.waitFor("one")
        try await terminal.waitFor("none: No such file")
        try await terminal.write(":n\r")
        try await terminal.waitFor("two")
        try await terminal.quit()
      }
    }
  }

  @Test func `end with status 1 where all are missing`() async throws {
    try await run { home in
      try await PseudoTerminal.run(home.launch(["none", "gone"])) { terminal in
        let end = try await terminal.waitForExit()
        #expect(end == .exited(1))
      }
    }
  }

  @Test func `may be a folder, which is left as a file is`() async throws {
    try await run { home in
      try await PseudoTerminal.run(home.launch([".", "second"])) { terminal in
        try await terminal.waitFor("first")
        try await terminal.write(":n\r")
        try await terminal.waitFor("two")
        try await terminal.write(":p\r")
        try await terminal.waitFor("1 of 2")
        try await terminal.quit()
      }
    }
  }

  @Test func `may be what a command writes, by the name that a shell gives it`() async throws {
    try await run { home in
      let script = "\(home.program) --plain <(seq 3) first"
      let done = try await Command.run(Launch("bash", "-c", script, directory: home.directory.path))
      #expect(done.status == .exited(0) && done.output == "1\n2\n3\none\n")
    }
  }
}
