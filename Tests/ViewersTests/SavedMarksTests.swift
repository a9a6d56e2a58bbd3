import Feeds
import Foundation
import TemporaryFolders
import Testing

@testable import Viewers

/// Marks that are kept from one run to the next.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Kept marks` {
  private static let text = (1...200).map { "line \($0)\n" }.joined()
  private static func lines(_ range: ClosedRange<Int>) -> [String] { range.map { "line \($0)" } }

  /// Opens the folder's log at its start.
  private static func open(
    _ folder: TemporaryFolder, columns: Int = 40
  ) async throws -> ViewerFixture {
    let viewer = try ViewerFixture(folder, "log", columns: columns, keepsMarks: true)
    await viewer.wait(for: lines(1...7))
    return viewer
  }

  @Test func `are found again, each by its file's name`() async throws {
    try await TemporaryFolder.run { folder in
      let marks = SavedMarks(folder: BytePath(folder.path))
      #expect(marks.marks(of: "one").isEmpty)
      try marks.keep([Mark("a", at: 12)], of: "one")
      try marks.keep([Mark("B", at: 34)], of: "a b%\nc")
      try marks.keep([Mark("a", at: 56)], of: "one")
      #expect(marks.marks(of: "one") == ["a": 56])
      #expect(marks.marks(of: "a b%\nc") == ["B": 34])
      try marks.keep([Mark("a", at: nil)], of: "one")
      #expect(marks.marks(of: "one").isEmpty)
    }
  }

  @Test func `are as many as the limit and no more than the file may hold, the oldest gone`()
    async throws
  {
    try await TemporaryFolder.run { folder in
      let marks = SavedMarks(folder: BytePath(folder.path))
      for number in 0...SavedMarks.limit {
        try marks.keep([Mark("a", at: number)], of: "\(number)")
      }
      #expect(marks.marks(of: "0").isEmpty)
      #expect(marks.marks(of: "1") == ["a": 1])
      // A path may have four thousand bytes.
      for number in 0..<30 {
        try marks.keep(
          [Mark("a", at: number)], of: "\(number)" + String(repeating: "x", count: 4_000))
      }
      let size = try FileManager.default.attributesOfItem(atPath: folder.path + "/marks")[.size]
      #expect((size as? Int ?? .max) <= 1 << 16)
      #expect(marks.marks(of: "29" + String(repeating: "x", count: 4_000)) == ["a": 29])
    }
  }

  @Test func `are for their owner alone, and nothing where they cannot be read`() async throws {
    try await TemporaryFolder.run { folder in
      let marks = SavedMarks(folder: BytePath(folder.path))
      try marks.keep([Mark("a", at: 1)], of: "one")
      let path = folder.path + "/marks"
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      try Data("one a\none b x\none c -1\n\u{0}\none d 7\n".utf8).write(to: URL(filePath: path))
      #expect(marks.marks(of: "one") == ["d": 7])
    }
  }

  @Test func `lose nothing where several programs keep theirs at once`() async throws {
    try await TemporaryFolder.run { folder in
      let marks = SavedMarks(folder: BytePath(folder.path))
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask { try? marks.keep([Mark("a", at: number)], of: "\(number)") }
        }
      }
      #expect((0..<20).allSatisfy { marks.marks(of: "\($0)") == ["a": $0] })
    }
  }

  @Test func `lead to their line, also in another run`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(Self.text, to: "log")
      for run in 1...2 {
        let viewer = try await Self.open(folder)
        if run == 1 {
          // A mark that is typed ahead waits for its position.
          viewer.type("50gma")
          await viewer.wait(for: "mark 'a' set")
          viewer.type("jjmb")
          await viewer.wait(for: "mark 'b' set")
          viewer.type("G")
          await viewer.wait(for: "· end")
          await viewer.wait("the marks in the file") { _ in viewer.keptMarks == 2 }
        }
        viewer.type("'a")
        await viewer.wait(for: Self.lines(50...56))
        viewer.type("'b")
        await viewer.wait(for: Self.lines(52...58))
        viewer.type("'^")
        await viewer.wait(for: Self.lines(1...7))
        viewer.type("'$")
        await viewer.wait(for: Self.lines(194...200))
        viewer.type("'x")
        await viewer.wait(for: "no mark 'x': press mx to set it")
      }
    }
  }

  @Test func `have the place that a file was left at, which the first '' goes to`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(Self.text, to: "log")
      let first = try await Self.open(folder)
      first.type("120g")
      await first.wait(for: Self.lines(120...126))
      first.leave()
      let second = try await Self.open(folder)
      second.type("''")
      await second.wait(for: Self.lines(120...126))
      second.type("''")
      await second.wait(for: Self.lines(1...7))
      second.leave()
      // If a reader leaves at the start, the position that another run has stored remains.
      #expect(second.keptMarks == 1)
    }
  }

  @Test func `that another run has set meanwhile are found`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(Self.text, to: "log")
      let (first, second) = (try await Self.open(folder), try await Self.open(folder))
      first.type("'a")
      await first.wait(for: "no mark 'a': press ma to set it")
      second.type("50gma")
      await second.wait("the mark in the file") { _ in second.keptMarks == 1 }
      first.type("'ajj")
      await first.wait(for: Self.lines(52...58))
      // Going to a mark that does not exist was not a jump.
      first.type("''")
      await first.wait(for: Self.lines(1...7))
    }
  }

  @Test func `that could not be kept at first are kept at the end`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(Self.text, to: "log")
      // A folder has the name of the file that is to replace the file of marks.
      try folder.write("", to: "state/marks.new/x")
      let viewer = try await Self.open(folder, columns: 160)
      viewer.type("ma")
      await viewer.wait(for: "cannot save the mark: Is a directory")
      try FileManager.default.removeItem(atPath: folder.path + "/state/marks.new")
      viewer.type("50g")
      await viewer.wait(for: Self.lines(50...56))
      viewer.leave()
      #expect(viewer.keptMarks == 2)
    }
  }

  @Test func `beyond the end of a file are told`() async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write(Self.text, to: "log")
      let viewer = try await Self.open(folder, columns: 160)
      viewer.type("150gma")
      await viewer.wait(for: "mark 'a' set")
      try Data("short\n".utf8).write(to: URL(filePath: path))
      viewer.type("r")
      await viewer.wait(for: ["short"])
      viewer.type("'a")
      await viewer.wait(for: "no line 150")
    }
  }
}
