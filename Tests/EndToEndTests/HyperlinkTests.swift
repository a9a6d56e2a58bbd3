import Testing

/// Links in the output of programs (OSC 8), in a tmux terminal.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A hyperlink of a program` {
  private static func run(
    _ command: String, _ body: (Tmux, SampleHome) async throws -> Void
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("inside\n" + String(repeating: "x\n", count: 40), to: "see me:1")
      try home.directory.write("int main(){int x; return x;}\n", to: "bad.c")
      // The test does not block its thread, on which other tests run, too.
      let script = "(\(command)) > output 2>&1"
      let launch = Launch("/bin/sh", "-c", script, directory: home.directory.path)
      _ = try await Command.run(launch)
      try await Tmux.run(home.launch("output"), lines: 12, columns: 160) {
        try await body($0, home)
      }
    }
  }

  @Test func `ls writes is its label, and opens the file`() async throws {
    try await Self.run("ls --hyperlink=always --color=always see*") { tmux, _ in
      try await tmux.waitFor("see me:1")
      let screen = try await tmux.capture()
      #expect(!screen.joined().contains("]8;"))
      try await tmux.send("o")
      try await tmux.waitFor("see%20me%3a1 · Enter: open")
      try await tmux.send("Enter")
      try await tmux.waitFor("inside")
    }
  }

  @Test func `gcc writes stands in its warning`() async throws {
    let command =
      "cc -Wall -O -fdiagnostics-urls=always -fdiagnostics-color=always -c bad.c || gcc --version"
    try await Self.run(command) { tmux, _ in
      try await tmux.waitFor("[-Wuninitialized]")
      try await tmux.send("o")
      try await tmux.waitFor("index-Wuninitialized · Enter: open")
    }
  }

  @Test func `systemd writes leads to its file`() async throws {
    // The command prints the first line of `systemctl cat` in systemd 252.
    let command =
      "printf '\\033[0;1;34m# \\033]8;;file://%s/etc/passwd\\007/etc/passwd\\033]8;;\\007\\033[0m\\n' $(uname -n)"
    try await Self.run(command) { tmux, _ in
      try await tmux.waitFor("# /etc/passwd")
      try await tmux.send("o")
      try await tmux.waitFor("/etc/passwd · Enter: open")
      try await tmux.send("Enter")
      try await tmux.waitFor("root:")
    }
  }
}
