import Foundation
import Testing

/// The examples of the guides, the README and the man page do what a reader expects of them.
@Suite(.timeLimit(.minutes(30))) struct `The examples of` {
  private static let documents = [
    "docs/logs.md", "docs/records.md", "docs/addresses.md", "docs/databases.md",
    "docs/scripting.md", "docs/commands.md", "docs/pager.md", "docs/coming-from-less.md",
    "docs/coming-from-lnav.md", "docs/coming-from-visidata.md", "README.md",
    "Assets/man/endless.1",
  ]

  @Test(arguments: documents) func `a document run`(path: String) async throws {
    let guide = try Guide(path: path)
    if path != "README.md" { #expect(guide.examples.count > 5, "\(path) has too few examples") }
    try await GuideFolder.run(guide) { folder in
      for example in guide.examples {
        try folder.forgetPlaces()
        do {
          try await folder.check(example)
        } catch {
          Issue.record("\(example.testDescription): \(error)")
        }
      }
    }
  }

  @Test(arguments: documents) func `a document that cannot run have options and targets that exist`(
    path: String
  ) async throws {
    let help = try await Command.run(Launch(try BuiltProgram.path(), "--help", "all"))
    let options = Set(help.output.matches(of: /--[a-zA-Z-]+/).map { String($0.0) })
    let makefile = try String(
      contentsOf: Guide.checkout.appending(path: "Makefile"), encoding: .utf8)
    let targets = Set(makefile.matches(of: /\n([a-z0-9-]+):/).map { String($0.1) })
    #expect(options.contains("--plain") && targets.contains("demo"))
    for line in try Guide(path: path).otherLines {
      let place = "\(path):\(line.number)"
      for option in GuideExample.options(in: line.text) {
        #expect(options.contains(option), "\(place): \(option)")
      }
      guard line.text.hasPrefix("make ") else { continue }
      let target = line.text.split(separator: " ")[1]
      #expect(targets.contains(String(target)), "\(place): make \(target)")
    }
  }
}

extension GuideFolder {
  /// Runs an example, and checks its result.
  fileprivate func check(_ example: GuideExample) async throws {
    if let line = example.lines.first, GuideExample.isOnScreen(line) {
      try await checkScreen(of: example, line)
    } else {
      try await checkOutput(of: example)
    }
  }

  private func checkOutput(of example: GuideExample) async throws {
    var output = ""
    for line in example.lines {
      let result = try await Command.run(launch("exec 2>&1; \(line)"))
      #expect(result.status == .exited(0), "\(example.testDescription): \(result.output)")
      output += result.output
    }
    if let printed = example.printed { #expect(output == printed, "\(example.testDescription)") }
    for text in example.seen {
      #expect(output.contains(text), "\(example.testDescription)")
    }
  }

  private func checkScreen(of example: GuideExample, _ line: String) async throws {
    try await Tmux.run(launch(line), columns: 100) { tmux in
      try await tmux.waitUntil("its screen") {
        $0.last?.contains("  ·  ") == true
      }
      if !example.keys.isEmpty { try await tmux.type(example.typed) }
      // The prompt after a command comes later than the output of the command.
      let hasPrompt = example.typed.contains(":w |")
      try await tmux.waitUntil("\(example.seen)") { lines in
        example.seen.allSatisfy { text in lines.contains { $0.contains(text) } }
          && (!hasPrompt || lines.contains("(press Return)"))
      }
      let screen = try await tmux.capture()
      #expect(
        !screen.contains { $0.contains(". tries") }, "\(example.testDescription): \(screen)")
      if screen.contains("(press Return)") {
        try await tmux.send("Enter")
        try await tmux.waitUntil("the list") {
          $0.last?.contains("  ·  ") == true
        }
      }
      try await tmux.type("Q")
      #expect(try await tmux.waitForExit() == .exited(0), "\(example.testDescription)")
    }
  }
}
