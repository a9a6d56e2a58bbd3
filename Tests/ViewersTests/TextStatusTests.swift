import TemporaryFolders
import Terminal
import Testing
import Viewers

/// The words of the status line about a text.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `The status of a text` {
  private static func numbered(_ count: Int) -> String {
    (1...count).map { "line \($0)\n" }.joined()
  }

  /// Shows a file of a hundred lines, which `body` then changes.
  private static func showHundred(
    _ body: (ViewerFixture, TemporaryFolder) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(numbered(100), to: "file")
      let viewer = try ViewerFixture(folder, "file", columns: 80)
      await viewer.wait(for: "line 1 of 100 · 0%")
      try await body(viewer, folder)
    }
  }

  @Test func `says the line in sight, how many there are, and how far it is`() async throws {
    try await ViewerFixture.show(Self.numbered(12_000), columns: 80) { viewer in
      await viewer.wait(for: "file.txt  ·  line 1 of 12,000 · 0%")
      viewer.type("461G")
      await viewer.wait(for: "line 461 of 12,000 · 3%")
      await viewer.wait(for: "────────")
      viewer.type("50%")
      await viewer.wait(for: " · 50%")
      await viewer.wait(for: "━━━━────")
      viewer.type("G")
      await viewer.wait(for: "line 11,994 of 12,000 · end")
      await viewer.wait(for: "━━━━━━━━")
    }
  }

  @Test func `has no mark where all is in sight`() async throws {
    try await ViewerFixture.show(Self.numbered(3), columns: 80) { viewer in
      await viewer.wait(for: "line 1 of 3 · end")
      #expect(!viewer.screen.picture.contains("━"))
    }
  }

  @Test func `says of an empty file that it has no bytes`() async throws {
    try await ViewerFixture.show("", columns: 80) { viewer in
      await viewer.breathe()
      viewer.type("=")
      await viewer.wait(for: "byte 0 of 0")
    }
  }

  @Test func `says how lines are cut, and from where they are in sight`() async throws {
    try await ViewerFixture.show(
      String(repeating: "x", count: 200) + "\n", columns: 80, wraps: false
    ) { viewer in
      await viewer.wait(for: "line 1 of 1 · end  ·  cut")
      viewer.type("l")
      await viewer.wait(for: "·  column 41")
      viewer.type("0w")
      await viewer.wait("neither") { rows in
        rows.last.map { !$0.contains("column") && !$0.contains("cut") } ?? false
      }
    }
  }

  @Test func `counts what is added, and another file again`() async throws {
    try await Self.showHundred { viewer, folder in
      try folder.append("more\nand more\n", to: "file")
      await viewer.wait(for: "line 1 of 102 ")
      try folder.write(Self.numbered(7_000), to: "new")
      try folder.rename("new", to: "file")
      await viewer.wait(for: "line 1 of 7,000 ")
    }
  }

  @Test func `says of a file that it is emptied or gone`() async throws {
    try await Self.showHundred { viewer, folder in
      try folder.write("", to: "file")
      await viewer.wait(for: "truncated: reading from the start")
      try folder.write(Self.numbered(5), to: "file")
      await viewer.wait(for: "line 1 of 5 · end")
      try folder.remove("file")
      await viewer.wait(for: "the file no longer exists")
    }
  }
}
