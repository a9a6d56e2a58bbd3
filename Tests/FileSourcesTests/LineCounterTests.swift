import TemporaryFolders
import ByteStores
import FileSources
import Randomness
import Synchronization
import Testing

@Suite struct `A line counter` {
  private let folder: TemporaryFolder
  private let log = ReadLog()
  private let end = 36 << 10

  init() throws { folder = try TemporaryFolder() }

  private func counter(_ bytes: [UInt8]) throws -> LineCounter {
    let file = try FileStore(path: folder.write(bytes), edition: 0, read: log.read)
    return LineCounter(of: file, chunk: 1 << 10, spacing: 16 << 10)
  }

  /// A counter for a file with lines of 64 bytes and a last one of 4 bytes; it remembers two places
  /// in the file.
  private func longCounter() throws -> LineCounter {
    let line = String(repeating: "x", count: 63) + "\n"
    return try counter(Array((String(repeating: line, count: end / 64) + "last").utf8))
  }

  @Test func `counts as a plain loop does`() async throws {
    var text = RandomText(start: 5)
    let bytes = text.bytes(3_000, longestLine: 40)
    let counter = try counter(bytes)
    var feeds = 0
    for offset in 0...bytes.count {
      #expect(try await counter.count(before: FileOffset(bytes: offset)) == feeds)
      if offset < bytes.count, bytes[offset] == 10 { feeds += 1 }
    }
  }

  @Test func `counts where all are line feeds`() async throws {
    let counter = try counter(Array(repeating: 10, count: 20_000))
    #expect(try await counter.count(before: FileOffset(bytes: 20_000)) == 20_000)
    #expect(try await counter.count(before: FileOffset(bytes: 9_999)) == 9_999)
  }

  @Test func `finds every line`() async throws {
    var text = RandomText(start: 6)
    let bytes = text.bytes(1_000, longestLine: 30)
    let starts = [0] + bytes.indices.filter { bytes[$0] == 10 }.map { $0 + 1 }
    let counter = try counter(bytes)
    for (index, start) in starts.enumerated() {
      let place = start < bytes.count ? FileOffset(bytes: start) : nil
      #expect(try await counter.place(ofLine: index + 1) == place)
    }
    #expect(try await counter.place(ofLine: starts.count + 1) == nil)
    #expect(try await counter.place(ofLine: .max) == nil)
    #expect(try await counter.place(ofLine: -1) == FileOffset(bytes: 0))
  }

  @Test func `finds no line in an empty file`() async throws {
    #expect(try await counter([]).place(ofLine: 1) == nil)
    #expect(try await counter([]).count(before: FileOffset(bytes: 0)) == 0)
  }

  @Test func `counts in a chunk and beyond it`() async throws {
    let path = try folder.write(String(repeating: "a line\n", count: 50_000).utf8)
    let counter = LineCounter(of: try FileStore(path: path))
    #expect(try await counter.count(before: FileOffset(bytes: 350_000)) == 50_000)
    #expect(try await counter.place(ofLine: 40_001) == FileOffset(bytes: 280_000))
  }

  @Test(arguments: 1...4)
  func `counts in a decoded file as in the text`(seed: UInt64) async throws {
    var random = SplitMix64(start: seed)
    var text = "\u{FEFF}"
    while text.utf8.count < 1_000_000 {
      let length = random.pick([0, 10, 100, random.occurs(inPercent: 1) ? 300_000 : 40])
      text += String(repeating: random.pick(["x", "ß", "漢"]), count: length) + "\n"
    }
    let units = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let file = try FileStore(path: folder.write(units, to: "wide"))
    let stream = try #require(try StreamStore(unpacking: file, decoding: .recognized))
    _ = try stream.waitForMore(after: .max - StreamStore.usualLookAhead)
    let plain = LineCounter(of: try FileStore(path: folder.write(text.dropFirst().utf8)))
    let counter = LineCounter(of: stream.file)
    let end = try stream.file.size()
    #expect(try end == plain.file.size())
    for _ in 0..<60 {
      let place = FileOffset(bytes: random.within(0...end))
      #expect(try await counter.count(before: place) == plain.count(before: place))
    }
    let lines = try await plain.lineCount()
    #expect(try await counter.lineCount() == lines)
    let inside = (0..<60).map { _ in random.within(1...lines) }
    for line in [1, 2, lines, lines + 1, lines + 2] + inside {
      #expect(try await counter.place(ofLine: line) == plain.place(ofLine: line), "line \(line)")
    }
  }

  @Test func `goes on from what it has counted`() async throws {
    let counter = try longCounter()
    #expect(try await counter.count(before: FileOffset(bytes: end)) == end / 64)
    #expect(log.bytes == end)
    for place in [end - 100, 20 << 10, 32 << 10, (16 << 10) + 64] {
      log.clear()
      #expect(try await counter.count(before: FileOffset(bytes: place)) == place / 64)
      #expect(log.bytes == place % (16 << 10))
      #expect(try await counter.place(ofLine: place / 64 + 1)?.bytes == place / 64 * 64)
      #expect(log.bytes <= 2 * (16 << 10) + (1 << 10))
    }
    try folder.append("\nmore\n")
    #expect(try await counter.count(before: FileOffset(bytes: end + 10)) == end / 64 + 2)
  }

  @Test func `says how far it is`() async throws {
    let counter = try longCounter()
    let steps = Mutex<[CountProgress]>([])
    let total = end + 4
    _ = try await counter.count(before: FileOffset(bytes: total)) { step in
      steps.withLock { $0.append(step) }
    }
    let seen = steps.withLock { $0 }
    #expect(seen.last?.done == total)
    #expect(seen.allSatisfy { $0.total == total })
    #expect(seen.count == 37)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.done < $1.done })
  }

  @Test func `stops when its task is cancelled, and keeps what it has`() async throws {
    let counter = try longCounter()
    let place = FileOffset(bytes: end)
    await #expect(throws: FileError.cancelled) {
      try await Task {
        try await counter.count(before: place) { step in
          if step.done >= 24 << 10 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }.value
    }
    #expect(log.bytes == 24 << 10)
    log.clear()
    #expect(try await counter.count(before: place) == end / 64)
    #expect(log.bytes == 20 << 10)
  }

  @Test func `is not led astray by two counts at once`() async throws {
    let counter = try longCounter()
    async let one = counter.count(before: FileOffset(bytes: end))
    async let two = counter.count(before: FileOffset(bytes: 24 << 10))
    async let three = counter.place(ofLine: (28 << 10) / 64 + 1)
    #expect(try await (one, two) == (end / 64, (24 << 10) / 64))
    #expect(try await three?.bytes == 28 << 10)
    #expect(try await counter.count(before: FileOffset(bytes: end)) == end / 64)
  }

  @Test func `refuses a place that the file does not have`() async throws {
    let counter = try counter(Array("a\n".utf8))
    await #expect(throws: FileError.cutShort(path: counter.file.path)) {
      try await counter.count(before: FileOffset(bytes: 3))
    }
    await #expect(throws: FileError.replaced(path: counter.file.path)) {
      try await counter.count(before: FileOffset(bytes: 0, edition: 1))
    }
  }
}
