import Foundation
import Testing

/// The viewer inside real programs, as docs/pager.md describes it.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `Beside other programs` {
  /// Runs a script in tmux, in a folder with a file of 400 lines; `$viewer` is the viewer's path.
  private static func run(
    _ script: String, environment: [String: String?] = [:],
    body: (Tmux) async throws -> Void
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      let lines = (1...400).map { "number \($0) of the file\n" }.joined()
      try home.directory.write(lines, to: "numbers.txt")
      var variables: [String: String?] = [
        "viewer": home.program, "LESS": nil, "PAGER": nil, "TMUX": nil, "BAT_PAGER": home.program,
        "HOME": home.directory.path, "XDG_STATE_HOME": home.stateHome, "FZF_DEFAULT_OPTS": nil,
      ]
      variables.merge(environment) { $1 }
      let launch = Launch(
        "sh", "-c", script, environment: variables, directory: home.directory.path)
      try await Tmux.run(launch, lines: 24, columns: 100) { try await body($0) }
    }
  }

  @Test func `bat shows a file by it, as BAT_PAGER says`() async throws {
    let bat = "$(command -v batcat || command -v bat)"
    try await Self.run("\(bat) --paging=always --color=always numbers.txt; echo status $?") {
      tmux in
      try await tmux.waitFor("number 1 of the file")
      try await tmux.waitFor("F1 help")
      try await tmux.send("G")
      try await tmux.waitFor("number 400 of the file")
      try await tmux.send("q")
      try await tmux.waitFor("status 0")
    }
  }

  @Test func `fzf shows the beginning of a file beside its list`() async throws {
    let script = "ls numbers.txt | fzf --preview \"$viewer --plain --limit 100 {}\"; echo status $?"
    try await Self.run(script) { tmux in
      try await tmux.waitFor("number 1 of the file")
      try await tmux.send("Enter")
      try await tmux.waitFor("status 0")
    }
  }

  @Test func `vim shows the file that is edited, and is there again after it`() async throws {
    let vim = "$(command -v vim || command -v vim.tiny)"
    try await Self.run("\(vim) -u NONE -N numbers.txt; echo status $?") { tmux in
      try await tmux.waitFor("number 1 of the file")
      try await tmux.send(":", "!", "$", "v", "i", "e", "w", "e", "r", "Space", "%", "Enter")
      try await tmux.waitFor("numbers.txt  ·  line")
      try await tmux.send("G")
      try await tmux.waitFor("number 400 of the file")
      try await tmux.send("q")
      try await tmux.waitUntil("vim to ask") { $0.contains { $0.contains("ENTER") } }
      try await tmux.send("Enter")
      try await tmux.waitFor("number 1 of the file")
      try await tmux.send(":", "q", "Enter")
      try await tmux.waitFor("status 0")
    }
  }

  @Test func `tmux shows a file in a popup, which ends with it`() async throws {
    let script = """
      tmux -f /dev/null -S popup new-session \
        "tmux display-popup -E -w 90% -h 90% \\"$viewer numbers.txt\\"; echo popup is over; read end"
      echo status $?
      """
    try await Self.run(script) { tmux in
      try await tmux.waitFor("number 1 of the file")
      try await tmux.waitUntil("the frame of a popup") { $0.contains { $0.contains("┌──") } }
      try await tmux.send("G")
      try await tmux.waitFor("number 400 of the file")
      try await tmux.send("q")
      try await tmux.waitFor("popup is over")
      try await tmux.send("Enter")
      try await tmux.waitFor("status 0")
    }
  }
}
