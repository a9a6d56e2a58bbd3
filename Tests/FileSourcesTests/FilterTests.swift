import ByteStores
import Paging
import Randomness
import Records
import TemporaryFolders
import Testing
@testable import FileSources

/// Lines that meet some conditions, compared with a plain list of them.
@Suite struct `A filter of a text` {
  private static let executors: [any TaskExecutor] = [
    globalConcurrentExecutor, globalConcurrentExecutor,
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func filter(
    _ bytes: [UInt8], _ conditions: [FilterModel.Condition], context: Int, window: Int
  ) throws -> FilteredTextSource {
    let text = try TextFileSource(
      path: folder.write(bytes), pieceSize: 16, read: ReadLog().read)
    return FilteredTextSource(
      text, FilterModel.conditions(conditions), context: context, on: Self.executors,
      window: window)
  }

  private func check(_ lines: [TextLine], _ model: FilterModel) {
    #expect(lines.map { Array($0.raw) } == model.shown.map { Array(model.bytes[$0]) })
    #expect(lines.map(\.id.bytes) == model.shown.map(\.lowerBound))
  }

  private static let kinds: [[FilterModel.Condition]] = [
    [("a", false)], [("b", false)], [("b", true)], [("a", false), ("b", false)],
    [("a", true), ("é", false)], [("a", true), ("b", true)], [("q", false)], [("q", true)], [],
  ]

  @Test(arguments: 0..<6)
  func `shows the same lines in both directions at every size`(start: UInt64) async throws {
    var (text, random) = (RandomText(start: start), SplitMix64(start: start))
    let bytes = text.bytes(300, longestLine: 40)
    for conditions in Self.kinds {
      let context = [0, 0, 1, 2, 7].randomElement(using: &random) ?? 0
      let window = [256, 300, 1000].randomElement(using: &random) ?? 256
      let source = try filter(bytes, conditions, context: context, window: window)
      let model = FilterModel(bytes, conditions, context: context)
      for size in [1, [2, 3, 7, 100].randomElement(using: &random) ?? 2] {
        check(try await source.walk(.start, by: size), model)
        check(try await source.walk(.end, by: size), model)
      }
    }
  }

  @Test(arguments: 0..<8)
  func `shows what follows and precedes any line`(start: UInt64) async throws {
    var (text, random) = (RandomText(start: start), SplitMix64(start: start))
    let bytes = text.bytes(500, longestLine: 40)
    let conditions = Self.kinds.randomElement(using: &random) ?? []
    let context = Int.random(in: 0...3, using: &random)
    let source = try filter(bytes, conditions, context: context, window: 256)
    let model = FilterModel(bytes, conditions, context: context)
    for place in model.boundaries {
      let size = Int.random(in: 1...9, using: &random)
      let below = try await source.page(.after(FileOffset(bytes: place)), size)
      let starts = model.shown.map(\.lowerBound)
      let border = model.boundary(at: place)
      #expect(below.items.map(\.id.bytes) == Array(starts.filter { $0 >= border }.prefix(size)))
      let above = try await source.page(.before(FileOffset(bytes: place)), size)
      #expect(above.items.map(\.id.bytes) == Array(starts.filter { $0 < border }.suffix(size)))
    }
  }

  @Test(arguments: 0..<8)
  func `finds a letter in lines longer than what is searched at a time`(start: UInt64) async throws
  {
    var text = RandomText(start: start)
    let bytes = text.bytes(600, longestLine: 300)
    let source = try filter(bytes, [("b", false)], context: 1, window: 16)
    let model = FilterModel(bytes, [("b", false)], context: 1)
    for size in [1, 5, 100] {
      check(try await source.walk(.start, by: size), model)
      check(try await source.walk(.end, by: size), model)
    }
  }

  @Test(arguments: 0..<12)
  func `goes on in a text that grows, a byte or many at a time`(start: UInt64) async throws {
    var (text, random) = (RandomText(start: start), SplitMix64(start: start))
    let bytes = text.bytes(200, longestLine: 40)
    let conditions = Self.kinds.randomElement(using: &random) ?? []
    let context = Int.random(in: 0...2, using: &random)
    var written = Int.random(in: 0...bytes.count, using: &random)
    let source = try filter(
      Array(bytes[..<written]), conditions, context: context, window: 256)
    var (held, place): ([TextLine], PageRequest<FileOffset>.Position) = ([], .start)
    while true {
      let page = try await source.page(place, 5)
      if case .after(let cursor) = place { held.removeAll { $0.id >= cursor } }
      held += page.items
      guard let next = page.after.cursor else { break }
      place = .after(next)
      if case .more = page.after { continue }
      #expect(source.searchedEnd == FileOffset(bytes: written))
      check(held, FilterModel(Array(bytes[..<written]), conditions, context: context))
      guard written < bytes.count else { break }
      let more = min(bytes.count - written, Int.random(in: 1...40, using: &random))
      try folder.append(Array(bytes[written..<written + more]))
      written += more
    }
    #expect(written == bytes.count)
  }

  @Test func `counts the lines that meet it`() async throws {
    let source = try filter(
      Array("ab\nb\na\nab\n".utf8), [("a", false), ("b", true)], context: 0, window: 64)
    let search = source.search(of: try await source.text.file())
    #expect(try await search.countAll() == 1)
    #expect(try await search.next(from: 0) == 5)
  }
}

@Suite struct `A filter of records` {
  private static let executors: [any TaskExecutor] = [globalConcurrentExecutor]

  @Test func `finds a record that was written in two parts`() async throws {
    let folder = try TemporaryFolder()
    let file = try FileStore(path: folder.write(Array("1,a\n".utf8)))
    let filter = FilteredTextSource(
      TextFileSource(file, as: .csv(CSVDialect())),
      LineConditions([.init(TextPattern("done"))]), on: Self.executors)
    var (position, found): (PageRequest<FileOffset>.Position, [[UInt8]]) = (.start, [])
    for part in ["", "2,\"b\nli", "ne", " done\"\n3,c\n", "4,\"done\"\n5,\"d"] {
      try folder.append(Array(part.utf8))
      let page = try await filter.page(position)
      found += page.items.map { Array($0.raw) }
      position = .after(try #require(page.after.cursor))
    }
    #expect(found == ["2,\"b\nline done\"\n", "4,\"done\"\n"].map { Array($0.utf8) })
    guard case .after(let place) = position else { return }
    #expect(place.bytes == 33)
  }

  @Test(arguments: 1...6)
  func `shows whole records of which a line matches, in both directions`(
    start: UInt64
  ) async throws {
    let folder = try TemporaryFolder()
    var text = RandomCSV(start: start)
    let bytes = text.bytes(3_000)
    let file = try FileStore(path: folder.write(bytes))
    let model = RecordModel(bytes, limit: 200)
    for word in ["word", "2026", "語", "2\"", "nowhere"] {
      let pattern = TextPattern(word)
      let expected = model.records.filter { record in
        record.split(separator: 10).contains { pattern.match(in: $0) != nil }
      }
      let records = TextFileSource(
        file, as: .csv(CSVDialect(maximumQuotedSize: 200)), pieceSize: 256)
      let filter = FilteredTextSource(
        records, LineConditions([.init(pattern)]), context: 0, on: Self.executors, window: 256)
      for size in [1, 7, 100] {
        #expect(try await filter.walk(.start, by: size).map { Array($0.raw) } == expected)
        #expect(try await filter.walk(.end, by: size).map { Array($0.raw) } == expected)
      }
    }
  }

  @Test(arguments: 1...6)
  func `takes a record for one, also where lines are not to match`(start: UInt64) async throws {
    let folder = try TemporaryFolder()
    var text = RandomCSV(start: start)
    let bytes = text.bytes(20_000)
    let file = try FileStore(path: folder.write(bytes))
    let model = RecordModel(bytes, limit: 200)
    let conditions: [FilterModel.Condition] = [("word", false), ("2", true), ("ü", true)]
    for count in 1...3 {
      for part in [conditions.prefix(count), conditions.suffix(count)] {
        let patterns = part.map { (TextPattern($0.text), $0.isNegated) }
        let expected = model.records.filter { record in
          let lines = record.split(separator: 10)
          return patterns.allSatisfy { pattern, isNegated in
            lines.contains { pattern.match(in: $0) != nil } != isNegated
          }
        }
        let records = TextFileSource(
          file, as: .csv(CSVDialect(maximumQuotedSize: 200)), pieceSize: 256)
        let filter = FilteredTextSource(
          records, FilterModel.conditions(Array(part)), context: 0, on: Self.executors,
          window: 256)
        #expect(try await filter.search(of: file).countAll() == expected.count)
        #expect(try await filter.walk(.start, by: 50).map { Array($0.raw) } == expected)
        #expect(try await filter.walk(.end, by: 50).map { Array($0.raw) } == expected)
      }
    }
  }
}
