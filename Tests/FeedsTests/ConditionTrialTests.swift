import ByteStores
import FileSources
import Randomness
import Records
import Search
import TemporaryFolders
import Testing

@testable import Feeds

/// Searches for conditions in random records in random notations, compared with a model that knows
/// the values.
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
        let joined = (0..<12).map { _ in Self.joined(&random, depth: 3) }
        for text in Self.conditions + joined {
          try await Self.check(text, items, starts, FileStore(path: path), reading)
        }
      }
    }
  }

  /// A random condition: one of `conditions`, or a random combination of several.
  private static func joined(_ random: inout SplitMix64, depth: Int) -> String {
    switch random.within(0...(depth > 0 ? 4 : 1)) {
    case 0, 1: return random.pick(conditions)
    case 2: return "not (\(joined(&random, depth: depth - 1)))"
    default:
      let word = random.pick(["and", "or"])
      let parts = (0..<random.within(2...3)).map { _ in
        "(\(joined(&random, depth: depth - 1)))"
      }
      return parts.joined(separator: " \(word) ")
    }
  }

  private static func check(
    _ text: String, _ items: [ModelItem], _ starts: [Int], _ file: FileStore,
    _ reading: RecordDecoder
  ) async throws {
    let end = try file.size()
    let source = TextFileSource(file, as: reading.format)
    let read = try #require(
      try ConditionExpression(text) { ModelItem.names.contains($0) ? $0 : nil })
    let pattern = try RecordExpression(read, unit: source.matchUnit) {
      condition throws(PatternError) in
      try RecordCondition(
        condition, RecordColumn(condition.column, of: reading.isJSON ? [] : ModelItem.names),
        reading, unit: source.matchUnit, .matters)
    }
    let search = LineSearch(
      LineConditions([.init(pattern, isNegated: pattern.isNegated)], unit: source.matchUnit),
      in: file, on: executors, spacing: 1 << 11, blockSize: 1 << 9)
    let expected = zip(items, starts).filter { $0.0.meets(read) }.map { $0.1 }
    let test = RecordTest(pattern)
    for item in items {
      let bytes = item.bytes.dropLast(item.bytes.last == 10 ? 1 : 0)
      let record = reading.format == .jsonArray ? nil : reading.record(of: bytes[...])
      if let record { #expect(test.isMet(by: record) == item.meets(read), "\(text)") }
    }
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
