import TemporaryFolders
import Testing
import Viewers

/// Records that are broken, on a screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A broken text on the screen` {
  private func show(
    _ text: String, name: String = "file", body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      try await body(ViewerFixture(folder, name, columns: 120))
    }
  }

  @Test(
    arguments: [
      ("[{\"a\":1},{\"a\":2}", "unexpected end at line 1, byte 17"),
      ("[{\"a\":1},\n{\"a\":2},]", "expected a value at line 2, byte 19"),
      ("{\"a\":1}\n{\"a\":2}\n{\"a\":", "unexpected end at line 3, byte 22"),
      ("{\"a\":1}\n{\"a\":NaN}\n", "expected a value at line 2, byte 14"),
      ("id,note\n1,a\n2,\"b\n3,\"c\"\n4,d\n", "an unclosed quote at line 3, byte 15"),
    ])
  func `says that it has a fault, and where`(text: String, words: String) async throws {
    try await show(text) { viewer in
      await viewer.wait(for: "1 error")
      viewer.type("=")
      await viewer.wait(for: words)
    }
  }

  @Test(arguments: [
    "[{\"a\":1},{\"a\":2}]\n", "{\"a\":1}\n\ntext\n[3]\n{\"a\":2}",
    "id,note\n1,a\n2,\"b\nc\"\n\n4,d",
  ])
  func `says none where there is none`(text: String) async throws {
    try await show(text, name: text.hasPrefix("id") ? "file.csv" : "file") { viewer in
      await viewer.wait(for: "end")
      viewer.type("=")
      await viewer.wait(for: "byte")
      for _ in 0..<5 { await viewer.breathe() }
      #expect(!viewer.rows.contains { $0.contains("error") })
    }
  }

  @Test func `says how many there are, and goes on when it grows`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write("{\"a\":1}\n{\"a\"\n{\"a\":2}\n{\"a\":", to: "file")
      let viewer = try ViewerFixture(folder, "file", columns: 120)
      await viewer.wait(for: "2 errors")
      try folder.append("3}\n", to: "file")
      viewer.type("r")
      await viewer.wait(for: "1 error")
    }
  }
}
