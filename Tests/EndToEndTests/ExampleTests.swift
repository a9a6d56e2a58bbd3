import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The program of the README` {
  private static let checkout = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func `is the one that is built`() throws {
    let readme = try String(contentsOf: Self.checkout.appending(path: "README.md"), encoding: .utf8)
    let program = try String(
      contentsOf: Self.checkout.appending(path: "Sources/Examples/Squares/main.swift"),
      encoding: .utf8)
    #expect(!program.isEmpty && readme.contains("```swift\n\(program)```"))
  }

  @Test func `shows its list, and goes on where the next page is`() async throws {
    let launch = Launch(try BuiltProgram.path(of: "Squares"))
    try await Tmux.run(launch, lines: 10, columns: 40) { tmux in
      try await tmux.waitFor("3² = 9")
      for _ in 1...12 { try await tmux.send("Space") }
      try await tmux.waitUntil("the third page") { lines in
        lines.contains { $0.contains(/1\d\d² = 1\d\d\d\d$/) }
      }
      try await tmux.send("q")
      #expect(try await tmux.waitForExit() == .exited(0))
    }
  }
}
