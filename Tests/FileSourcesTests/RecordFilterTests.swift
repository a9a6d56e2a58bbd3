import ByteStores
import FileSources
import Paging
import Records
import Testing

@Suite struct `A filter of records` {
  private static let executors: [any TaskExecutor] = [globalConcurrentExecutor]

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
