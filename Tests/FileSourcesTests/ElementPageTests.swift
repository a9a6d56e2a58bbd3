import TemporaryFolders
import ByteStores
import FileSources
import Paging
import Randomness
import Records
import Testing

@Suite struct `Pages of an array` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A source as the viewer creates it: the bytes before the first element are skipped.
  private func source(
    _ head: String, _ rest: String, pieceSize: Int = 256
  ) throws -> TextFileSource {
    let file = try FileStore(path: folder.write((head + rest).utf8))
    file.passOver(head.utf8.count)
    return TextFileSource(file, as: .jsonArray, pieceSize: pieceSize)
  }

  private static func raw(_ lines: some Sequence<TextLine>) -> [String] {
    lines.map { String(decoding: $0.raw, as: UTF8.self) }
  }

  @Test(arguments: 1...6, [true, false])
  func `are its elements, in both directions at every size`(start: UInt64, isIndented: Bool)
    async throws
  {
    var random = RandomArray(start: start, isIndented: isIndented)
    let (head, elements) = random.array(3_000)
    let source = try source(head, elements.joined(), pieceSize: 4_096)
    for size in [1, 2, 3, 7, 20, 100] {
      #expect(Self.raw(try await source.walk(.start, by: size)) == elements)
      #expect(Self.raw(try await source.walk(.end, by: size)) == elements)
    }
  }

  @Test(arguments: 1...3, [true, false])
  func `are the same over many chunks, also from the end alone`(start: UInt64, isIndented: Bool)
    async throws
  {
    var random = RandomArray(start: start, isIndented: isIndented)
    let (head, elements) = random.array(200_000)
    let text = elements.joined()
    #expect(
      Self.raw(try await source(head, text, pieceSize: 4_096).walk(.start, by: 90)) == elements)
    let fromEnd = try source(head, text, pieceSize: 4_096)
    #expect(Self.raw(try await fromEnd.walk(.end, by: 70)) == elements)
    let last = try await fromEnd.page(.end)
    #expect(last.items.allSatisfy { fromEnd.isBorderProved(at: $0.id) })
  }

  /// Each place is found by a new source, which knows no other place.
  @Test(arguments: 1...4, [true, false])
  func `are those around any place`(start: UInt64, isIndented: Bool) async throws {
    var random = RandomArray(start: start, isIndented: isIndented)
    let (head, elements) = random.array(300_000)
    let text = elements.joined()
    let path = try folder.write((head + text).utf8)
    var (starts, next) = ([Int](), head.utf8.count)
    for element in elements {
      starts.append(next)
      next += element.utf8.count
    }
    var numbers = SplitMix64(start: start)
    for _ in 0..<12 {
      let file = try FileStore(path: path)
      file.passOver(head.utf8.count)
      let source = TextFileSource(file, as: .jsonArray)
      let offset = numbers.within(head.utf8.count...next - 1)
      let index = (starts.firstIndex { $0 > offset } ?? starts.count) - 1
      let place = try await source.cursor(atByte: offset)
      #expect(place.bytes == starts[index])
      if offset < 64 << 10 || next - offset < 8 << 10 { #expect(source.isBorderProved(at: place)) }
      if (100_000...200_000).contains(offset) { #expect(!source.isBorderProved(at: place)) }
      let following = try await source.page(.after(FileOffset(bytes: offset)), 30)
      #expect(Self.raw(following.items) == Array(elements[index...].prefix(30)))
      let preceding = try await source.page(.before(FileOffset(bytes: offset)), 30)
      #expect(Self.raw(preceding.items) == Array(elements[..<index].suffix(30)))
      #expect(preceding.after == .more(place))
    }
  }

  @Test func `have elements without what separates them, and all of that is kept`() async throws {
    let source = try source("[ ", "{\"a\": 1} ,\n 5 , \"x\"\n,[2]\n]\nmore\n{\"b\": 2}")
    let items = try await source.page(.start).items
    #expect(items.map(\.text) == ["{\"a\": 1}", "5", "\"x\"", "[2]", "more", "{\"b\": 2}"])
    #expect(items.map(\.lineFeedCount) == [1, 0, 1, 2, 1, 0])
    #expect(items.map(\.isUnfinished) == [false, false, false, false, false, true])
  }

  @Test func `have a long element as its lines, and others around it`() async throws {
    let lines = (0..<100).map { "    \"name\($0)\": {\"a\": [1, 2]},\n" }.joined()
    let long = "{\n" + lines + "    \"last\": 0\n  },\n  "
    let source = try source("[\n  ", "{\"a\": 1},\n  " + long + "{\"b\": 2}\n]\n")
    for walk in [try await source.walk(.start, by: 7), try await source.walk(.end, by: 7)] {
      #expect(walk.count == 105)
      #expect(walk[1].text == "{")
      #expect(walk[2].text == "    \"name0\": {\"a\": [1, 2]},")
      #expect(walk[1].isContinued && walk[2].isContinuation && !walk[104].isContinuation)
      #expect(walk[104].text == "{\"b\": 2}")
    }
  }

  /// Checks only the fact on which a reader must rely: no byte is lost or appears twice.
  @Test(arguments: 1...20)
  func `hold all bytes of any text, and no more than a page`(start: UInt64) async throws {
    var random = SplitMix64(start: start)
    var text = "{\"a\":1}"
    while text.utf8.count < 20_000 {
      text += random.pick([
        "\"", "\"", "\\\"", "a", "b c", "\n", "{", "}", "[", "]", ",", ",", "{\"a\":1},", "語", "\\",
      ])
      if random.occurs(inPercent: 1) { text += String(repeating: "x", count: 700) }
    }
    for size in [5, 400] {
      let source = try source("[", text)
      #expect(Self.raw(try await source.walk(.end, by: size)).joined() == text)
      #expect(Self.raw(try await source.walk(.start, by: size)).joined() == text)
      let middle = try self.source("[", text)
      let place = try await middle.cursor(at: 0.5)
      let halves = [
        try await middle.walk(.before(place), by: size),
        try await middle.walk(.after(place), by: size),
      ]
      #expect(Self.raw(halves.flatMap { $0 }).joined() == text)
    }
  }

  @Test func `grow with an element that is written in parts, and after its end`() async throws {
    let source = try source("[", "{\"a\":")
    let first = try await source.page(.start)
    #expect(first.items.map(\.text) == ["{\"a\":"])
    try folder.append("1},{\"a\":2}\n]")
    let place = try #require(first.after.cursor)
    let next = try await source.page(.after(place))
    #expect(next.items.map(\.text) == ["{\"a\":1}", "{\"a\":2}"])
    try folder.append(",{\"a\":3}]")
    let last = try await source.page(.after(#require(next.after.cursor)))
    #expect(last.items.map(\.text) == ["{\"a\":2}", "{\"a\":3}"])
  }

  /// Objects as `jq` writes them, without brackets around them or commas between them.
  @Test(arguments: 1...12)
  func `are objects one after the other, from both ends and from the middle`(
    start: UInt64
  ) async throws {
    var random = SplitMix64(start: start)
    let objects = (0..<random.within(2...60)).map { number in
      let rest = (0..<random.within(0...5)).map { ",\n  \"m\($0)\": [\($0), {\"x\": \"}{\"}]" }
      return "{\n  \"n\": \(number)\(rest.joined())\n}\n"
    }
    for size in [1, 4, 50] {
      let file = try FileStore(path: folder.write(Array(objects.joined().utf8)))
      let source = TextFileSource(file, as: .jsonValues)
      #expect(Self.raw(try await source.walk(.start, by: size)) == objects)
      #expect(Self.raw(try await source.walk(.end, by: size)) == objects)
    }
  }

  @Test(arguments: [false, true])
  func `read a bounded part of any array, and no more than a long element some times`(
    joinsPieces: Bool
  ) async throws {
    let most = joinsPieces ? 5 << 20 : 1 << 20
    let texts = [
      String(repeating: "{\"a\":1},", count: 200_000),
      String(repeating: "{\n\"a\":1},\n", count: 150_000),
      "{\"a\":\"" + String(repeating: "x", count: 1 << 20) + "\"}]",
      "{\"a\":[" + String(repeating: "{\"b\":1},", count: 150_000) + "{}]}]",
      String(repeating: "1,", count: 600_000), String(repeating: "\"", count: 1 << 20),
    ]
    for text in texts {
      let log = ReadLog()
      let file = try FileStore(path: folder.write(("[" + text).utf8), edition: 0, read: log.read)
      file.passOver(1)
      let source = TextFileSource(file, as: .jsonArray)
      source.read(as: .jsonArray, joinsPieces: joinsPieces)
      for fraction in [0, 0.3, 0.9, 1] {
        log.clear()
        let place = try await source.cursor(at: fraction)
        #expect(log.bytes < (joinsPieces ? most : 512 << 10))
        for position in [.start, .end, .after(place), .before(place)]
          as [PageRequest<FileOffset>.Position]
        {
          log.clear()
          let page = try await source.page(position)
          #expect(log.bytes < most)
          #expect(page.items.reduce(0) { $0 + $1.raw.count } < 512 << 10)
        }
      }
    }
  }

  @Test(arguments: 0...3)
  func `have no empty piece of a long element, wherever its letters are cut`(
    shift: Int
  ) async throws {
    let text =
      "{\"\(String(repeating: "x", count: shift))\":\"\(String(repeating: "é€𝄞", count: 300))\"},{}]"
    for size in [1, 7] {
      for start in [.start, .end] as [TextFileSource.Position] {
        let lines = try await source("[", text).walk(start, by: size)
        #expect(lines.allSatisfy { !$0.raw.isEmpty })
        #expect(lines.flatMap(\.raw) == Array(text.utf8))
      }
    }
  }

  /// Within the reach of the search, the lowest nesting depth occurs inside an element, so the
  /// first guess is wrong.
  @Test func `are corrected where a guess was wrong`() async throws {
    let inner = String(repeating: #"{"x":1},"#, count: 8_000)
    let text = #"{"a":["# + inner + #"{}]},{"b":2}]"#
    let source = try source("[", text)
    let place = try await source.cursor(atByte: text.utf8.count / 2)
    let guessed = try await source.page(.after(place), 20)
    let last = try #require(guessed.items.last)
    #expect(!source.isBorderProved(at: place))
    guard case .wrong(let right)? = try await source.proof(of: place, through: last.id) else {
      Issue.record("the guess was not found to be wrong")
      return
    }
    #expect(right.bytes <= place.bytes)
    #expect(source.isBorderProved(at: right))
    let rest = try await source.walk(.after(right), by: 50)
    #expect(rest.dropLast().allSatisfy { $0.isContinuation })
    #expect(Self.raw(rest.suffix(1)) == [#"{"b":2}]"#])
  }
}
