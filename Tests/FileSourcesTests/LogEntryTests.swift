import ByteStores
import Paging
import Randomness
import Records
import TemporaryFolders
import Testing
@testable import FileSources

/// Stack traces and other lines that follow a line with a time, compared with a plain loop over the
/// lines.
@Suite struct `The entries of a log` {
  private static let executors: [any TaskExecutor] = [globalConcurrentExecutor]
  /// The reach of an entry in bytes, so small that some entries are cut.
  private static let reach = 200

  /// The entries of a log, found by a plain loop.
  private struct Model {
    private(set) var entries: [Range<Int>] = []

    init(_ lines: [String]) {
      var (offset, head): (Int, Int?) = (0, nil)
      for line in lines {
        let end = offset + line.utf8.count
        if line.hasPrefix("2026-") || line.hasPrefix("[2026-") {
          entries.append(offset..<end)
          head = offset
        } else if let first = head, offset - first <= reach {
          entries[entries.count - 1] = first..<end
        } else {
          entries.append(offset..<end)
          head = nil
        }
        offset = end
      }
    }
  }

  private static func lines(_ random: inout SplitMix64, count: Int, end: String) -> [String] {
    (0..<count).map { number in
      let head = random.pick(["2026-11-24 10:00:\(10 + number % 50) ", "[2026-11-24T10:00:00Z] "])
      let word = random.pick(["alpha", "beta", "gamma", "", "2026-11-24 10:00:00"])
      return
        (random.occurs(inPercent: 40) ? head : random.pick(["\tat ", "Caused by: ", "", "  "]))
        + word + end
    }
  }

  private func conditions(_ random: inout SplitMix64) -> [FilterModel.Condition] {
    (0..<random.within(1...2)).map { _ in
      (random.pick(["alpha", "beta", "gamma", "at", "nowhere"]), random.occurs(inPercent: 40))
    }
  }

  private func meets(_ text: Substring.UTF8View, _ conditions: [FilterModel.Condition]) -> Bool {
    conditions.allSatisfy { condition in
      let lines = Array(text).split(separator: 10)
      let pattern = TextPattern(condition.text)
      return lines.contains { pattern.match(in: $0) != nil } != condition.isNegated
    }
  }

  @Test(arguments: 1...12)
  func `are shown whole where one of their lines matches, and counted once`(
    start: UInt64
  ) async throws {
    let folder = try TemporaryFolder()
    var random = SplitMix64(start: start)
    let end = random.pick(["\n", "\r\n"])
    let written = Self.lines(&random, count: 150, end: end)
    let lines = random.occurs(inPercent: 50) ? written : written.dropLast() + ["  beta"]
    let (text, entries) = (lines.joined(), Model(lines).entries)
    let file = try FileStore(path: folder.write(Array(text.utf8)))
    for _ in 1...6 {
      let conditions = conditions(&random)
      let expected = entries.filter { range in
        meets(
          text.utf8[text.utf8.index(text.startIndex, offsetBy: range.lowerBound)...]
            .prefix(range.count), conditions)
      }
      let source = TextFileSource(file)
      source.joinEntries(reach: Self.reach)
      let window = random.pick([256, 700, 100_000])
      let filter = FilteredTextSource(
        source, FilterModel.conditions(conditions), context: 0, on: Self.executors, window: window)
      let search = filter.search(of: file)
      #expect(try await search.countAll() == expected.count)
      let shown = expected.flatMap { Array(text.utf8.dropFirst($0.lowerBound).prefix($0.count)) }
      for size in [1, 3, 100] {
        #expect(try await filter.walk(.start, by: size).flatMap { Array($0.raw) } == shown)
        #expect(try await filter.walk(.end, by: size).flatMap { Array($0.raw) } == shown)
      }
      try await check(search, against: expected, in: source, file)
    }
  }

  /// Expects that a search visits the given entries, from the first to the last and back.
  private func check(
    _ search: LineSearch, against expected: [Range<Int>], in source: TextFileSource,
    _ file: FileStore
  ) async throws {
    var (visited, from): ([Range<Int>], Int) = ([], 0)
    while let match = try await search.next(from: from) {
      let entry = try source.entry(around: match, in: file)
      #expect(try await search.number(of: match) == visited.count + 1)
      visited.append(entry)
      from = entry.upperBound
    }
    #expect(visited == expected)
    var back: [Range<Int>] = []
    var before = try file.size()
    while let match = try await search.previous(before: before) {
      back.append(try source.entry(around: match, in: file))
      before = back[back.count - 1].lowerBound
    }
    #expect(back.reversed() == expected)
  }

  @Test(arguments: 1...8)
  func `are found around any byte`(start: UInt64) throws {
    let folder = try TemporaryFolder()
    var random = SplitMix64(start: start)
    let lines = Self.lines(&random, count: 60, end: "\n")
    let file = try FileStore(path: folder.write(Array(lines.joined().utf8)))
    let source = TextFileSource(file)
    source.joinEntries(reach: Self.reach)
    let entries = Model(lines).entries
    for offset in 0..<lines.joined().utf8.count {
      #expect(
        try source.entry(around: offset, in: file) == entries.first { $0.contains(offset) })
    }
  }

  private struct EntryPattern: LinePattern {
    let unit: MatchUnit

    func makeMatcher() -> any LineMatcher { TextPattern("a").makeMatcher() }
  }

  @Test func `are searched on from the last one, and lines from their end`() throws {
    let folder = try TemporaryFolder()
    let first = "2026-11-24 10:00:00 alpha\n"
    let text = Array((String(repeating: first, count: 9) + "  at one\n  at tw").utf8)
    let file = try FileStore(path: folder.write(text))
    let source = TextFileSource(file)
    let lines = LineSearch(TextPattern("a"), in: file, on: Self.executors)
    let (last, end) = (8 * first.utf8.count, text.count - 7)
    #expect(try lines.restart(at: end) == end)
    #expect(try lines.restart(at: text.count) == nil)
    #expect(try lines.restart(at: 0) == nil)
    source.joinEntries(true)
    let pattern = EntryPattern(unit: source.matchUnit(in: file))
    let entries = LineSearch(pattern, in: file, on: Self.executors)
    #expect(try entries.restart(at: end) == last)
  }

  @Test(arguments: 1...8)
  func `are shown on as they grow, a line or a part of one at a time`(start: UInt64) async throws {
    let folder = try TemporaryFolder()
    var random = SplitMix64(start: start)
    // The file begins with enough lines with a time to be recognized as a log from the start.
    let head = String(repeating: "2026-11-24 10:00:00 alpha\n", count: 30)
    let bytes = Array((head + Self.lines(&random, count: 60, end: "\n").joined()).utf8)
    var written = random.within(800...1_500)
    let path = try folder.write(Array(bytes[..<written]))
    let source = try TextFileSource(path: path)
    source.joinEntries(reach: Self.reach)
    let filter = FilteredTextSource(
      source, FilterModel.conditions([("beta", false)]), context: 0, on: Self.executors,
      window: 300)
    var (held, place): ([TextLine], PageRequest<FileOffset>.Position) = ([], .start)
    while true {
      let page = try await filter.page(place, 5)
      if case .after(let cursor) = place { held.removeAll { $0.id >= cursor } }
      held += page.items
      guard let next = page.after.cursor else { break }
      place = .after(next)
      if case .more = page.after { continue }
      guard written < bytes.count else { break }
      let more = min(bytes.count - written, random.within(1...70))
      try folder.append(Array(bytes[written..<written + more]))
      written += more
    }
    let again = FilteredTextSource(
      source, FilterModel.conditions([("beta", false)]), context: 0, on: Self.executors,
      window: 300)
    let fresh = try await again.walk(.start, by: 100)
    #expect(held.map(\.id) == fresh.map(\.id))
  }

  @Test func `are lines where no line begins with a time, and where each is asked for by itself`()
    throws
  {
    let folder = try TemporaryFolder()
    let prose = try FileStore(path: folder.write(Array("one\n  two\nthree\n".utf8), to: "prose"))
    let source = TextFileSource(prose)
    source.joinEntries(true)
    #expect(!source.hasEntries(in: prose))
    #expect(try source.entry(around: 5, in: prose) == 4..<10)
    let log = try FileStore(
      path: folder.write(Array("10:00:00 a\n\tat b\n10:00:01 c\n".utf8), to: "log"))
    #expect(source.hasEntries(in: log))
    #expect(try source.entry(around: 12, in: log) == 0..<17)
    source.joinEntries(false)
    #expect(try source.entry(around: 12, in: log) == 11..<17)
  }
}
