import ByteStores
import Bytes

/// A reader of the lines or other items that begin in a range of a file, in blocks of whole items.
///
/// An item longer than a block is read in pieces, each overlapping the one before it.
struct FileLineBlocks {
  /// A block and its position in the file.
  struct Block {
    let offset: Int
    let bytes: UnsafeRawBufferPointer
    /// Whether the block continues an item that began in the block before it.
    let goesOn: Bool
    /// The bytes without those that the next block repeats if it is another piece of the same item.
    let unshared: UnsafeRawBufferPointer
    /// The text with the bytes, if they were not copied; they are valid as long as it exists.
    let text: KeptText?
  }

  let file: FileStore
  /// The end of the file for this search.
  let end: Int
  /// The unit that is not split between blocks.
  let unit: MatchUnit
  /// The range in which an item must begin.
  let range: Range<Int>
  /// Whether the range may begin in the middle of a line, the rest of which is then included.
  let beginsAnywhere: Bool
  /// The probes that find the parts of a decoded file that need not be read.
  private let probes: TextProbes?
  private var cursor: Int
  private var isAligned = false
  private var isInside = false
  private var endsOpen = false
  /// The end of the text at the cursor that a match may touch.
  private var matchEnd = Int.max

  init(
    _ file: FileStore, _ range: Range<Int>, end: Int, _ unit: MatchUnit,
    beginsAnywhere: Bool = false, probes: TextProbes? = nil
  ) {
    (self.file, self.range, self.end, self.unit) = (file, range, end, unit)
    (self.beginsAnywhere, self.probes) = (beginsAnywhere, probes)
    cursor = range.lowerBound
  }

  /// Reads the next block into memory; returns nil after the last one.
  ///
  /// - Throws: an error if a system call fails, or if the file was truncated.
  mutating func next(in memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Block? {
    if !isAligned { try align(in: memory) }
    var found: UnsafeRawBufferPointer?
    if let probes, !isInside { found = try skipItemsWithoutMatch(of: probes, in: memory) }
    guard cursor < end, isInside || cursor < range.upperBound else { return nil }
    let text = found == nil && !isInside && probes != nil ? keptItems() : nil
    let bytes = if let found = found ?? text?.bytes { found } else { try readItems(in: memory) }
    let length = length(of: bytes)
    let (offset, wasInside) = (cursor, isInside)
    step(over: bytes[..<length])
    return Block(
      offset: offset, bytes: UnsafeRawBufferPointer(rebasing: bytes[..<length]), goesOn: wasInside,
      unshared: UnsafeRawBufferPointer(rebasing: bytes[..<(cursor - offset)]), text: text)
  }

  /// The start of the first item that begins in the range or after it.
  ///
  /// - Throws: an error if a system call fails, or if the file was truncated.
  mutating func start(in memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    if !isAligned { try align(in: memory) }
    return cursor
  }

  /// Whether all items of the range were read and are complete; they then stay the same if the file
  /// grows.
  var isFinished: Bool { cursor >= range.upperBound && !isInside && !endsOpen }

  /// Skips the rest of an item that began before the range.
  private mutating func align(in memory: UnsafeMutableRawBufferPointer) throws(FileError) {
    isAligned = true
    guard !beginsAnywhere, cursor > file.start else { return }
    if let borders = unit.values {
      let reader = LineReader(file: file, size: end, rule: unit.rule)
      cursor = try reader.recordStart(from: cursor, upTo: range.upperBound, borders)
      return
    }
    if unit.hasEntries {
      let reader = LineReader(file: file, size: end, rule: unit.rule)
      cursor = try reader.entryBoundary(from: cursor, unit)
      return
    }
    cursor -= 1
    // The line that began before the range usually ends near its start, so the first read is small.
    var size = min(4 << 10, memory.count)
    while cursor < end {
      let bytes = try read(at: cursor, in: UnsafeMutableRawBufferPointer(rebasing: memory[..<size]))
      size = min(size * 4, memory.count)
      if let feed = bytes.firstIndex(of: .lineFeed, in: 0..<bytes.count) {
        return cursor += feed + 1
      }
      cursor += bytes.count
    }
  }

  /// The minimum number of bytes that are skipped, because finding the item that follows them
  /// requires decoding a piece of the file.
  private static let leastSkipped = 8 << 10
  /// The number of bytes before and after the text that a match may touch that are read with it,
  /// because the items with the match usually begin and end there.
  private static let margin = 2 << 10

  /// Skips items that no match touches, up to the item that a match may touch, or up to the last
  /// item, which may be incomplete.
  ///
  /// - Returns: the bytes from that item on, if they have been read, and if the item ends in them.
  private mutating func skipItemsWithoutMatch(
    of probes: TextProbes, in memory: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> UnsafeRawBufferPointer? {
    matchEnd = .max
    guard unit.values == nil, cursor < range.upperBound else { return nil }
    let match = try file.possibleMatch(in: cursor..<range.upperBound, of: probes)
    matchEnd = match.upperBound
    guard match.lowerBound - cursor >= Self.leastSkipped else { return nil }
    let bound = min(match.lowerBound, end - 1)
    let start = max(cursor, bound - Self.margin)
    let size = min(match.upperBound + Self.margin, end) - start
    if size <= memory.count / 16 {
      let bytes = try file.scan(start..<start + size, in: memory)
      if let item = unit.knownStart(ofItemAround: bound - start, in: bytes) {
        cursor = start + item
        let items = UnsafeRawBufferPointer(rebasing: bytes[item...])
        return isWhole(items) ? items : nil
      }
    }
    let reader = LineReader(file: file, size: end, rule: unit.rule)
    let line = try reader.lineStart(at: bound, from: cursor)
    cursor = max(cursor, unit.hasEntries ? try reader.entryStart(ofLineAt: line, unit) : line)
    return nil
  }

  /// The number of bytes to read at the cursor: those that a match may touch, and a margin.
  private var wanted: Int { max(0, min(matchEnd, end) - cursor) + Self.margin }

  /// The text at the cursor if it is in memory and has a whole item.
  private mutating func keptItems() -> KeptText? {
    guard let text = file.keptText(from: cursor), cursor + text.bytes.count <= end else {
      return nil
    }
    for part in [text.prefix(wanted), text] where isWhole(part.bytes) { return part }
    // Only the item that continues in the next part is copied.
    matchEnd = min(matchEnd, cursor + text.bytes.count)
    return nil
  }

  /// Reads bytes into a sixteenth of the memory or less, or into all of it for an item longer than
  /// that.
  ///
  /// The remaining memory is not touched, because the system allocates each page of memory when it
  /// is first written.
  private func readItems(
    in memory: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> UnsafeRawBufferPointer {
    guard !isInside else { return try read(at: cursor, in: memory) }
    let most = max(1, memory.count / 16)
    let least = min(most, wanted)
    for size in least == most ? [most] : [least, most] {
      let part = UnsafeMutableRawBufferPointer(rebasing: memory[..<size])
      let bytes = try read(at: cursor, in: part)
      if isWhole(bytes) { return bytes }
    }
    return try read(at: cursor, in: memory)
  }

  /// Whether the first item ends in the bytes, which begin at the cursor.
  private func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
    cursor + bytes.count == end || unit.knownEnd(ofItemAt: 0, in: bytes) != nil
  }

  private func read(
    at offset: Int, in memory: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> UnsafeRawBufferPointer {
    try file.scan(offset..<min(offset + memory.count, end), in: memory)
  }

  /// The total length of the complete items of the range in the bytes that were read; if the bytes
  /// are a piece of one item, the number of all bytes.
  private mutating func length(of bytes: UnsafeRawBufferPointer) -> Int {
    let isAll = cursor + bytes.count == end
    if unit.hasSeveralLines, !isInside {
      let last = min(range.upperBound - cursor, bytes.count) - 1
      let item = unit.item(around: last, from: 0, in: bytes)
      if let end = unit.knownEnd(ofItemAt: item.lowerBound, in: bytes) { return end }
      endsOpen = isAll
      if isAll || item.lowerBound > 0 { return isAll ? bytes.count : item.lowerBound }
    }
    let last = max(0, (isInside ? cursor : range.upperBound - 1) - cursor)
    if last < bytes.count, let feed = bytes.firstIndex(of: .lineFeed, in: last..<bytes.count) {
      return feed + 1
    }
    if isAll { return bytes.count }
    let feed = isInside ? nil : bytes.lastIndex(of: .lineFeed, in: 0..<bytes.count)
    return feed.map { $0 + 1 } ?? bytes.count
  }

  private mutating func step(over block: Slice<UnsafeRawBufferPointer>) {
    let after = cursor + block.count
    let isOpen = block.last != .lineFeed
    isInside = isOpen && after < end
    endsOpen = after == end && (isOpen || endsOpen)
    // Consecutive pieces share 64 KiB of 1 MiB.
    cursor = isInside ? after - block.count / 16 : after
  }
}

extension FileStore {
  /// Reads the bytes of a range into the start of the given memory.
  ///
  /// - Throws: an error if a system call fails, or if the file was truncated.
  func scan(
    _ range: Range<Int>, in memory: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> UnsafeRawBufferPointer {
    let part = UnsafeMutableRawBufferPointer(rebasing: memory[..<range.count])
    guard try scan(into: part, at: range.lowerBound) == part.count else {
      throw .cutShort(path: path)
    }
    return UnsafeRawBufferPointer(part)
  }
}
