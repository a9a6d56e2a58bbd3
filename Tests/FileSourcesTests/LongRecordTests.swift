import Bytes
import ByteStores
import FileSources
import Paging
import Randomness
import Records
import TemporaryFolders
import Testing

/// Records, many of which are longer than a piece.
@Suite struct `Long records` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func value(_ random: inout SplitMix64) -> String {
    let count = random.pick([1, 4, 30, 300, 900, random.occurs(inPercent: 5) ? 9_000 : 50])
    return String(repeating: random.pick(["x", "ü", "y z"]), count: count)
  }

  private static func records(_ format: RecordFormat, _ random: inout SplitMix64) -> [String] {
    (1...random.within(5...60)).map { number in
      let (one, other) = (value(&random), value(&random))
      return switch format {
      case .csv: "\(number),\(one),\"\(other)\n\"\"\(other)\"\n"
      case .jsonArray: "{\"n\":\(number),\"a\":\"\(one)\",\n\"b\":[\"\(other)\"]},\n"
      default: "{\"n\":\(number),\"a\":\"\(one)\",\"b\":{\"c\":\"\(other)\"}}\n"
      }
    }
  }

  private static let formats: [RecordFormat] = [.ndjson, .csv(CSVDialect()), .jsonArray]

  private func source(_ text: String, _ format: RecordFormat) throws -> TextFileSource {
    let head = format == .jsonArray ? "[" : ""
    let file = try FileStore(path: folder.write(Array((head + text).utf8)))
    file.passOver(head.utf8.count)
    return TextFileSource(file, as: format, pieceSize: 256, joinsPieces: true)
  }

  private static func decoder(_ format: RecordFormat) -> RecordDecoder {
    switch format {
    case .csv(let dialect): .csv(CSVReader(dialect), .numbered)
    case .jsonArray: .jsonArray
    default: .ndjson
    }
  }

  private static func expect(
    _ lines: [TextLine], are records: ArraySlice<String>, _ format: RecordFormat
  ) {
    #expect(lines.map(\.byteCount) == records.map(\.utf8.count))
    #expect(lines.map(\.lineFeedCount) == records.map { $0.utf8.count { $0 == .lineFeed } })
    let decoder = decoder(format)
    for (line, text) in zip(lines, records) {
      #expect(!line.isContinued && !line.isContinuation)
      let record = decoder.record(of: line)
      #expect(record?.count == 3, "\(text.prefix(30))")
      let number = text.drop { !$0.isNumber }.prefix { $0.isNumber }
      #expect(record?.first?.value.text == String(number))
    }
  }

  @Test(arguments: 0..<3, 1...12)
  func `are one item each, in both directions and from anywhere`(
    kind: Int, start: UInt64
  ) async throws {
    let format = Self.formats[kind]
    var random = SplitMix64(start: start)
    let records = Self.records(format, &random)
    let text = records.joined()
    for size in [1, 3, 40] {
      let source = try source(text, format)
      Self.expect(try await source.walk(.start, by: size), are: records[...], format)
      Self.expect(try await source.walk(.end, by: size), are: records[...], format)
    }
    let first = format == .jsonArray ? 1 : 0
    let borders = records.reduce(into: [first]) { $0.append(($0.last ?? 0) + $1.utf8.count) }
    for _ in 0..<20 {
      let source = try source(text, format)
      let offset = random.within(first...text.utf8.count - 1)
      let index = borders.lastIndex { $0 <= offset } ?? 0
      let place = try await source.cursor(atByte: offset)
      // If reading begins inside an array, a border may be only a guess.
      guard source.isBorderProved(at: place) else { continue }
      #expect(place.bytes == borders[index])
      let next = try await source.walk(.after(FileOffset(bytes: offset)), by: 7)
      Self.expect(next, are: records[index...], format)
      let previous = try await source.walk(.before(FileOffset(bytes: offset)), by: 7)
      Self.expect(previous, are: records[..<index], format)
    }
  }

  @Test func `have the beginnings of their values, and pieces where these are wanted`()
    async throws
  {
    let blob = String(repeating: "x", count: 300_000)
    let file = try FileStore(
      path: folder.write(Array("{\"a\":1,\"blob\":\"\(blob)\",\"b\":2}\n{\"a\":3}\n".utf8)))
    let source = TextFileSource(file, as: .ndjson)
    let items = try await source.page(.start).items
    #expect(items.count == 2 && items[0].isAbridged && !items[1].isAbridged)
    #expect(items[0].raw.count < 5_000 && items[0].byteCount == 300_024)
    #expect(RecordDecoder.ndjson.record(of: items[0])?.map(\.name) == ["a", "blob", "b"])
    #expect(items[1].id.bytes == items[0].endOffset)
    source.read(as: .ndjson, joinsPieces: false)
    let pieces = try await source.walk(.start, by: 2)
    #expect(pieces.count > 4 && pieces.allSatisfy { !$0.isAbridged })
    #expect(pieces.map(\.byteCount).reduce(0, +) == 300_032)
  }

  @Test func `are one item each where a note on one line is longer than what is quoted may be`()
    async throws
  {
    let note = String(repeating: "x, ", count: 1 << 20)
    let file = try FileStore(
      path: folder.write(Array("1,\"\(note)\",n1\n2,short,n2\n".utf8)))
    let source = TextFileSource(file, as: .csv(CSVDialect()))
    let items = try await source.page(.start).items
    #expect(items.count == 2 && items[0].isAbridged)
    let decoder = Self.decoder(.csv(CSVDialect()))
    #expect(decoder.record(of: items[0])?.map(\.value.text.utf8.count) == [1, 4_098, 2])
    #expect(decoder.record(of: items[1])?.count == 3)
  }

  @Test func `stay in pieces where they are text, or more than is read`() async throws {
    let word = String(repeating: "x", count: 200_000)
    let source = try source(
      "{\"a\":\"\(word)\"} and more\n\(word)\n{\"a\":\"\(word)\n{\"b\":1}\n", .ndjson)
    let items = try await source.walk(.start, by: 50)
    #expect(items.filter { !$0.isContinuation }.count == 4)
    #expect(items.map(\.byteCount).reduce(0, +) == 600_034)
    #expect(items.allSatisfy { !$0.isAbridged })
    #expect(try await source.walk(.end, by: 50).map(\.id) == items.map(\.id))
  }

  @Test func `grow in their place until they end`() async throws {
    let word = String(repeating: "x", count: 3_000)
    let source = try source("{\"n\":1}\n{\"n\":2,\"a\":\"\(word)", .ndjson)
    let first = try await source.page(.start)
    #expect(first.items.count == 2 && first.items[1].isUnfinished)
    try folder.append("\(word)\"}\n{\"n\":3}\n")
    let next = try await source.page(.after(#require(first.after.cursor)))
    #expect(next.items.map(\.id.bytes) == [8, 6_023])
    #expect(RecordDecoder.ndjson.record(of: next.items[0])?.count == 2)
  }
}
