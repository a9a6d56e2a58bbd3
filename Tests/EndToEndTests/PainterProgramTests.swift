import Foundation
import Glibc
import Testing

/// The painter that draws the screen of the built program, as the program's log names it, and the
/// resulting screen.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `The painter of the program` {
  /// Runs the program in a folder that is its whole file system: no locales, no `/proc`, no `/dev`.
  private static func inBareRoot(
    _ terminal: String, _ body: (PseudoTerminal, TemporaryDirectory) async throws -> Void
  ) async throws {
    try await TemporaryDirectory.run { root in
      let program = try BuiltProgram.path()
      try FileManager.default.copyItem(atPath: program, toPath: root.path + "/endless")
      let folder = "terminfo/" + terminal.prefix(1)
      for path in ["/lib/terminfo", "/usr/share/terminfo"] {
        let file = "\(path)/\(terminal.prefix(1))/\(terminal)"
        guard let description = FileManager.default.contents(atPath: file) else { continue }
        try FileManager.default.createDirectory(
          atPath: "\(root.path)/\(folder)", withIntermediateDirectories: true)
        try description.write(to: URL(filePath: "\(root.path)/\(folder)/\(terminal)"))
      }
      try root.write("one é two\n", to: "file.txt")
      // A user other than root needs a user namespace for chroot(2).
      let words = (getuid() == 0 ? [] : ["unshare", "-r"]) + ["chroot", root.path, "/endless"]
      var launch = Launch(
        "/usr/bin/env", environment: ["TERM": terminal, "TERMINFO": "/terminfo", "LANG": nil])
      launch.arguments = words + ["--log", "/log", "/file.txt"]
      try await PseudoTerminal.run(launch) { try await body($0, root) }
    }
  }

  @Test func `is the program where there is no locale`() async throws {
    try await Self.inBareRoot("xterm-256color") { terminal, root in
      try await terminal.waitFor("one é two")
      try await terminal.write("q")
      #expect(try await terminal.waitForExit() == .exited(0))
      #expect(try root.read("log").contains("painted directly: no UTF-8 locale is installed"))
    }
  }

  @Test func `is ncurses, in ASCII, where there is no locale and the terminal is of another kind`()
    async throws
  {
    try await Self.inBareRoot("vt52") { terminal, root in
      try await terminal.waitFor("one ? two")
      try await terminal.write("q")
      #expect(try await terminal.waitForExit() == .exited(0))
      let output = await terminal.output
      #expect(output.allSatisfy { $0 < 0x80 })
      #expect(output.ranges(of: Array("\u{1B}[".utf8)).isEmpty)
      #expect(
        try root.read("log").contains("painted by ncurses: the terminal does not follow ECMA-48"))
    }
  }

  @Test func `changes where a line has what the C library does not know, and leaves nothing over`()
    async throws
  {
    try await SampleHome.run(filled: false) { home in
      let lines = (1...400).map { $0 == 200 ? "an emoji \u{1FAE8} here" : "line \($0)" }
      try home.directory.write(lines.map { $0 + "\n" }.joined(), to: "file.txt")
      let launch = home.launch("--log", "log", "file.txt")
      try await Tmux.run(launch, lines: 12, columns: 40) { tmux in
        try await tmux.waitUntil("the first lines") { Array($0.dropLast()) == Array(lines[..<11]) }
        #expect(try Self.findings(home) == ["painted by ncurses: the default"])
        for _ in 1...5 { try await tmux.type(" j") }
        try await tmux.type("195G")
        try await tmux.waitUntil("line 195 on") { rows in
          // tmux may or may not know the emoji.
          zip(rows, lines[194..<205]).allSatisfy { $0 == $1 || $1.contains("emoji") }
        }
        try await tmux.type("300G")
        try await tmux.waitUntil("line 300 on") { Array($0.dropLast()) == Array(lines[299..<310]) }
      }
      let reason = "a character that has a different width in the C library: U+1FAE8"
      #expect(
        try Self.findings(home) == [
          "painted by ncurses: the default", "painted directly: needed for \(reason)",
        ])
    }
  }

  private static func findings(_ home: SampleHome) throws -> [String] {
    try home.directory.read("log").split(separator: "\n").compactMap { line in
      line.range(of: "painted").map { String(line[$0.lowerBound...]) }
    }
  }
}
