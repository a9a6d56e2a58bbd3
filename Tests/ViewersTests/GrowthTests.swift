import Foundation
import TableUI
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
      await viewer.wait(for: ["line 1", "lin", "── end ──"])
      try file.append("e 2\nline 3\n")
      await viewer.wait(for: Self.lines(1...3) + ["── end ──"])
    }
  }

  @Test func `stays where it is further up, and says how many lines are new`() async throws {
    try await run(Self.text(1...20)) { viewer, file in
      await viewer.wait(for: Self.lines(1...7))
      try file.append(Self.text(21...32))
      await viewer.wait(for: "12 new lines ↓")
      await viewer.wait(for: Self.lines(1...7))
      viewer.type("G")
      await viewer.wait(for: Self.lines(27...32) + ["── end ──"])
      #expect(!viewer.statusLine.contains("new"))
      viewer.type("k")
      await viewer.wait(for: Self.lines(26...32))
      try file.append(Self.text(33...33))
      await viewer.wait(for: "1 new line ↓")
    }
  }

  @Test func `is followed by F, until the reader says so`() async throws {
    try await run(Self.text(1...20)) { viewer, file in
      await viewer.wait(for: Self.lines(1...7))
      viewer.type("F")
      await viewer.wait(for: Self.lines(15...20))
      await viewer.wait(for: "following")
      try file.append(Self.text(21...22))
      await viewer.wait(for: Self.lines(17...22))
      viewer.type("F")
      await viewer.wait("no word of it") { !($0.last ?? "").contains("following") }
      try file.append(Self.text(23...40))
      await viewer.wait(for: "new lines")
      await viewer.wait(for: Self.lines(17...22))
    }
  }

  @Test func `is followed no more while the reader is further up`() async throws {
    try await run(Self.text(1...20), following: true) { viewer, file in
      await viewer.wait(for: Self.lines(15...20))
      viewer.type("b")
      await viewer.wait(for: "following paused")
      let rows = viewer.rows.dropLast()
      try file.append(Self.text(21...22))
      await viewer.wait(for: "2 new lines ↓")
      #expect(viewer.rows.dropLast() == rows)
      viewer.type("G")
      await viewer.wait(for: Self.lines(17...22))
      try file.append(Self.text(23...24))
      await viewer.wait(for: Self.lines(19...24))
      #expect(viewer.statusLine.contains("following"))
    }
  }

  @Test func `is followed over more than can be read`() async throws {
    try await run(Self.text(1...20), following: true) { viewer, file in
      await viewer.wait(for: Self.lines(15...20))
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
      await viewer.wait(for: Self.lines(15...20))
      try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".1")
      await viewer.wait(for: "the file is gone; this is what it was")
      await viewer.wait(for: Self.lines(15...20))
      try file.make("new 1\nnew 2\n")
      await viewer.wait(for: ["new 1", "new 2", "── end ──"])
      #expect(viewer.statusLine.contains("a new file is at this path"))
      try file.append("new 3\n")
      await viewer.wait(for: ["new 1", "new 2", "new 3", "── end ──"])
    }
  }

  @Test func `may be cut, and begin again`() async throws {
    try await run(Self.text(1...20)) { viewer, file in
      await viewer.wait(for: Self.lines(1...7))
      #expect(truncate(file.path, 0) == 0)
      await viewer.wait(for: "the file is empty now")
      try file.append("new\n")
      await viewer.wait(for: ["new", "── end ──"])
    }
  }

  @Test func `may be removed, and come back`() async throws {
    try await run(Self.text(1...3)) { viewer, file in
      await viewer.wait(for: Self.lines(1...3) + ["── end ──"])
      try FileManager.default.removeItem(atPath: file.path)
      await viewer.wait(for: "the file is gone; this is what it was")
      try file.make(Self.text(1...4))
      await viewer.wait(for: Self.lines(1...4) + ["── end ──"])
    }
  }
}
