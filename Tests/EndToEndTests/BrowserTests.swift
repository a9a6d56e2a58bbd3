import Foundation
import Testing

/// A link that is opened.
///
/// The browser is a program that records its arguments.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A link is opened` {
  private static let link = "https://example.org/?a=$(touch%20x);b&c='d'e"

  private static func run(
    browser: String, desktop: String?, body: (Tmux, SampleHome) async throws -> Void
  ) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("see \(link)\n" + String(repeating: "x\n", count: 40), to: "file")
      let program = try home.directory.write(
        "#!/bin/sh\necho \"$# $*\" > arguments\ntest -t 1 && echo text browser && read answer\nexit 0\n",
        to: "browser")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
      let launch = home.launch(
        "file",
        environment: [
          "BROWSER": browser.replacing("PROGRAM", with: program), "DISPLAY": desktop,
          "WAYLAND_DISPLAY": nil,
        ])
      try await Tmux.run(launch, lines: 8, columns: 100) { tmux in
        try await tmux.waitFor("example.org")
        try await tmux.send("o")
        try await tmux.waitFor("Enter: open")
        try await tmux.send("Enter")
        try await body(tmux, home)
      }
    }
  }

  private static func arguments(in home: SampleHome) async throws -> String? {
    try await Polling.answer(within: .seconds(60)) { () throws(HarnessError) in
      let text = try? String(contentsOfFile: home.directory.path + "/arguments", encoding: .utf8)
      return text?.hasSuffix("\n") == true ? text : nil
    }
  }

  @Test(arguments: [
    ("PROGRAM:other", "1 \(link)\n"), ("PROGRAM -new %s -x", "3 -new \(link) -x\n"),
  ])
  func `beside the screen where there is a desktop, by no shell`(
    browser: String, arguments: String
  ) async throws {
    try await Self.run(browser: browser, desktop: ":0") { tmux, home in
      try await tmux.waitFor("opened in the browser")
      #expect(try await Self.arguments(in: home) == arguments)
      try await tmux.send("G")
      try await tmux.waitFor("· end")
    }
  }

  @Test func `on the terminal where there is none, and the text is there again`() async throws {
    try await Self.run(browser: "PROGRAM", desktop: nil) { tmux, home in
      try await tmux.waitFor("text browser")
      #expect(try await Self.arguments(in: home) == "1 \(Self.link)\n")
      try await tmux.send("Enter")
      try await tmux.waitFor("F1 help")
      try await tmux.send("G")
      try await tmux.waitFor("· end")
    }
  }

  @Test func `or it is said why not`() async throws {
    try await Self.run(browser: "/no/such/browser", desktop: ":0") { tmux, _ in
      try await tmux.waitFor("/no/such/browser: command not found")
    }
  }
}
