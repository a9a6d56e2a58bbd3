import ByteStores
import Feeds
import FileSources
import Paging
import Records
import Search
import TableUI
import Terminal
import Testing

@testable import Viewers

/// The state of a text on the screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A shown text` {
  @Test func `has the lines in sight of the last frame`() async throws {
    try await TextBench.run(TextBench.lines(1...100)) { bench, _ in
      #expect(bench.text.shown.isEmpty)
      await bench.wait(top: "line 1")
      #expect(bench.rows == (1...8).map { "line \($0)" })
      #expect(bench.text.isFilled && !bench.text.showsEnd)
    }
  }

  @Test func `is not filled by fewer lines than the screen has`() async throws {
    try await TextBench.run("one\ntwo\n") { bench, _ in
      await bench.wait(top: "one")
      #expect(!bench.text.isFilled && bench.text.showsEnd)
      #expect(bench.text.heldEnd == 8)
      #expect(bench.text.lastHeld.map { bench.text.end(of: $0) } == 8)
    }
  }

  @Test func `says once that it looks like no text`() async throws {
    try await TextBench.run("\u{0}\u{1}\u{2}\u{0}\u{0}\n\u{0}\u{0}\n") { bench, _ in
      await bench.wait(said: "looks like a binary file")
      bench.list.willHandleInput()
      await bench.settle()
      #expect(bench.said.isEmpty)
    }
  }

  @Test func `says that an entry may go on if the lines behind it are not loaded`() async throws {
    let log = (0..<5_000).map { "2026-11-24T10:00:00Z line \($0)\n  at \($0)\n" }.joined()
    try await TextBench.run(log) { bench, _ in
      await bench.wait(top: "2026-11-24T10:00:00Z line 0")
      let line = try #require(bench.text.shown.first)
      let held = bench.text.entry(of: line)
      #expect(held.bytes.count > line.bytes.count && !held.mayGoOn)
      let last = try #require(bench.text.lastHeld)
      #expect(bench.text.entry(of: last).mayGoOn)
      bench.list.jump(to: .end)
      await bench.wait("another part of the text") {
        bench.list.pager.index(of: .item(line.id)) == nil
      }
      #expect(bench.text.entry(of: line).mayGoOn)
    }
  }

  @Test func `holds a place with what stands below it on the screen`() async throws {
    try await TextBench.run(TextBench.lines(1...9) + TextBench.lines(10...2_000)) { bench, _ in
      await bench.wait(top: "line 1")
      let edition = bench.text.file.edition
      #expect(bench.text.isHeld(FileOffset(bytes: 7, edition: edition)))
      #expect(!bench.text.isHeld(FileOffset(bytes: 8, edition: edition)))
      // Nothing is held below the last held line.
      let last = try #require(bench.text.lastHeld)
      #expect(!bench.list.pager.reaches(.trailing))
      #expect(!bench.text.isHeld(last.id))
    }
  }
}
