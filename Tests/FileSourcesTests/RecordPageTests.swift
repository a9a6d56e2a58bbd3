import TemporaryFolders
import ByteStores
import FileSources
import Paging
import Randomness
import RecordTrials
import Records
import Testing

@Suite struct `Pages of records` {
  private let folder: TemporaryFolder
  private static let limit = 200
  private static let dialect = CSVDialect(maximumQuotedSize: limit)

  init() throws { folder = try TemporaryFolder() }

  private func source(_ bytes: [UInt8]) throws -> TextFileSource {
    let file = try FileStore(path: folder.write(bytes))
    return TextFileSource(file, as: .csv(Self.dialect), pieceSize: 256)
  }

  private static func are(_ lines: [TextLine], _ records: some Collection<[UInt8]>) -> Bool {
    lines.elementsEqual(records) { $0.raw.elementsEqual($1) }
  }

  @Test(arguments: 1...40)
  func `are those of the plain reader, where no record ends with a carriage return`(
    start: UInt64
  ) throws {
    var text = RandomCSV(start: start)
    let bytes = text.bytes(2_000)
    let model = RecordModel(bytes, limit: Self.limit)
    try #require(!model.isOpen)
    let rows = CSVOracle(bytes, delimiter: UInt8(ascii: ","), limit: Self.limit).records
    #expect(rows.map(\.start) + [bytes.count] == model.borders)
  }

  @Test(arguments: 1...6)
  func `are the same in both directions at every size`(start: UInt64) async throws {
    var text = RandomCSV(start: start)
    let bytes = text.bytes(400)
    let (source, model) = (try source(bytes), RecordModel(bytes, limit: Self.limit))
    for size in [1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
      #expect(Self.are(try await source.walk(.start, by: size), model.records))
      #expect(Self.are(try await source.walk(.end, by: size), model.records))
    }
  }

  /// An item with a carriage return consists of several records.
  ///
  /// The file is read from the start and from the end.
  @Test(arguments: 1...6)
  func `are records where their quotes end with them`(start: UInt64) async throws {
    var text = RandomCSV(start: start)
    let source = try source(Array("\"a\"\rb,c\n".utf8) + text.bytes(20_000))
    let decoder = RecordDecoder.csv(CSVReader(Self.dialect), .numbered)
    var counts: [Bool: Int] = [:]
    for size in [3, 34] {
      for position in [TextFileSource.Position.start, .end] {
        for line in try await source.walk(position, by: size)
        where !line.isContinuation && !line.isContinued && !line.bytes.isEmpty {
          let ends = decoder.endsRecord(line.raw)
          #expect((decoder.record(of: line) != nil) == ends, "\(line.raw)")
          counts[ends, default: 0] += 1
        }
      }
    }
    #expect(counts[true, default: 0] > 0 && counts[false, default: 0] > 0)
  }

  @Test(arguments: [(1, 30), (2, 200), (3, 1_000)])
  func `are the same over many chunks`(start: UInt64, size: Int) async throws {
    var text = RandomCSV(start: start)
    let bytes = text.bytes(50_000)
    let model = RecordModel(bytes, limit: Self.limit)
    #expect(Self.are(try await source(bytes).walk(.start, by: size), model.records))
    #expect(Self.are(try await source(bytes).walk(.end, by: size), model.records))
  }

  /// Each place is found by a new source, which knows no other place.
  @Test(arguments: 1...8)
  func `are the same from any place that is proved`(start: UInt64) async throws {
    var text = RandomCSV(start: start)
    var random = SplitMix64(start: start)
    let bytes = text.bytes(100_000)
    let model = RecordModel(bytes, limit: Self.limit)
    let path = try folder.write(bytes)
    for _ in 0..<10 {
      let source = TextFileSource(
        try FileStore(path: path), as: .csv(Self.dialect), pieceSize: 256)
      let offset = random.within(0...bytes.count - 1)
      let index = model.record(at: offset)
      let place = try await source.cursor(atByte: offset)
      #expect(source.isBorderProved(at: place))
      #expect(place.bytes == model.borders[index])
      let size = random.within(1...60)
      let following = try await source.page(.after(FileOffset(bytes: offset)), size)
      #expect(Self.are(following.items, model.records[index...].prefix(size)))
      let preceding = try await source.page(.before(FileOffset(bytes: offset)), size)
      #expect(Self.are(preceding.items, model.records[..<index].suffix(size)))
      #expect(preceding.after == .more(place))
    }
  }

  @Test(arguments: 1...4)
  func `are lines where a text has no quotes, from anywhere`(start: UInt64) async throws {
    var text = RandomCSV(start: start, hasQuotes: false)
    let bytes = text.bytes(60_000)
    let path = try folder.write(bytes)
    let model = LineModel(bytes, pieceSize: 256)
    var random = SplitMix64(start: start)
    for _ in 0..<40 {
      let source = TextFileSource(
        try FileStore(path: path), as: .csv(Self.dialect), pieceSize: 256)
      let offset = random.within(0...bytes.count - 1)
      let line = model.line(at: offset)
      let page = try await source.page(.after(FileOffset(bytes: offset)), 40)
      #expect(Self.are(page.items, model.lines[line...].prefix(40)))
      let end = try await source.page(.end, 40)
      #expect(Self.are(end.items, model.lines.suffix(40)))
    }
  }

  @Test func `count the line feeds in quotes`() async throws {
    let page = try await source(Array("a,\"1\n2\r\n3\"\r\nb,c\nd".utf8)).page(.start)
    #expect(page.items.map(\.lineFeedCount) == [3, 1, 0])
    #expect(page.items.map(\.end) == [.carriageReturnLineFeed, .lineFeed, .none])
    #expect(page.items.map(\.text) == ["a,\"1\n2\r\n3\"", "b,c", "d"])
  }

  @Test(arguments: [true, false])
  func `lead from a byte within a record to its beginning`(isFar: Bool) async throws {
    let before = String(repeating: "1,\"a\nb\"\n", count: isFar ? 20_000 : 2)
    let source = try source(Array((before + "2,\"one\ntwo\nthree\"\n3,x\n").utf8))
    for byte in 0..<"2,\"one\ntwo\nthree\"\n".utf8.count {
      let place = try await source.cursor(atByte: before.utf8.count + byte)
      #expect(place.bytes == before.utf8.count)
    }
  }

  @Test func `lead to the beginning of a record that is longer than what is read first`()
    async throws
  {
    let before = String(repeating: "1,\"a\nb\"\n", count: 20_000)
    let record = "2,\"" + String(repeating: "a line\n", count: 4_000) + "\",x\n"
    let path = try folder.write((before + record + before).utf8)
    for byte in stride(from: 0, to: record.utf8.count, by: 1_000) {
      // Each place is found by a new source, which knows no other place.
      let source = TextFileSource(try FileStore(path: path), as: .csv(CSVDialect()))
      let place = try await source.cursor(atByte: before.utf8.count + byte)
      #expect(place.bytes == before.utf8.count)
      #expect(source.isBorderProved(at: place))
      #expect(try await source.page(.after(place)).items.first?.raw.count == record.utf8.count)
    }
  }

  @Test func `grow with a record that is written in parts`() async throws {
    let parts = ["1,\"on", "e\n", "two\n\"\"th", "ree\"\n2,", "x\n", "3,y"]
    let source = try source([])
    var (held, next): ([TextLine], Position) = ([], .start)
    var text: [UInt8] = []
    for part in parts {
      try folder.append(part)
      text += part.utf8
      // Once an open quote is closed, the rows after it belong to its record.
      if let open = held.first(where: { $0.mayGoOn }) { next = .after(open.id) }
      let page = try await source.page(next)
      // Items that are loaded again replace the earlier ones.
      held.removeAll { line in page.items.first.map { line.id >= $0.id } ?? false }
      held += page.items
      #expect(held.flatMap(\.raw) == text)
      next = page.after.cursor.map { .after($0) } ?? next
    }
    #expect(held.map(\.text) == ["1,\"one\ntwo\n\"\"three\"", "2,x", "3,y"])
  }

  private typealias Position = PageRequest<FileOffset>.Position

  @Test func `are lines again where a quote is not closed in time`() async throws {
    let lines = (0..<5_000).map { "\($0),x\n" }
    let bytes = Array(("a,\"open\n" + lines.joined()).utf8)
    let source = try source(bytes)
    #expect(try await source.page(.start).items.prefix(2).map(\.text) == ["a,\"open", "0,x"])
    #expect(Self.are(try await source.walk(.end, by: 30), RecordModel(bytes, limit: 200).records))
  }

  /// In each line, the quote may open a field or close the previous one.
  private static let ambiguous = Array(String(repeating: "\",\n", count: 200_000).utf8)

  @Test func `say where it is not proved that a record begins`() async throws {
    let source = try source(Self.ambiguous)
    let place = try await source.cursor(at: 0.5)
    #expect(!source.isBorderProved(at: place))
    let page = try await source.page(.after(place))
    #expect(page.before == .more(place))
    #expect(page.items.allSatisfy { !source.isBorderProved(at: $0.id) })
    let back = try await source.page(.before(place))
    #expect(back.after == .more(place))
    let start = try await source.page(.start)
    #expect(start.items.allSatisfy { source.isBorderProved(at: $0.id) })
    #expect(start.items.allSatisfy { $0.raw.count == 6 })
  }

  @Test func `are proved from a known place on, and stay so`() async throws {
    var outcomes: Set<Bool> = []
    // Counted from the start, each record has six bytes, which are two lines. If the start is not
    // known, a record may begin at any line.
    for byte in 300_000..<300_012 {
      let source = try source(Self.ambiguous)
      let place = try await source.cursor(atByte: byte)
      let page = try await source.page(.after(place))
      let last = try #require(page.items.last)
      let proof = try #require(try await source.proof(of: place, through: last.id))
      let right = FileOffset(bytes: place.bytes / 6 * 6)
      #expect(proof == (place == right ? .proved : .wrong(right)))
      outcomes.insert(proof == .proved)
      #expect(source.isBorderProved(at: right))
      let again = try await source.page(.after(right))
      #expect(again.items.allSatisfy { source.isBorderProved(at: $0.id) && $0.raw.count == 6 })
    }
    #expect(outcomes.count == 2)
  }

  @Test(arguments: 1...12)
  func `are found by reading from the start on, wherever a guess is wrong`(
    start: UInt64
  ) async throws {
    var text = RandomCSV(start: start)
    var random = SplitMix64(start: start)
    let bytes = text.bytes(3_000) + Self.ambiguous.prefix(60_000) + text.bytes(3_000)
    let model = RecordModel(bytes, limit: Self.limit)
    let path = try folder.write(bytes)
    var guesses = 0
    for _ in 0..<20 {
      let source = TextFileSource(
        try FileStore(path: path), as: .csv(Self.dialect), pieceSize: 256)
      let offset = random.within(0...bytes.count - 1)
      let place = try await source.cursor(atByte: offset)
      let page = try await source.page(.after(place), random.within(1...30))
      guard let last = page.items.last, !source.isBorderProved(at: place) else { continue }
      guesses += 1
      let right = model.borders[model.record(at: place.bytes)]
      switch try #require(try await source.proof(of: place, through: last.id)) {
      case .proved: #expect(place.bytes == right)
      case .wrong(let other): #expect(other.bytes == right)
      }
    }
    #expect(guesses > 0)
  }

  @Test func `read a bounded part of a text, whatever its quotes are`() async throws {
    let lines = (0..<2_000_000).map { "\($0),x\n" }.joined()
    for bytes in [
      Self.ambiguous, Array("\"\(lines)".utf8), Array("\(lines)\"".utf8), Array(lines.utf8),
    ] {
      let log = ReadLog()
      let file = try FileStore(path: folder.write(bytes), edition: 0, read: log.read)
      let source = TextFileSource(file, as: .csv(CSVDialect()))
      for fraction in [0, 0.3, 0.9, 1] {
        log.clear()
        let place = try await source.cursor(at: fraction)
        #expect(log.bytes < 4 << 20)
        for position in [.start, .end, .after(place), .before(place)] as [Position] {
          log.clear()
          _ = try await source.page(position)
          #expect(log.bytes < 4 << 20)
        }
      }
    }
  }

  /// Checks only the fact on which a reader must rely: no byte is lost or appears twice.
  @Test(arguments: 1...10)
  func `hold all bytes of any text, and no more than a page`(start: UInt64) async throws {
    var random = SplitMix64(start: start)
    var text = ""
    while text.utf8.count < 20_000 {
      text += random.pick([
        "\"", "\"", "\"\"", "a", "b c", "\n", "\r", "\r\n", ",", ",\"", "\",", "\n\"",
      ])
      if random.occurs(inPercent: 1) { text += String(repeating: "x", count: 700) }
    }
    let bytes = Array(text.utf8)
    for size in [5, 400] {
      let source = try source(bytes)
      #expect(try await source.walk(.end, by: size).flatMap(\.raw) == bytes)
      #expect(try await source.walk(.start, by: size).flatMap(\.raw) == bytes)
      let place = try await self.source(bytes).cursor(at: 0.5)
      let middle = try self.source(bytes)
      let halves = [
        try await middle.walk(.before(place), by: size),
        try await middle.walk(.after(place), by: size),
      ]
      #expect(halves.flatMap { $0 }.flatMap(\.raw) == bytes)
    }
  }
}
