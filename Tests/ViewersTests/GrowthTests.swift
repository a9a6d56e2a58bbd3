import Feeds
import Foundation
import TableUI
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// A text file that changes while it is shown.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A file that grows` {
  private func run(
    _ text: String, following: Bool = false,
    _ body: (ViewerFixture, GrowingFile) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write(text, to: "log")
      let viewer = try ViewerFixture(
        folder, "log", at: following ? .end : nil, columns: 90, following: following)
      try await body(viewer, GrowingFile(path: path))
    }
  }

  private static func lines(_ range: ClosedRange<Int>) -> [String] { range.map { "line \($0)" } }
  private static func text(_ range: ClosedRange<Int>) -> String {
    range.map { "line \($0)\n" }.joined()
  }

  @Test func `is shown on at its end, a line that had no end among it`() async throws {
    try await run("line 1\nlin") { viewer, file in
      await viewer.wait(for: ["line 1", "lin"])
      try file.append("e 2\nline 3\n")
      await viewer.wait(for: Self.lines(1...3))
    }
  }

  @Test func `is not asked for more as long as it does not grow, though its end is near`()
    async throws
  {
    try await run(Self.text(1...20)) { viewer, _ in
      await viewer.wait(for: Self.lines(1...7))
      var (frames, turns) = (viewer.screen.frameCount, 0)
      for _ in 0..<50_000 where turns < 1_000 {
        await Task.yield()
        turns = viewer.screen.frameCount == frames ? turns + 1 : 0
        frames = viewer.screen.frameCount
      }
      #expect(turns == 1_000)
    }
  }

  @Test func `stays where it is further up, and says how many lines are new`() async throws {
    try await run(Self.text(1...20)) { viewer, file in
      await viewer.wait(for: Self.lines(1...7))
      try file.append(Self.text(21...32))
      await viewer.wait(for: "12 new lines ↓")
      await viewer.wait(for: Self.lines(1...7))
      viewer.type("G")
      await viewer.wait(for: Self.lines(26...32))
      #expect(!viewer.statusLine.contains("new"))
      viewer.type("k")
      await viewer.wait(for: Self.lines(25...31))
      try file.append(Self.text(33...33))
      await viewer.wait(for: "1 new line ↓")
    }
  }

  @Test func `is followed by F, until the reader says so`() async throws {
    try await run(Self.text(1...20)) { viewer, file in
      await viewer.wait(for: Self.lines(1...7))
      viewer.type("F")
      await viewer.wait(for: Self.lines(14...20))
      await viewer.wait(for: "following")
      try file.append(Self.text(21...22))
      await viewer.wait(for: Self.lines(16...22))
      viewer.type("F")
      await viewer.wait("no word of it") { !($0.last ?? "").contains("following") }
      try file.append(Self.text(23...40))
      await viewer.wait(for: "new lines")
      await viewer.wait(for: Self.lines(16...22))
    }
  }

  @Test func `is followed no more while the reader is further up`() async throws {
    try await run(Self.text(1...20), following: true) { viewer, file in
      await viewer.wait(for: Self.lines(14...20))
      viewer.type("b")
      await viewer.wait(for: "following paused")
      let rows = viewer.rows.dropLast()
      try file.append(Self.text(21...22))
      await viewer.wait(for: "2 new lines ↓")
      #expect(viewer.rows.dropLast() == rows)
      viewer.type("G")
      await viewer.wait(for: Self.lines(16...22))
      try file.append(Self.text(23...24))
      await viewer.wait(for: Self.lines(18...24))
      #expect(viewer.statusLine.contains("following"))
    }
  }

  @Test func `is followed over more than can be read`() async throws {
    try await run(Self.text(1...20), following: true) { viewer, file in
      await viewer.wait(for: Self.lines(14...20))
      for start in stride(from: 21, to: 60_000, by: 5_000) {
        try file.append(Self.text(start...start + 4_999))
        await viewer.wait(for: "line \(start + 4_999)")
      }
    }
  }

  @Test func `is followed no more after an interrupt, which does not end the program`() async throws
  {
    try await run(Self.text(1...20), following: true) { viewer, _ in
      let interrupt: Key = "^C"
      await viewer.wait(for: "following")
      viewer.type(interrupt)
      await viewer.wait("no word of it") { !($0.last ?? "").contains("following") }
      #expect(viewer.session.end == nil)
      viewer.type(interrupt)
      #expect(viewer.session.end == .interrupted)
    }
  }

  @Test func `may be another one at the same path`() async throws {
    try await run(Self.text(1...20), following: true) { viewer, file in
      await viewer.wait(for: Self.lines(14...20))
      try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".1")
      await viewer.wait(for: "the file no longer exists; showing its last contents")
      await viewer.wait(for: Self.lines(14...20))
      try file.make("new 1\nnew 2\n")
      await viewer.wait(for: Self.lines(16...20) + ["new 1", "new 2"])
      await viewer.wait(for: "rotated: reading the new log")
      try file.append("new 3\n")
      await viewer.wait(for: Self.lines(17...20) + ["new 1", "new 2", "new 3"])
      viewer.type("g")
      await viewer.wait(for: Self.lines(1...7))
      viewer.type("G")
      await viewer.wait(for: Self.lines(17...20) + ["new 1", "new 2", "new 3"])
    }
  }

  @Test func `that is followed has what was added before another one took its place`() async throws
  {
    try await run(Self.text(1...20), following: true) { viewer, file in
      await viewer.wait(for: Self.lines(14...20))
      try file.rotate(adding: Self.text(21...1_000), then: "new 1\n")
      await viewer.wait(for: Self.lines(995...1_000) + ["new 1"])
      // The writer may keep writing to the rotated file for a while.
      try file.rotated.append(Self.text(1_001...1_001))
      try file.append("new 2\n")
      await viewer.wait(for: "new 2")
      viewer.type("b")
      await viewer.wait("lines of the old one") { $0.contains("line 990") }
      try file.rotate(adding: "new 3\n", then: "newer 1\n")
      await viewer.wait(for: "2 new lines ↓")
      viewer.type("G")
      await viewer.wait("all of them") {
        Array($0.dropLast().suffix(4)) == ["new 1", "new 2", "new 3", "newer 1"]
      }
    }
  }

  @Test func `has numbers from 1 again where another one follows it`() async throws {
    try await TemporaryFolder.run { folder in
      let file = GrowingFile(path: try folder.write(Self.text(1...20), to: "log"))
      let viewer = try ViewerFixture(folder, "log", at: .end, numbers: true, following: true)
      await viewer.wait("its last line") { $0[6] == "     20 line 20" }
      try file.rotate(adding: Self.text(21...21), then: "new 1\nnew 2\n")
      await viewer.wait("both") {
        $0[4...6] == ["     21 line 21", "      1 new 1", "      2 new 2"]
      }
    }
  }

  @Test func `that was rotated has its own numbers, but is neither searched nor marked`()
    async throws
  {
    try await run(Self.text(1...20), following: true) { viewer, file in
      await viewer.wait(for: Self.lines(14...20))
      try file.rotate(adding: Self.text(21...21), then: "new 1\nnew 2\nnew 3\n")
      await viewer.wait(for: Self.lines(18...21) + ["new 1", "new 2", "new 3"])
      viewer.type("=")
      await viewer.wait(for: "lines 1–3 of 3")
      viewer.type("/new 2\n")
      await viewer.wait(for: "match 1 of 1")
      viewer.type("G/line 20\n")
      await viewer.wait(for: "not found below, lines of replaced files not searched")
      viewer.type("?line 20\n")
      await viewer.wait(for: "not found above, lines of replaced files not searched")
      viewer.type("g")
      await viewer.wait(for: Self.lines(1...7))
      viewer.type("=")
      await viewer.wait(for: "in an earlier file, which has been replaced")
      viewer.type("ma")
      await viewer.wait(for: "cannot mark this line: its file has been replaced")
    }
  }

  @Test func `that nobody follows is shown from the start of what took its place`() async throws {
    try await run(Self.text(1...20)) { viewer, file in
      await viewer.wait(for: Self.lines(1...7))
      try file.rotate(adding: Self.text(21...22), then: "new 1\nnew 2\n")
      await viewer.wait(for: ["new 1", "new 2"])
      await viewer.wait(for: "changed: reading it again")
    }
  }

  @Test func `may be cut, and begin again`() async throws {
    try await run(Self.text(1...20)) { viewer, file in
      await viewer.wait(for: Self.lines(1...7))
      #expect(truncate(file.path, 0) == 0)
      await viewer.wait(for: "truncated: reading from the start")
      try file.append("new\n")
      await viewer.wait(for: ["new"])
    }
  }

  @Test func `may be removed, and come back`() async throws {
    try await run(Self.text(1...3)) { viewer, file in
      await viewer.wait(for: Self.lines(1...3))
      try FileManager.default.removeItem(atPath: file.path)
      await viewer.wait(for: "the file no longer exists; showing its last contents")
      try file.make(Self.text(1...4))
      await viewer.wait(for: Self.lines(1...4))
    }
  }
}
