import ByteStores
import Feeds
import FileSources
import Foundation
import Paging
import Pipes
import Records
import Search
import TableUI
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

/// The records of a text, without a screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `The records of a text` {
  private static func table(_ names: String, _ row: String, rows: Int = 20) -> String {
    names + "\n" + String(repeating: row + "\n", count: rows)
  }

  private func run(
    _ content: String, options: ViewerOptions = ViewerOptions(),
    _ body: (TextParts, GrowingFile) async throws -> Void
  ) async throws {
    try await TextBench.run(content, name: "t.csv", options: options) { bench, file in
      let parts = TextParts(bench)
      await bench.wait("lines") { !bench.rows.isEmpty }
      if parts.records.recognize(bench.text.file) {
        bench.list.pager.exchange(bench.text.shownSource)
      }
      try await body(parts, file)
    }
  }

  // MARK: Recognition

  @Test func `are known by the columns of its first line, which is none of them`() async throws {
    try await run(Self.table("a,b", "1,2")) { parts, _ in
      #expect(parts.names == ["a", "b"])
      #expect(parts.records.start == 4)
      #expect(parts.bench.list.itemNames.many == "records")
      await parts.bench.wait(top: "1,2")
    }
  }

  @Test func `are none in a text without columns`() async throws {
    try await run("one\ntwo\n") { parts, _ in
      #expect(parts.columns == nil && parts.records.start == 0)
      #expect(parts.bench.list.itemNames.many == "lines")
      #expect(parts.records.doubt == nil)
    }
  }

  @Test func `have the columns of another file that is at the path`() async throws {
    try await run(Self.table("a,b", "1,2")) { parts, file in
      var changes = 0
      parts.records.onColumnsChange = { changes += 1 }
      try file.make(Self.table("c,d,e", "3,4,5"))
      parts.editions.notePath()
      await parts.bench.wait("other columns") { parts.names == ["c", "d", "e"] }
      await parts.bench.wait(top: "3,4,5")
      #expect(changes == 1 && parts.records.start == 6)
    }
  }

  @Test func `stay as they are in another file of the same columns`() async throws {
    try await run(Self.table("a,b", "1,2")) { parts, file in
      let columns = parts.columns
      var changes = 0
      parts.records.onColumnsChange = { changes += 1 }
      try file.make(Self.table("a,b", "3,4"))
      parts.editions.notePath()
      await parts.bench.wait(top: "3,4")
      #expect(changes == 0 && parts.columns === columns)
    }
  }

  @Test func `are lines again in another file that has none`() async throws {
    try await run(Self.table("a,b", "1,2")) { parts, file in
      var changes = 0
      parts.records.onColumnsChange = { changes += 1 }
      try file.make("one line\nand another\n")
      parts.editions.notePath()
      await parts.bench.wait(top: "one line")
      #expect(parts.columns == nil && changes == 1 && parts.records.start == 0)
      #expect(parts.bench.list.itemNames.many == "lines")
    }
  }

  @Test func `of a stream are known once enough of it has come`() async throws {
    try await TextBench.stream("{\"a\": 1") { bench, pipe in
      let parts = TextParts(bench)
      await bench.wait("a part of a line") { !bench.rows.isEmpty }
      bench.text.knownSize = try bench.text.file.size()
      parts.records.recognizeGrowth()
      #expect(parts.columns == nil)
      pipe.write("}\n{\"a\": 2}\n{\"a\": 3}\n")
      await bench.wait("all of it") { ((try? bench.text.file.size()) ?? 0) >= 27 }
      bench.text.knownSize = try bench.text.file.size()
      parts.records.recognizeGrowth()
      #expect(parts.columns?.reading.isJSON == true)
      #expect(bench.list.itemNames.many == "records")
      let columns = parts.columns
      parts.records.recognizeGrowth()
      #expect(parts.columns === columns)
    }
  }

  // MARK: Names

  private func pattern(_ typed: String, _ parts: TextParts) throws -> TextPattern {
    try parts.bench.text.finder.pattern(of: typed)
  }

  @Test func `are asked for a column by its name, as long as there are some`() async throws {
    try await run(Self.table("a,b", "1,2")) { parts, file in
      let known = try pattern("a=1", parts)
      #expect(known.expression != nil)
      let unknown = #expect(throws: PatternError.self) { try pattern("z=1", parts) }
      #expect(unknown?.message == "no column 'z'")
      try file.make("one line\nand another\n")
      parts.editions.notePath()
      await parts.bench.wait(top: "one line")
      let later = try pattern("a=1", parts)
      #expect(later.expression == nil)
    }
  }

  @Test func `say which column that was asked for they do not have`() async throws {
    var options = ViewerOptions()
    options.columns = ["b", "z"]
    try await run(Self.table("a,b", "1,2"), options: options) { parts, _ in
      #expect(parts.bench.said == "no column 'z'")
      #expect(parts.columns?.areChosen == true)
    }
  }

  // MARK: Layout

  /// Opens a file whose column layout is saved.
  private func open(_ path: String, _ saved: SavedColumns, named names: [String]? = nil)
    async throws
    -> TextParts
  {
    var options = ViewerOptions()
    options.columns = names
    let bench = try TextBench(
      TextFeed(FileStore(path: path), nil), options: options, columns: saved)
    let parts = TextParts(bench)
    await bench.wait("lines") { !bench.rows.isEmpty }
    if parts.records.recognize(bench.text.file) {
      bench.list.pager.exchange(bench.text.shownSource)
    }
    return parts
  }

  @Test func `stand as a reader has left them, unless they are named`() async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write(Self.table("a,b,c", "1,2,3"), to: "t.csv")
      let saved = SavedColumns(folder: BytePath(folder.path + "/state"))
      let first = try await open(path, saved)
      try first.records.keepLayout()
      let before = try await open(path, saved)
      #expect(before.columns?.count == 3)
      #expect(before.columns?.arranged.toggle(1) == nil)
      try before.records.keepLayout()
      let next = try await open(path, saved)
      #expect(next.columns?.count == 2)
      let named = try await open(path, saved, named: ["a", "b", "c"])
      #expect(named.columns?.count == 3)
      #expect(named.columns?.arranged.toggle(0) == nil)
      try named.records.keepLayout()
      #expect(
        saved.arrangement(of: FileMarks.name(of: named.bench.text.file) ?? "")?.hidden == ["b"])
    }
  }

  @Test func `stand so in another file of other columns, too`() async throws {
    try await run(Self.table("a,b,c", "1,2,3")) { parts, file in
      #expect(parts.columns?.arranged.toggle(1) == nil)
      try file.make(Self.table("a,b,c,d", "1,2,3,4"))
      parts.editions.notePath()
      await parts.bench.wait("other columns") { parts.names == ["a", "b", "c", "d"] }
      #expect(parts.columns?.count == 3)
    }
  }
}
