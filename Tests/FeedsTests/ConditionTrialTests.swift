import ByteStores
import FileSources
import Randomness
import Records
import TemporaryFolders
import Testing

@testable import Feeds

/// Random records in random notations, held against conditions by a model that knows their values.
@MainActor @Suite struct `A search for a condition` {
  private static let executors: [any TaskExecutor] = [globalConcurrentExecutor]
  private static let conditions = [
    "level=error", "level!=error", "n>=500", "n<500", "n=500", "n!=500", "note~^wo", "note!~o",
    "note=", "level>info", "level>=error", "note>wo", "x.y<=7", "x.y!=7", "note=a \"b\"",
  ]

  @Test(arguments: 1...3)
  func `finds the records that a model finds, in both directions`(start: UInt64) async throws {
    let csv = RecordDecoder.csv(CSVReader(CSVDialect()), ModelItem.header)
    for reading in [RecordDecoder.ndjson, csv, .jsonArray] {
      var random = SplitMix64(start: start)
      let items = (0..<100).map { _ in
        reading.format == .jsonArray
          ? ModelItem(ofArray: &random) : ModelItem(isJSON: reading.isJSON, &random)
      }
      try await TemporaryFolder.run { folder in
        let (bytes, starts) = ModelItem.text(of: items)
        let path = try folder.write(String(decoding: bytes, as: UTF8.self), to: "file")
        for text in Self.conditions {
          try await Self.check(text, items, starts, FileStore(path: path), reading)
        }
      }
    }
  }

  private static func check(
    _ text: String, _ items: [ModelItem], _ starts: [Int], _ file: FileStore,
    _ reading: RecordDecoder
  ) async throws {
    let end = try file.size()
    let source = TextFileSource(file, as: reading.format)
    let condition = try #require(ColumnCondition(text) { ModelItem.names.contains($0) ? $0 : nil })
    let pattern = try RecordCondition(
      condition, RecordColumn(condition.column, of: reading.isJSON ? [] : ModelItem.names), reading,
      unit: source.matchUnit, .matters)
    let search = LineSearch(
      LineConditions(
        [.init(pattern, isNegated: condition.comparison.isNegated)], unit: source.matchUnit),
      in: file, on: executors, spacing: 1 << 11, blockSize: 1 << 9)
    let expected = zip(items, starts).filter { $0.0.meets(condition) }.map { $0.1 }
    var (found, place) = ([Int](), 0)
    while let match = try await search.next(from: place) {
      found.append(match)
      place = starts.first { $0 > match } ?? end
    }
    #expect(found == expected, "\(text) \(reading.format)")
    #expect(try await search.countAll() == expected.count)
    (found, place) = ([], end)
    while place > 0, let match = try await search.previous(before: place) {
      found.append(match)
      place = match
    }
    #expect(found == expected.reversed(), "\(text) \(reading.format)")
  }
}
