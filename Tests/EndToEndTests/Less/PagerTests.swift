import Foundation
import Testing

/// The viewer as the pager of real programs.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `The pager of` {
  /// Runs a script in tmux, in a folder with a repository of 60 commits.
  ///
  /// `git` and other programs use the viewer as their pager.
  private static func run(
    _ script: String, lines: Int = 24, columns: Int = 80, environment: [String: String?] = [:],
    body: (Tmux, SampleHome) async throws -> Void
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      let setUp = Launch(
        "sh", "-c",
        """
        git init -q -b main . && git config user.name A && git config user.email a@example.com
        for n in $(seq 60); do echo "line $n" >> file; git add file; git commit -qm "commit $n"; done
        """, directory: home.directory.path)
      #expect(try await Command.run(setUp, within: .seconds(240)).status == .exited(0))
      var variables: [String: String?] = [
        "PAGER": home.program, "GIT_PAGER": home.program, "MANPAGER": home.program,
        "PSQL_PAGER": home.program, "LESS": nil, "LV": nil,
        "HOME": home.directory.path, "XDG_STATE_HOME": home.stateHome,
      ]
      variables.merge(environment) { $1 }
      let launch = Launch(
        "sh", "-c", script, environment: variables, directory: home.directory.path)
      try await Tmux.run(launch, lines: lines, columns: columns) { try await body($0, home) }
    }
  }

  @Test func `git log shows commits, and quitting early says nothing of a broken pipe`()
    async throws
  {
    try await Self.run("git log; echo status $?") { tmux, _ in
      try await tmux.waitFor("commit 60")
      try await tmux.send("Space")
      try await tmux.waitFor("commit 56")
      try await tmux.resize(lines: 12, columns: 50)
      try await tmux.waitUntil("a smaller screen") {
        $0.count == 12 && $0.last?.contains("quit") == true
      }
      try await tmux.send("G")
      try await tmux.waitFor("commit 1")
      try await tmux.send("g", "q")
      try await tmux.waitFor("status 0")
      #expect(try await tmux.capture().allSatisfy { !$0.localizedCaseInsensitiveContains("pipe") })
    }
  }

  @Test func `git log prints what fits on one screen, as git asks by LESS`() async throws {
    try await Self.run("git log -2; echo status $?") { tmux, _ in
      try await tmux.waitFor("status 0")
      let lines = try await tmux.capture()
      #expect(
        lines.contains { $0.contains("commit 60") } && lines.contains { $0.contains("commit 59") })
    }
  }

  @Test(arguments: [("git diff HEAD~40", "line 25"), ("git blame file", "line 3")])
  func `git shows differences and who wrote what`(command: String, text: String) async throws {
    try await Self.run("\(command); echo status $?") { tmux, _ in
      try await tmux.waitFor(text)
      try await tmux.send("G")
      try await tmux.waitFor("line 60")
      try await tmux.send("q")
      try await tmux.waitFor("status 0")
    }
  }

  @Test func `man shows a page of the manual`() async throws {
    let page =
      ".TH THING 1\n.SH NAME\nthing \\- does it\n" + (1...90).map { ".PP\nline \($0)\n" }.joined()
    try await Self.run(
      "printf '%s' \"$PAGE\" > thing.1; man -l thing.1; echo status $?", environment: ["PAGE": page]
    ) {
      tmux, _ in
      try await tmux.waitFor("thing - does it")
      try await tmux.send("f")
      try await tmux.waitFor("line 15")
      try await tmux.send("G")
      try await tmux.waitFor("line 90")
      try await tmux.send("q")
      try await tmux.waitFor("status 0")
    }
  }

  @Test func `pydoc shows a module`() async throws {
    try await Self.run("python3 -m pydoc json; echo status $?") { tmux, _ in
      try await tmux.waitFor("Help on package json")
      try await tmux.send("f")
      try await tmux.waitUntil("the next page") { !$0.contains { $0.hasPrefix("Help on") } }
      try await tmux.send("q")
      try await tmux.waitFor("status 0")
    }
  }

  @Test func `psql shows a long result of a server of its own`() async throws {
    let script = """
      as() { if [ "$(id -u)" = 0 ]; then chown -R nobody "$HOME" && setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; else "$@"; fi; }
      bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1); PATH=$bin:$PATH
      mkdir db sock; as initdb -D "$PWD/db" -U me --auth=trust > setup.log 2>&1
      as pg_ctl -D "$PWD/db" -w -l "$PWD/db/log" -o "-k $PWD/sock -h ''" start >> setup.log 2>&1
      psql -h "$PWD/sock" -U me postgres -c 'select n, n * n as square from generate_series(1, 500) n'
      echo status $?
      as pg_ctl -D "$PWD/db" -m immediate stop >> setup.log 2>&1; echo stopped
      """
    try await Self.run(script) { tmux, _ in
      try await tmux.waitFor("square", within: .seconds(240))
      try await tmux.send("G")
      try await tmux.waitFor("(500 rows)")
      try await tmux.send("q")
      try await tmux.waitFor("stopped", within: .seconds(240))
      #expect(try await tmux.capture().contains { $0 == "status 0" })
    }
  }

  @Test func `a reader who edits a file is back where they were`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write((1...300).map { "line \($0)\n" }.joined(), to: "-file")
      let editor = try home.directory.write(
        "#!/bin/sh\necho \"$1 $2 $3\" > arguments\nsed -i 's/^line 150$/line edited/' \"$3\"\n",
        to: "editor")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: editor)
      let launch = home.launch("--", "-file", environment: ["VISUAL": "\(editor) -x"])
      try await Tmux.run(launch, lines: 12, columns: 60) { tmux in
        try await tmux.waitFor("line 11")
        try await tmux.type("145g")
        try await tmux.waitUntil("its line") { $0.first == "line 145" }
        try await tmux.type("v")
        try await tmux.waitUntil("the edited line, at the same place") { lines in
          lines.first == "line 145" && lines.contains("line edited")
        }
        try await tmux.quit()
      }
      let words = try home.directory.read("arguments")
      #expect(words.hasPrefix("-x +150 /") && words.hasSuffix("/-file\n"))
    }
  }
}
