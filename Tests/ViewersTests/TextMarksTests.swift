import ByteStores
import Feeds
import FileSources
import Foundation
import Paging
import Records
import Search
import TemporaryFolders
import Terminal
import Testing

@testable import TableUI
@testable import Viewers

/// Marks of a text, without a screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Marks of a text` {
  /// The marks of a text, and the keys that set them.
  @MainActor private final class MarkKeys {
    let bench: TextBench
    let marks: TextMarks
    private(set) var endings = 0

    init(_ bench: TextBench) {
      marks = TextMarks(bench.text, bench.journey)
      self.bench = bench
      bench.afterLayout = { [marks] in marks.performPending() }
      bench.whenGivenUp = { [marks] in marks.giveUpPending() }
    }

    private var commands: [Command] { marks.commands { [weak self] in self?.endings += 1 } }

    /// Types a key and a letter.
    func type(_ key: Key, _ letter: Unicode.Scalar) {
      let command = commands.first { $0.prefix == .key(key) && $0.keys.isEmpty }
      if let command { command.perform(letter: letter) } else { Issue.record("no \(key)") }
    }

    /// Types two keys, the second of which is not a letter.
    func type(_ key: Key, then second: Key) { bench.press(second, after: .key(key), of: commands) }
  }

  private func run(_ body: (TextBench, MarkKeys) async throws -> Void) async throws {
    try await TextBench.run(TextBench.lines(1...500)) { bench, _ in
      let marks = MarkKeys(bench)
      await bench.wait(top: "line 1")
      try await body(bench, marks)
    }
  }

  @Test func `are set at the first and the last line in sight, and gone to`() async throws {
    try await run { bench, marks in
      marks.type("m", "a")
      #expect(bench.said == "mark 'a' set")
      marks.type("M", "b")
      #expect(bench.said == "mark 'b' set")
      marks.type("'", "b")
      await bench.wait(top: "line 8")
      marks.type("'", "a")
      await bench.wait(top: "line 1")
    }
  }

  @Test func `are set where the reader is on the way to`() async throws {
    try await run { bench, marks in
      bench.journey.go(toLine: 300)
      marks.type("m", "a")
      marks.type("M", "b")
      #expect(bench.said == "")
      await bench.wait(top: "line 300")
      await bench.wait(said: "mark 'b' set")
      bench.journey.goToStart()
      await bench.wait(top: "line 1")
      marks.type("'", "a")
      await bench.wait(top: "line 300")
      marks.type("'", "b")
      await bench.wait(top: "line 307")
    }
  }

  @Test func `are given up with the way to their place`() async throws {
    try await run { bench, marks in
      bench.journey.go(toLine: 300)
      marks.type("m", "a")
      bench.journey.giveUp()
      await bench.settle()
      #expect(bench.said == "")
      marks.type("'", "a")
      await bench.wait(said: "no mark 'a': press ma to set it")
      #expect(bench.tops == ["line 1"])
    }
  }

  @Test func `are forgotten by a key`() async throws {
    try await run { bench, marks in
      marks.type("m", "a")
      marks.type(.alt("m"), "a")
      #expect(bench.said == "mark 'a' removed")
      marks.type("'", "a")
      await bench.wait(said: "no mark 'a': press ma to set it")
    }
  }

  @Test func `stand at the later of two places`() async throws {
    try await run { bench, marks in
      marks.type("m", "a")
      bench.journey.go(toLine: 200)
      await bench.wait(top: "line 200")
      marks.type("m", "a")
      bench.journey.goToStart()
      await bench.wait(top: "line 1")
      marks.type("'", "a")
      await bench.wait(top: "line 200")
    }
  }

  @Test func `are nowhere once the file is shorter`() async throws {
    try await run { bench, marks in
      marks.type("M", "a")
      bench.text.knownSize = 10
      marks.type("'", "a")
      await bench.wait(said: "the mark is beyond the end of the file")
      #expect(!bench.journey.isOnTheWay)
    }
  }

  @Test func `are there of themselves at the start and at the end`() async throws {
    try await run { bench, marks in
      bench.journey.go(toLine: 300)
      await bench.wait(top: "line 300")
      marks.type("'", then: "^")
      await bench.wait(top: "line 1")
      marks.type("'", then: "$")
      #expect(marks.endings == 1)
    }
  }

  @Test func `lead back to before the last jump, if there was one`() async throws {
    try await run { bench, marks in
      marks.marks.goBack()
      await bench.wait(said: "no jump to return from")
      bench.journey.go(toLine: 300)
      await bench.wait(top: "line 300")
      marks.marks.goBack()
      await bench.wait(top: "line 1")
    }
  }

  // MARK: Other runs

  @Test func `are found by another run, and so is the place where a reader left`() async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write(TextBench.lines(1...500), to: "file")
      let saved = SavedMarks(folder: BytePath(folder.path + "/state"))
      @MainActor func open() async throws -> (TextBench, MarkKeys) {
        let bench = try TextBench(TextFeed(FileStore(path: path), nil), marks: saved)
        await bench.wait(top: "line 1")
        return (bench, MarkKeys(bench))
      }
      let (first, marks) = try await open()
      first.journey.go(toLine: 100)
      await first.wait(top: "line 100")
      marks.type("m", "a")
      first.journey.go(toLine: 300)
      await first.wait(top: "line 300")
      try marks.marks.keep()
      let (next, found) = try await open()
      found.type("'", "a")
      await next.wait(top: "line 100")
      let (last, left) = try await open()
      left.marks.goBack()
      await last.wait(top: "line 300")
    }
  }
}
