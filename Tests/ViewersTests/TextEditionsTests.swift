import ByteStores
import Feeds
import FileSources
import Foundation
import Paging
import Records
import Search
import TableUI
import Terminal
import Testing

@testable import Viewers

/// The files at the path of a text, without a screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `The files at a path` {
  private func run(
    _ lines: ClosedRange<Int> = 1...3, options: ViewerOptions = ViewerOptions(),
    _ body: (TextParts, GrowingFile) async throws -> Void
  ) async throws {
    try await TextBench.run(TextBench.lines(lines), options: options) { bench, file in
      let parts = TextParts(bench, follows: true)
      await bench.wait(top: "line 1")
      await bench.wait("all of it") { bench.list.pager.reaches(.trailing) }
      try await body(parts, file)
    }
  }

  // MARK: The same file

  @Test func `are the same one where it has grown, which is noted once`() async throws {
    try await run { parts, file in
      #expect(!parts.editions.noteSize())
      try file.append("line 4\n")
      #expect(parts.editions.noteSize())
      #expect(parts.bench.text.knownSize == 28)
      #expect(!parts.editions.noteSize())
      parts.editions.notePath()
      await parts.bench.wait("the line") { parts.bench.rows.last == "line 4" }
      #expect(parts.bench.said == "")
    }
  }

  @Test func `are said to be as they were, or by how much the one has grown`() async throws {
    try await run { parts, file in
      parts.editions.reload()
      await parts.bench.wait(said: "up to date")
      try file.append("line 4\n")
      parts.editions.reload()
      await parts.bench.wait(said: "grew by 7 bytes")
      await parts.bench.wait("the line") { parts.bench.rows.last == "line 4" }
      parts.editions.reload()
      await parts.bench.wait(said: "up to date")
    }
  }

  @Test func `are heard of from the first frame on`() async throws {
    try await run { parts, file in
      var news: [String] = []
      parts.editions.watch { news.append("first") }
      parts.editions.watch { news.append("second") }
      try file.append("line 4\n")
      await parts.bench.wait("news") { !news.isEmpty }
      #expect(Set(news) == ["first"])
    }
  }

  // MARK: Another one

  @Test func `are another one where that is shorter`() async throws {
    try await run { parts, file in
      let edition = parts.bench.text.file.edition
      #expect(truncate(file.path, 7) == 0)
      #expect(!parts.editions.noteSize())
      await parts.bench.wait(said: "changed: reading it again")
      await parts.bench.wait("what is left") { parts.bench.rows == ["line 1"] }
      #expect(parts.bench.text.file.edition > edition)
      #expect(parts.bench.text.knownSize == 7)
    }
  }

  @Test func `are an empty one that was emptied`() async throws {
    try await run { parts, file in
      #expect(truncate(file.path, 0) == 0)
      #expect(!parts.editions.noteSize())
      await parts.bench.wait(said: "truncated: reading from the start")
      await parts.bench.wait("nothing") { parts.bench.rows.isEmpty }
    }
  }

  @Test func `are another one that was put there`() async throws {
    try await run { parts, file in
      try file.make("other 1\nother 2\n")
      // The file that is shown has the same size as before.
      #expect(!parts.editions.noteSize())
      parts.editions.notePath()
      await parts.bench.wait("its lines") { parts.bench.rows == ["other 1", "other 2"] }
      #expect(parts.bench.said == "changed: reading it again")
      #expect(parts.bench.text.knownSize == 16)
      parts.bench.list.willHandleInput()
      parts.editions.notePath()
      await parts.bench.settle()
      #expect(parts.bench.said == "")
    }
  }

  @Test func `follow one another where the reader follows`() async throws {
    try await run(1...20) { parts, file in
      parts.tail.follow()
      await parts.bench.wait("the end") { parts.bench.rows.last == "line 20" }
      try file.rotate(adding: "line 21\n", then: "other 1\n")
      if parts.editions.noteSize() { parts.tail.noteGrowth() }
      parts.editions.notePath()
      await parts.bench.wait("the other one") { parts.bench.rows.last == "other 1" }
      #expect(parts.bench.rows.dropLast().last == "line 21")
      await parts.bench.wait(said: "rotated: reading the new")
    }
  }

  // MARK: None

  @Test func `are none where it was deleted, which is said once, and its lines stay`()
    async throws
  {
    try await run { parts, file in
      let rows = parts.bench.rows
      try file.remove()
      parts.editions.notePath()
      #expect(parts.bench.said == "the file no longer exists; showing its last contents")
      parts.bench.list.willHandleInput()
      parts.editions.notePath()
      await parts.bench.settle()
      #expect(parts.bench.said == "" && parts.bench.rows == rows)
    }
  }

  @Test func `come and go, and each time it is said`() async throws {
    try await run { parts, file in
      try file.remove()
      parts.editions.notePath()
      try file.make("other 1\n")
      parts.editions.notePath()
      await parts.bench.wait("its lines") { parts.bench.rows == ["other 1"] }
      #expect(parts.bench.said == "changed: reading it again")
      try file.remove()
      parts.editions.notePath()
      #expect(parts.bench.said == "the file no longer exists; showing its last contents")
    }
  }

  // MARK: Editing

  @Test func `are not edited where that is forbidden`() async throws {
    var options = ViewerOptions()
    options.restriction = .environment
    try await run(options: options) { parts, _ in
      parts.bench.press("v", of: parts.editions.commands)
      #expect(parts.bench.said.contains("forbids editing"))
    }
  }

  @Test func `are not edited where there is none`() async throws {
    try await TextBench.stream { bench, _ in
      let parts = TextParts(bench, follows: true)
      bench.press("v", of: parts.editions.commands)
      #expect(bench.said == "only a file can be edited")
    }
  }
}
