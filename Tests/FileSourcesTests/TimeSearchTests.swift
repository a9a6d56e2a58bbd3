import ByteStores
import Randomness
import Records
import TemporaryFolders
import Testing

@testable import FileSources

/// Going to a time by bisection, compared with a plain loop over all lines.
@Suite struct `A search for a time` {
  private static func time(_ line: TextLine) -> RecordTime? {
    ItemTime(line: line.bytes, in: .source)?.time
  }

  private struct Log {
    var text = ""
    /// The offset and the time of each line that has a time.
    var lines: [(start: Int, time: RecordTime)] = []

    mutating func add(_ line: String) {
      if let time = ItemTime(line: Array(line.utf8)[...], in: .source)?.time {
        lines.append((text.utf8.count, time))
      }
      text += line + "\n"
    }

    func first(from wanted: RecordTime) -> Int? { lines.first { $0.time >= wanted }?.start }

    /// Whether the log crosses the wanted time at a place; nil stands for the end.
    ///
    /// It does if the line at the place is not earlier than the wanted time, and the line before
    /// it, if any, is earlier.
    func isCrossing(_ place: Int?, _ wanted: RecordTime) -> Bool {
      guard let place else { return lines.last.map { $0.time < wanted } ?? true }
      guard let index = lines.firstIndex(where: { $0.start == place }), lines[index].time >= wanted
      else { return false }
      return index == 0 || lines[index - 1].time < wanted
    }
  }

  private static func stamp(_ seconds: Int, zone: Int) -> String {
    let shifted = seconds + zone * 3_600
    let (day, hour) = (1 + shifted / 86_400, shifted / 3_600 % 24)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return
      "2026-03-\(two(day))T\(two(hour)):\(two(shifted / 60 % 60)):\(two(shifted % 60))+0\(zone):00"
  }

  /// A log in which some times are equal, zones change, some lines have no time, and some are much
  /// longer than others.
  private static func log(_ random: inout SplitMix64, lines: Int, jumpsBack: Bool) -> Log {
    var (log, seconds, zone) = (Log(), 0, 1)
    for number in 0..<lines {
      if random.occurs(inPercent: 60) { seconds += random.within(0...40) }
      if jumpsBack, random.occurs(inPercent: 3) {
        seconds = max(0, seconds - random.within(1...3_000))
      }
      if random.occurs(inPercent: 2) { zone = 3 - zone }
      let filler = String(
        repeating: "x", count: random.occurs(inPercent: 5) ? random.within(100...3_000) : 20)
      log.add("\(stamp(seconds, zone: zone)) \(number) \(filler)")
      while random.occurs(inPercent: 30) { log.add("  at frame \(filler)") }
    }
    return log
  }

  private func found(
    _ wanted: RecordTime, in log: Log, _ folder: TemporaryFolder
  ) async throws -> TimePlace? {
    let source = try TextFileSource(path: folder.write(log.text, to: "log"))
    return try await source.place(of: wanted, in: source.file(), time: Self.time)
  }

  @Test(arguments: 1...25) func `leads to the first line that is not before it`(seed: Int)
    async throws
  {
    var random = SplitMix64(start: UInt64(seed))
    let folder = try TemporaryFolder()
    let log = Self.log(&random, lines: random.pick([1, 3, 200, 3_000]), jumpsBack: false)
    let source = try TextFileSource(path: folder.write(log.text, to: "log"))
    for _ in 0..<30 {
      let near = random.pick(log.lines).time.nanoseconds
      let wanted = RecordTime(nanoseconds: near + random.within(-2...2) * 500_000_000)
      let place = try #require(
        try await source.place(of: wanted, in: source.file(), time: Self.time))
      #expect(place.offset?.bytes == log.first(from: wanted))
      #expect(place.isOrdered)
    }
  }

  @Test(arguments: 1...25)
  func `leads to a place between an earlier and a later line where times are not in order`(
    seed: Int
  ) async throws {
    var random = SplitMix64(start: UInt64(seed))
    let folder = try TemporaryFolder()
    let log = Self.log(&random, lines: random.pick([3, 200, 3_000]), jumpsBack: true)
    let source = try TextFileSource(path: folder.write(log.text, to: "log"))
    let isOrdered = zip(log.lines, log.lines.dropFirst()).allSatisfy { $0.time <= $1.time }
    for _ in 0..<30 {
      let wanted = RecordTime(nanoseconds: random.pick(log.lines).time.nanoseconds)
      let place = try #require(
        try await source.place(of: wanted, in: source.file(), time: Self.time))
      #expect(log.isCrossing(place.offset?.bytes, wanted))
      if isOrdered { #expect(place.isOrdered) }
      // A short log is read completely, so the result about its order is exact.
      if log.text.utf8.count < 16 << 10 { #expect(place.isOrdered == isOrdered) }
    }
  }

  @Test func `finds nothing in a text without times`() async throws {
    let folder = try TemporaryFolder()
    var log = Log()
    for number in 0..<5_000 { log.add("line \(number)") }
    #expect(try await found(RecordTime(nanoseconds: 0), in: log, folder) == nil)
  }

  @Test func `takes the first of the two where an hour comes twice`() async throws {
    let folder = try TemporaryFolder()
    var log = Log()
    // The clock goes back from 03:00 to 02:00, as in a log without zones.
    for hour in [1, 2, 2, 3] {
      for minute in 10...59 { log.add("2026-10-25 0\(hour):\(minute):00 x") }
    }
    let wanted = try #require(
      ItemTime(Array("2026-10-25 02:30:00".utf8)[...], in: .source)
    ).time
    let place = try #require(try await found(wanted, in: log, folder))
    #expect(!place.isOrdered)
    #expect(place.offset?.bytes == log.first(from: wanted))
  }

  @Test func `reads little of a long log`() async throws {
    let folder = try TemporaryFolder()
    var log = Log()
    for second in 0..<80_000 {
      log.add("\(Self.stamp(second, zone: 1)) " + String(repeating: "y", count: 60))
    }
    let reads = ReadLog()
    let path = try folder.write(log.text, to: "log")
    let source = try TextFileSource(path: path, pieceSize: 16 << 10, read: reads.read)
    let wanted = log.lines[54_321].time
    #expect(
      try await source.place(of: wanted, in: source.file(), time: Self.time)?.offset?.bytes
        == log.lines[54_321].start)
    #expect(reads.bytes < 1 << 20)
  }
}
