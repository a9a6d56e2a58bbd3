import Paging
import Randomness
import SpilledJSON
import SpilledSources
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A file of bounded size` {
  private let folder = Folder()

  /// Blocks of any size, some of which the disk does not write, or writes only in part.
  @Test(arguments: UInt64(0)..<40)
  func `has every block that it says it keeps, byte for byte`(start: UInt64) throws {
    var random = SplitMix64(start: start)
    let (disk, limit) = (Disk(), random.within(1...200))
    var ring = try SpillRing(folder: folder.path, limit: limit, write: disk.write)
    var written: [[UInt8]] = []
    for _ in 0..<200 {
      let size =
        random.occurs(inPercent: 5) ? random.within(0...limit * 2) : random.within(0...limit / 3)
      let block = (0..<size).map { _ in UInt8(random.within(0...255)) }
      disk.room = random.occurs(inPercent: 20) ? random.within(0...size) : nil
      if let number = try? ring.append(block) {
        #expect(number == written.count)
        written.append(block)
        #expect(ring.numbers.last == number)
      }
      #expect(ring.numbers.upperBound == written.count)
      for number in ring.numbers { #expect(try ring.read(number) == written[number]) }
      if let gone = ring.numbers.first.map({ $0 - 1 }) { #expect(try ring.read(gone) == nil) }
    }
  }

  @Test(arguments: [(size: 100, count: 10), (size: 90, count: 11)])
  func `takes all the room that it may, and no more`(size: Int, count: Int) throws {
    let reach = Mutex(0)
    var ring = try SpillRing(folder: folder.path, limit: 1_000) { _, bytes, place in
      reach.withLock { $0 = max($0, place + bytes.count) }
      return bytes.count
    }
    for _ in 0..<100 { _ = try ring.append(Array(repeating: 7, count: size)) }
    #expect(ring.numbers.count == count)
    #expect(reach.withLock { $0 } == size * count)
  }

  @Test func `loses only the blocks that a failed write has reached`() throws {
    let disk = Disk()
    var ring = try SpillRing(folder: folder.path, limit: 1_000, write: disk.write)
    for _ in 0..<10 { _ = try ring.append(Array(repeating: 7, count: 100)) }
    disk.room = 150
    #expect(throws: SpillError.self) { try ring.append(Array(repeating: 8, count: 400)) }
    #expect(ring.numbers == 2..<10)
    disk.room = nil
    #expect(try ring.append(Array(repeating: 8, count: 400)) == 10)
    #expect(ring.numbers == 4..<11)
  }

  @Test func `keeps all that it has when a disk without room takes no byte`() throws {
    let disk = Disk()
    var ring = try SpillRing(folder: folder.path, limit: 1_000, write: disk.write)
    for _ in 0..<15 { _ = try ring.append(Array(repeating: 7, count: 90)) }
    let kept = ring.numbers
    disk.room = 0
    for size in [1, 90, 500, 2_000] {
      #expect(throws: SpillError.self) { try ring.append(Array(repeating: 8, count: size)) }
    }
    #expect(ring.numbers == kept)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A full disk` {
  private let folder = Folder()
  private let disk = Disk()
  private let stream = Stream(total: 40)

  /// The page that arrived is not lost, however many of its bytes were written.
  @Test(arguments: [0, 1, 7, 20])
  func `loses neither the page that came nor those that were kept`(room: Int) async throws {
    let pages = try makePages()
    let first = try await pages.load(.start)
    let cursor = try #require(first.after.cursor)
    for _ in 0..<3 {
      disk.room = room
      await #expect(throws: full) { try await pages.load(.after(cursor)) }
      #expect(try await pages.load(.start) == first)
    }
    #expect(stream.loadCount == 2)
    disk.room = nil
    var page = try await pages.load(.after(cursor))
    #expect(page.items.map(\.id) == Array(10..<20))
    while let next = page.after.cursor { page = try await pages.load(.after(next)) }
    while let next = page.before.cursor { page = try await pages.load(.before(next)) }
    #expect(page.items == first.items)
    #expect(stream.loadCount == 4)
  }

  @Test func `loses no first page`() async throws {
    let pages = try makePages()
    disk.room = 0
    await #expect(throws: full) { try await pages.load(.start) }
    await #expect(throws: full) { try await pages.load(.start) }
    disk.room = nil
    #expect(try await pages.load(.start).items.map(\.id) == Array(0..<10))
    #expect(stream.loadCount == 1)
  }

  /// The error if the disk is full; it is temporary, so a list repeats the load automatically.
  private var full: PagingError {
    PagingError("cannot store pages in \(folder.path): No space left on device", isRetryable: true)
  }

  private func makePages() throws -> SpilledSource<Stream> {
    let ring = try SpillRing(folder: folder.path, limit: 1 << 20, write: disk.write)
    return SpilledSource(stream, in: ring, coding: .json)
  }
}
