import ByteStores
import FileSources
import Paging
import Records
import TemporaryFolders
import Testing

/// Records have the same numbers as in pages.
@Suite struct `A counter of records` {
  private func items(
    of source: TextFileSource, _ reading: RecordDecoder
  ) async throws -> [FileOffset] {
    try await source.walk(.start, by: 100).filter {
      !$0.isContinuation && !reading.isBlank($0.bytes)
    }.map(\.id)
  }

  private func check(_ file: FileStore, _ reading: RecordDecoder) async throws {
    let source = TextFileSource(file, as: reading.format)
    let places = try await items(of: source, reading)
    let counter = RecordCounter(of: file, reading)
    #expect(try await counter.recordCount() == places.count)
    let step = max(1, places.count / 6)
    for (index, place) in places.enumerated()
    where index % step == 0 || index + 1 == places.count {
      #expect(try await counter.count(before: place) == index)
      #expect(try await counter.place(ofRecord: index + 1) == place)
    }
    #expect(try await counter.place(ofRecord: places.count + 1) == nil)
  }

  @Test(arguments: 1...6) func `counts what pages of CSV have`(start: UInt64) async throws {
    let folder = try TemporaryFolder()
    var text = RandomCSV(start: start)
    let file = try FileStore(path: folder.write(text.bytes(20_000) + Array("z,z\n".utf8)))
    try await check(file, .csv(CSVReader(CSVDialect()), .numbered))
  }

  @Test func `counts lines of JSON, and no blank ones`() async throws {
    let folder = try TemporaryFolder()
    let text = (1...6_000).map { number in
      "{\"a\":\"\(String(repeating: "x", count: number % 90))\"}\n"
        + (number % 5 == 0 ? " \n\n" : number % 7 == 0 ? "text\n" : "")
    }
    try await check(FileStore(path: folder.write(Array(text.joined().utf8))), .ndjson)
  }

  @Test(arguments: [false, true]) func `counts elements of an array`(
    isIndented: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    var random = RandomArray(start: 3, isIndented: isIndented)
    let (head, elements) = random.array(80_000)
    let file = try FileStore(path: folder.write(Array((head + elements.joined()).utf8)))
    file.passOver(head.utf8.count)
    try await check(file, .jsonArray)
  }
}
