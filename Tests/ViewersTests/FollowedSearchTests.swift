import Feeds
import Foundation
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// A text that is followed, and the actions that leave its end.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A text that is followed` {
  private func run(_ body: (ViewerFixture, GrowingFile) async throws -> Void) async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write((1...60).map { "line \($0)\n" }.joined(), to: "log")
      let viewer = try ViewerFixture(folder, "log", at: .end, columns: 100, following: true)
      await viewer.wait(for: "following")
      try await body(viewer, GrowingFile(path: path))
    }
  }

  @Test(arguments: zip(["?7\n", "/line 57\n", "10G", "0%"], [47, 54, 10, 1]))
  func `pauses at what was looked for, and goes on by F`(keys: String, top: Int) async throws {
    try await run { viewer, file in
      viewer.type(keys)
      await viewer.wait(for: "following paused")
      await viewer.wait(for: (top...top + 6).map { "line \($0)" })
      let rows = Array(viewer.rows.dropLast())
      try file.append("line 61\n")
      await viewer.wait(for: "1 new line")
      #expect(Array(viewer.rows.dropLast()) == rows)
      viewer.type("F")
      await viewer.wait(for: ["line 55", "line 56"])
      await viewer.wait(for: "following")
      try file.append("line 62\n")
      await viewer.wait(for: ["line 56", "line 57"])
    }
  }

  @Test func `is followed no more by a second F alone`() async throws {
    try await run { viewer, _ in
      viewer.type("F")
      await viewer.wait("no word of it") { !($0.last ?? "").contains("following") }
      viewer.type("kkkF")
      await viewer.wait(for: "following")
      viewer.type("kk")
      await viewer.wait(for: "following paused")
      viewer.type("F")
      await viewer.wait(for: ["line 54", "line 55"])
    }
  }

  @Test func `counts the matches that come, of a search and of a filter`() async throws {
    try await run { viewer, file in
      viewer.type("/line 5\n")
      await viewer.wait(for: "of 11")
      try file.append("line 5\nline 5\n")
      await viewer.wait(for: "of 13")
      viewer.type("&line 5\n")
      await viewer.wait(for: "13 lines")
      try file.append("line 5\n")
      await viewer.wait(for: "14 lines")
      viewer.type("F")
      await viewer.wait(for: "following")
      try file.append("line 5\nother\n")
      await viewer.wait(for: "15 lines")
    }
  }
}
