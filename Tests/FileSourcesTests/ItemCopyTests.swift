import ByteStores
import Paging
import Randomness
import Records
import TemporaryFolders
import Testing

@testable import FileSources

/// A copy of the lines that a filter shows, compared with a plain list of the lines.
@Suite struct `A copy of the items that match` {
  private static let executors: [any TaskExecutor] = [
    globalConcurrentExecutor, globalConcurrentExecutor,
  ]

  private static let kinds: [[FilterModel.Condition]] = [
    [("a", false)], [("b", true)], [("a", false), ("b", false)], [("a", true), ("b", true)],
    [("q", false)], [("q", true)],
  ]

  private func copy(
    _ source: TextFileSource, _ conditions: [LineConditions.Condition], stretch: Int, block: Int
  ) async throws -> (bytes: [UInt8], count: Int) {
    let file = try await source.file()
    let copy = ItemCopy(
      LineConditions(conditions, unit: source.matchUnit(in: file)), of: file, on: Self.executors,
      stretch: stretch, blockSize: block)
    var bytes: [UInt8] = []
    let count = try await copy.run {
      bytes += $0
      return true
    }
    return (bytes, count)
  }

  @Test(arguments: 0..<20)
  func `has the lines that a plain loop finds, whole and in their order`(start: UInt64) async throws
  {
    var (text, random) = (RandomText(start: start), SplitMix64(start: start))
    let folder = try TemporaryFolder()
    let bytes = text.bytes(random.pick([0, 1, 60, 600]), longestLine: random.pick([10, 40, 300]))
    let source = try TextFileSource(path: folder.write(bytes))
    for conditions in Self.kinds {
      let model = FilterModel(bytes, conditions, context: 0)
      let (copied, count) = try await copy(
        source, FilterModel.conditions(conditions).all, stretch: random.pick([16, 100, 5_000]),
        block: random.pick([64, 256]))
      #expect(copied == model.shown.flatMap { Array(bytes[$0]) })
      // The model divides long lines into pieces, which count as one line.
      let starts = model.shown.filter { $0.lowerBound == 0 || bytes[$0.lowerBound - 1] == 10 }
      #expect(count == starts.count)
    }
  }

  @Test(arguments: 0..<20)
  func `has the records and entries that a filter shows`(start: UInt64) async throws {
    var random = SplitMix64(start: start)
    let folder = try TemporaryFolder()
    let isCSV = random.occurs(inPercent: 50)
    let words = ["a", "b", "\"a\nb\"", "\"\"\"q\n\n\"", "é"]
    let rows = (0..<random.within(1...120)).map { number in
      isCSV
        ? "\(number),\(random.pick(words)),\(random.pick(words))\n"
        : random.occurs(inPercent: 50)
          ? "2026-11-24 10:00:00 \(random.pick(["a", "b"]))\n" : "  at \(random.pick(["a", "b"]))\n"
    }
    let path = try folder.write(rows.joined(), to: "file")
    let source = try TextFileSource(path: path)
    if isCSV {
      source.read(as: .csv(CSVDialect(delimiter: UInt8(ascii: ","))))
    } else {
      source.joinEntries(true)
    }
    for conditions in Self.kinds {
      let conditions = FilterModel.conditions(conditions)
      let shown = FilteredTextSource(source, conditions, on: Self.executors)
      let lines = try await shown.walk(.start, by: 7)
      let (copied, _) = try await copy(
        source, conditions.all, stretch: random.pick([16, 100, 5_000]), block: 8 << 10)
      #expect(copied == lines.flatMap { Array($0.raw) })
    }
  }

  @Test func `ends where no more is wanted`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(String(repeating: "a\n", count: 50_000), to: "file")
    let source = try TextFileSource(path: path)
    let file = try await source.file()
    let conditions = FilterModel.conditions([("a", false)])
    let copy = ItemCopy(conditions, of: file, on: Self.executors, stretch: 1_000)
    var taken = 0
    _ = try await copy.run { bytes in
      taken += bytes.count
      return taken < 3_000
    }
    #expect(taken == 3_000)
    await #expect(throws: FileError.cut) { _ = try await copy.run { _ in throw FileError.cut } }
  }
}

extension FileError {
  fileprivate static let cut = FileError.cutShort(path: "file")
}
