import TableUI
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// Several files that were named, of which one is shown at a time.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Several files` {
  private func show(
    _ others: [String], _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write((1...100).map { "one \($0)\n" }.joined(), to: "one")
      try folder.write("two\n", to: "two")
      try await body(ViewerFixture(folder, "one", columns: 120, others: others))
    }
  }

  private func type(_ words: String, _ viewer: ViewerFixture) {
    viewer.type(words)
    viewer.type(.enter)
  }

  @Test func `are gone through, each where it was left`() async throws {
    try await show(["two"]) { viewer in
      await viewer.wait(for: "1 of 2")
      viewer.type("50G")
      await viewer.wait(for: ["one 50"])
      type(":n", viewer)
      await viewer.wait(for: ["two"])
      await viewer.wait(for: "2 of 2")
      type(":n", viewer)
      await viewer.wait(for: "this is the last file")
      type(":p", viewer)
      await viewer.wait(for: ["one 50"])
      type(":p", viewer)
      await viewer.wait(for: "this is the first file")
    }
  }

  @Test func `may hold one that is missing, which is told and passed over`() async throws {
    try await show(["none", "two"]) { viewer in
      await viewer.wait(for: "1 of 3")
      type(":n", viewer)
      await viewer.wait(for: ": No such file or directory")
      await viewer.wait(for: "1 of 2")
      type(":n", viewer)
      await viewer.wait(for: ["two"])
    }
  }

  @Test func `may be one`() async throws {
    try await show([]) { viewer in
      await viewer.wait(for: ["one 1"])
      type(":n", viewer)
      await viewer.wait(for: "this is the only file")
      #expect(!viewer.statusLine.contains(" of "))
    }
  }
}
