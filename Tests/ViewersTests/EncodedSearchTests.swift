import EventLoop
import Feeds
import Foundation
import Randomness
import Records
import TemporaryFolders
import Testing

@testable import ByteStores
@testable import FileSources
@testable import Viewers

/// A search of UTF-16, most of which is not decoded, compared with a search of the same text as
/// UTF-8.
@Suite(.timeLimit(.minutes(10))) struct `A search of UTF-16` {
  private let executors = [BackgroundExecutor(), BackgroundExecutor()]

  @Test(arguments: 1...8)
  func `finds what a search of the same text as UTF-8 finds`(seed: UInt64) async throws {
    try await TemporaryFolder.run { folder in
      var random = SplitMix64(start: seed)
      let text = Self.text(&random)
      let encoding: String.Encoding =
        random.occurs(inPercent: 50) ? .utf16LittleEndian : .utf16BigEndian
      let (plain, stream) = try Self.files(text, encoding, in: folder)
      for pattern in Self.patterns {
        let unit = try TextPattern(pattern, .smart)
        let conditions = LineConditions([.init(unit)])
        let expected = try await Self.all(search(conditions, plain), in: plain)
        let found = search(conditions, stream.file)
        // The first search runs while the text is measured.
        while stream.mayGrow {
          _ = try await found.countAll()
          await stream.waitForGrowth(after: try stream.file.size() + 200_000)
        }
        #expect(try await Self.all(found, in: stream.file) == expected, "\(pattern)")
        #expect(try await found.countAll() == expected.count, "\(pattern)")
        let last = try await found.previous(before: try stream.file.size())
        #expect(last == expected.last, "\(pattern)")
      }
    }
  }

  @Test(arguments: 1...6)
  func `finds the entries of a log that a search of the same log as UTF-8 finds`(seed: UInt64)
    async throws
  {
    try await TemporaryFolder.run { folder in
      var random = SplitMix64(start: seed)
      let (plain, stream) = try Self.files(Self.log(&random), .utf16LittleEndian, in: folder)
      var rule = ItemRule(.text)
      rule.entryReach = random.pick([100, 20_000, 64 << 10])
      let entries = MatchUnit(rule: rule, hasEntries: true)
      let searches = try ["needle", "trace", "!!!nothing!!!"].map { pattern in
        let conditions = LineConditions([.init(try TextPattern(pattern, .smart))], unit: entries)
        return (search(conditions, plain), search(conditions, stream.file))
      }
      // The first searches run while the text is measured.
      while stream.mayGrow {
        for (_, found) in searches { _ = try await found.countAll() }
        await stream.waitForGrowth(after: try stream.file.size() + 200_000)
      }
      let end = try plain.size()
      for (expected, found) in searches {
        #expect(try await found.countAll() == expected.countAll())
        #expect(try await found.previous(before: end) == expected.previous(before: end))
        #expect(try await found.next(from: end / 3) == expected.next(from: end / 3))
      }
    }
  }

  @Test(arguments: 1...20)
  func `copies the entries that a copy of the same log as UTF-8 has`(seed: UInt64) async throws {
    try await TemporaryFolder.run { folder in
      var random = SplitMix64(start: seed)
      // Between the matches are many parts without one; a match is at an end of a long entry, which
      // usually begins in the part before, or ends in the part after.
      var log = ""
      for number in 0..<8 {
        for entry in 0..<random.within(1...5_000) {
          log += "2026-11-29 10:\(10 + entry % 50):00 INFO entry \(entry) of \(number)\n"
        }
        let isFirst = random.occurs(inPercent: 50)
        log += "2026-11-29 11:00:00 ERROR with a trace\(isFirst ? " and a needle" : "")\n"
        for line in 0..<random.within(0...random.pick([200, 1_500])) {
          log += "  at line \(line) of the file\n"
        }
        log += isFirst ? "  the end of the trace\n" : "  a needle\n"
        for line in 0..<random.pick([0, 300]) { log += "  at line \(line) after it\n" }
      }
      let (plain, stream) = try Self.files(log, .utf16LittleEndian, in: folder)
      _ = try stream.waitForMore(after: .max - StreamStore.usualLookAhead)
      var rule = ItemRule(.text)
      rule.entryReach = 64 << 10
      for unit in [MatchUnit(rule: rule, hasEntries: true), .line] {
        let conditions = LineConditions([.init(try TextPattern("needle", .smart))], unit: unit)
        let copies = [plain, stream.file].map { file in
          ItemCopy(conditions, of: file, on: executors, stretch: 1 << 20)
        }
        var outputs: [[UInt8]] = []
        for copy in copies {
          var bytes: [UInt8] = []
          let count = try await copy.run {
            bytes += $0
            return true
          }
          #expect(count == 8)
          outputs.append(bytes)
        }
        #expect(outputs[0] == outputs[1])
      }
    }
  }

  @Test(arguments: 1...10)
  func `copies the lines that a copy of the same text as UTF-8 has`(seed: UInt64) async throws {
    try await TemporaryFolder.run { folder in
      var random = SplitMix64(start: seed)
      let text = Self.lines(&random)
      let (plain, stream) = try Self.files(text, .utf16BigEndian, in: folder)
      let conditions = LineConditions([.init(try TextPattern("needle", .smart))])
      let expected = try await copied(plain, plain.start..<plain.size(), conditions)
      // The text is copied while it is measured, and once more.
      for _ in 0..<2 {
        let search = search(conditions, stream.file)
        var (place, found) = (0, [UInt8]())
        while place < (try plain.size()) {
          // If the text cannot grow now, the size that is read afterward is that of the whole text.
          let mayGrow = stream.mayGrow
          let size = try stream.file.size()
          let copy = ItemCopy(of: search, on: executors)
          if let end = try copy.endOfWholeItems(upTo: size), end > place {
            found += try await copied(stream.file, place..<end, conditions, search)
            place = end
          } else if !mayGrow {
            break
          } else {
            await stream.waitForGrowth(after: size + 200_000)
          }
        }
        #expect(found == expected)
      }
    }
  }

  private func copied(
    _ file: FileStore, _ range: Range<Int>, _ conditions: LineConditions,
    _ search: LineSearch? = nil
  ) async throws -> [UInt8] {
    let copy =
      search.map { ItemCopy(of: $0, on: executors) }
      ?? ItemCopy(conditions, of: file, on: executors)
    var bytes: [UInt8] = []
    _ = try await copy.run(range, upTo: file.size()) {
      bytes += $0
      return true
    }
    return bytes
  }

  /// Lines of different lengths and alphabets, a share of which has a match.
  private static func lines(_ random: inout SplitMix64) -> String {
    let words = random.pick([
      ["line", "text"], ["größer", "Straße"], ["漢字", "a"], ["😀", "a smile"],
    ])
    let (share, most) = (random.pick([1, 10, 100, 1_000, 9_000]), random.pick([3, 20, 300]))
    var text = ""
    for number in 0..<600_000 / most {
      for _ in 0..<random.within(0...most) { text += random.pick(words) + " " }
      if random.within(0...9_999) < share { text += "needle \(number)" }
      if number % 5_000 == 4_999 { text += String(repeating: random.pick(words), count: 30_000) }
      text += "\n"
    }
    return text + "needle at the end\n"
  }

  @Test func `stops when it is cancelled, though no part has a match`() async throws {
    try await TemporaryFolder.run { folder in
      let text = String(repeating: "a line of text without it\n", count: 40_000)
      let (_, stream) = try Self.files(text, .utf16LittleEndian, in: folder)
      while stream.mayGrow { await stream.waitForGrowth(after: try stream.file.size()) }
      let found = search(LineConditions([.init(try TextPattern("needle", .smart))]), stream.file)
      let counting = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await found.countAll()
      }
      await #expect(throws: FileError.cancelled) { try await counting.value }
    }
  }

  @Test(arguments: [
    ("needle", "needle"), ("nee\u{1B}[1mdle", "needle"), ("n\u{8}nee\u{8}edle", "needle"),
    ("ta\u{17F}k", "task"), ("TAS\u{212A}", "task"), ("GRÖẞER", "größer"), ("Ошибка", "ошибка"),
    ("\u{1C82}шибка", "ошибка"), ("BŁĄD", "błąd"), ("ΣΦΆΛΜΑ", "σφάλμα"), ("\u{10400}", "\u{10428}"),
  ])
  func `finds the only match, even if its characters differ from the pattern`(
    word: String, pattern: String
  ) async throws {
    try await TemporaryFolder.run { folder in
      let lines = Array(repeating: "a line of text without it\n", count: 40_000)
      let text = (lines + ["\(word)\n"] + lines).joined()
      let (_, stream) = try Self.files(text, .utf16LittleEndian, in: folder)
      let found = search(LineConditions([.init(try TextPattern(pattern, .smart))]), stream.file)
      // The text is measured in the first round, and only searched again in the second one.
      for _ in 0..<2 {
        let other = search(LineConditions([.init(try TextPattern("thread", .smart))]), stream.file)
        while stream.mayGrow {
          _ = try await found.countAll()
          await stream.waitForGrowth(after: try stream.file.size() + 200_000)
        }
        #expect(try await found.countAll() == 1)
        #expect(try await other.countAll() == 0)
      }
    }
  }

  @Test(arguments: 0...8)
  func `finds a match in color across the border of two pieces`(before: Int) async throws {
    try await TemporaryFolder.run { folder in
      let border = 100 * PartPieces.size / 2
      let lines = String(repeating: "a line of text without it\n", count: border / 26 - 2)
      let padding = String(repeating: "-", count: border - before - lines.utf16.count)
      let text = lines + padding + "nee\u{1B}[1mdle\n" + lines
      let (_, stream) = try Self.files(text, .utf16LittleEndian, in: folder)
      let found = search(LineConditions([.init(try TextPattern("needle", .smart))]), stream.file)
      while stream.mayGrow {
        _ = try await found.countAll()
        await stream.waitForGrowth(after: try stream.file.size() + 200_000)
      }
      #expect(try await found.countAll() == 1)
    }
  }

  @Test func `finds a match behind parts that end within a pair of surrogates`() async throws {
    try await TemporaryFolder.run { folder in
      // With an odd number of units in a line, about half of the parts end within a pair.
      let lines = String(repeating: String(repeating: "😀", count: 40) + "\n", count: 8_000)
      let (plain, stream) = try Self.files(lines + "needle\n", .utf16BigEndian, in: folder)
      let pattern = LineConditions([.init(try TextPattern("needle", .smart))])
      let found = search(pattern, stream.file)
      while stream.mayGrow {
        _ = try await found.countAll()
        await stream.waitForGrowth(after: try stream.file.size() + 200_000)
      }
      #expect(try stream.file.size() == plain.size())
      #expect(try await Self.all(found, in: stream.file) == [lines.utf8.count])
    }
  }

  // The other cases of k and s include letters outside ASCII. The bytes of both emoji differ.
  @Test(
    arguments: [
      "needle", "task", "größer", "ошибка", "błąd", "漢字", "🚁", "σφάλμα",
      String(repeating: "a long needle ", count: 20),
    ],
    [
      "a line of text without it\n", "ein etwas größeres Stück Text\n", "строка текста без неё\n",
      "没有它的文本行\n", "a line with a smile 😀\n",
    ])
  func `knows without decoding them which parts have no match`(
    word: String, line: String
  ) async throws {
    try await TemporaryFolder.run { folder in
      let text = String(
        repeating: line.replacing(word, with: ""), count: 1_200_000 / line.utf16.count)
      let (_, stream) = try Self.files(text, .utf16LittleEndian, in: folder)
      let pattern = LineConditions([.init(try TextPattern(word, .smart))])
      while stream.mayGrow { await stream.waitForGrowth(after: try stream.file.size()) }
      let (file, executors) = (stream.file, executors)
      // A search is created by a task that does not run on the main actor.
      let search = await Task.detached { LineSearch(pattern, in: file, on: executors) }.value
      let probes = try #require(search.probes)
      #expect(try file.possibleMatch(in: 0..<file.size(), of: probes).isEmpty)
    }
  }

  private static let patterns = [
    "needle", "Needle", "need(le|ed)", "größer", "edle\\b", "q[0-9]+x", "Zebra", "task",
    "ошибка", "rocket 🚀", "błąd|σφάλμα", "!!!nothing!!!",
  ]

  private func search(_ pattern: LineConditions, _ file: FileStore) -> LineSearch {
    LineSearch(pattern, in: file, on: executors, spacing: 300_000, blockSize: 64 << 10)
  }

  private static func all(_ search: LineSearch, in file: FileStore) async throws -> [Int] {
    var (found, place) = ([Int](), 0)
    let reader = LineReader(file: file, size: try file.size(), rule: MatchUnit.line.rule)
    while let match = try await search.next(from: place) {
      found.append(match)
      place = try reader.itemEnd(at: match)
    }
    return found
  }

  /// Lines that are mostly ASCII, with rare matches, some of which are at the borders of parts, in
  /// colored or overstruck text, or next to non-ASCII characters.
  private static func text(_ random: inout SplitMix64) -> String {
    let rare = [
      "needle", "Needle", "NEEDLE", "größer", "n\u{8}needle", "nee\u{1B}[1mdle", "needed", "q17x",
      "zebra 😀", "漢字 needle", "Zebra", "task", "TASK", "ta\u{17F}k", "Tas\u{212A}",
      "GRÖẞER", "Ошибка", "ОШИБКА", "\u{1C82}шибка", "rocket 🚀", "ROCKET 🚀", "BŁĄD", "ΣΦΆΛΜΑ", "🚀🚀",
      "rocket 😀", "漢字🚀",
    ]
    let part = DecodedParts.partSize / 2
    // The length is counted here, because `utf16.count` reads the whole text.
    var (text, count) = ("", 0)
    func append(_ more: String) {
      text += more
      count += more.utf16.count
    }
    while count < 16 * part {
      let left = part - count % part
      if left < 60, random.occurs(inPercent: 30) {
        append(String(repeating: "-", count: max(0, left - random.within(0...8))))
        append(random.pick(rare))
      } else if random.occurs(inPercent: 1), random.occurs(inPercent: 4) {
        append(random.pick(rare))
      }
      append("a line of the text with the number \(random.within(0...9_999))\n")
    }
    return text
  }

  /// Entries of a log, some of which have a long trace, in which a match is rare.
  private static func log(_ random: inout SplitMix64) -> String {
    var text = ""
    for number in 0..<12_000 {
      text += "2026-11-29 10:\(10 + number % 50):00 INFO an entry with the number \(number)\n"
      guard random.occurs(inPercent: 1), random.occurs(inPercent: 20) else { continue }
      for line in 0..<random.pick([1, 40, 2_500]) { text += "  at line \(line) of the file\n" }
      if random.occurs(inPercent: 50) { text += "  a trace with a needle\n" }
    }
    return text
  }

  private static func files(
    _ text: String, _ encoding: String.Encoding, in folder: TemporaryFolder
  ) throws -> (FileStore, StreamStore) {
    try Data(text.utf8).write(to: URL(filePath: folder.path + "/plain"))
    let wide = try #require(text.data(using: encoding))
    try wide.write(to: URL(filePath: folder.path + "/wide"))
    let stream = try StreamStore(
      unpacking: FileStore(path: folder.path + "/wide"),
      decoding: .named(.utf16(isBigEndian: encoding == .utf16BigEndian)))
    return (try FileStore(path: folder.path + "/plain"), try #require(stream))
  }
}
