import CEndless
import Glibc
import Paging

/// The pages of a source: their items in a file, and their order and continuations in memory.
struct SpilledPages<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: ~Copyable {
  typealias Answer = Page<Item, SpillCursor>

  private var ring: SpillRing
  private let coding: SpillCoding<Item>
  private var pages: [Int: SpilledPage] = [:]
  private var next: [Int: Int] = [:]
  /// The continuation after the last page of each chain; a chain is a sequence of pages that begins
  /// with a load of the source's start.
  private var tails: [Int: Continuation<Cursor>] = [:]
  /// The number of items in pages that were overwritten.
  private(set) var lostCount = 0

  init(in ring: consuming SpillRing, coding: SpillCoding<Item>) {
    self.ring = ring
    self.coding = coding
  }

  /// The number of the oldest stored page; nil if no page is stored.
  var oldest: Int? { ring.numbers.first }

  /// Stores a page that follows another, or begins a chain.
  ///
  /// - Throws: an error if the page cannot be encoded or stored; older pages may nevertheless have
  ///   been overwritten.
  mutating func keep(
    _ page: Page<Item, Cursor>, after previous: Int?
  ) throws(PagingError) -> Answer {
    let number = try append(coding.encode(page.items))
    pages[number] = SpilledPage(page, after: previous)
    tails[number] = page.after
    if let previous { (next[previous], tails[previous]) = (number, nil) }
    var answer = answer(number, items: page.items)
    (answer.pause, answer.validator) = (page.pause, page.validator)
    return answer
  }

  /// A page with the items that it had when it arrived; nil if it was overwritten.
  ///
  /// - Throws: an error if it cannot be read or decoded.
  func page(_ number: Int) throws(PagingError) -> Answer? {
    guard let bytes = try bytes(of: number) else { return nil }
    return answer(number, items: try coding.decode(bytes))
  }

  /// The page before the given one, even if it was overwritten; nil if the given page is the first
  /// of a chain, or was overwritten itself.
  func number(before number: Int) -> Int? { pages[number]?.previous }

  /// The page after another; nil if it has not arrived or was overwritten.
  func number(after number: Int) -> Int? { next[number] }

  /// The continuation after a page; nil unless it is the last one of a chain.
  func tail(_ number: Int) -> Continuation<Cursor>? { tails[number] }

  private func answer(_ number: Int, items: [Item]) -> Answer {
    let cursor = SpillCursor(page: number)
    let after: Continuation<SpillCursor> =
      switch tails[number] {
      case .end?: .end
      case .unknown?: .unknown(cursor)
      case .more?, nil: .more(cursor)
      }
    let page = pages[number]
    var answer = Answer(
      items: items, before: page?.previous == nil ? .end : .more(cursor), after: after,
      extent: page?.extent)
    answer.leftOut = page?.leftOut ?? 0
    return answer
  }

  private func bytes(of number: Int) throws(PagingError) -> [UInt8]? {
    do throws(SpillError) { return try ring.read(number) } catch { throw error.asFailedLoad }
  }

  private mutating func append(_ bytes: [UInt8]) throws(PagingError) -> Int {
    let oldest = ring.numbers.lowerBound
    defer { for number in oldest..<ring.numbers.lowerBound { forget(number) } }
    do throws(SpillError) { return try ring.append(bytes) } catch { throw error.asFailedLoad }
  }

  /// Removes a page that was overwritten, and the link to it from the page before.
  private mutating func forget(_ number: Int) {
    guard let page = pages.removeValue(forKey: number) else { return }
    lostCount += page.count
    if let previous = page.previous, next[previous] == number { next[previous] = nil }
  }
}

/// The properties of a stored page except its items.
struct SpilledPage {
  /// The page before it; nil for the first page of a chain.
  let previous: Int?
  let count: Int
  let leftOut: Int
  let extent: PageExtent?

  init<Item, Cursor>(_ page: Page<Item, Cursor>, after previous: Int?) {
    self.previous = previous
    (count, leftOut, extent) = (page.items.count, page.leftOut, page.extent)
  }
}

/// Blocks of bytes in a file of limited size: new blocks overwrite the oldest.
///
/// The file has no name, so it disappears with the program, even after a crash. Positions grow
/// without bound; modulo the limit they are offsets in the file.
package struct SpillRing: ~Copyable {
  /// Writes at an offset as pwrite(2) does: takes a descriptor, bytes and an offset, and returns a
  /// count or -1.
  package typealias Write = @Sendable (Int32, UnsafeRawBufferPointer, Int) -> Int

  private let folder: String
  private let descriptor: Int32
  private let limit: Int
  private let pwrite: Write
  private var ranges: [Int: Range<Int>] = [:]
  private var end = 0
  /// The numbers of the stored blocks in the order of writing; the first block had number 0.
  package private(set) var numbers = 0..<0

  /// Creates the file.
  ///
  /// - Throws: an error if a system call fails.
  package init(
    folder: String, limit: Int,
    write: @escaping Write = { Glibc.pwrite($0, $1.baseAddress, $1.count, off_t($2)) }
  ) throws(SpillError) {
    Self.makeFolder(folder)
    descriptor = endless_unnamed_file(folder)
    guard descriptor >= 0 else { throw .failed(folder: folder, code: errno) }
    (self.folder, self.limit, pwrite) = (folder, max(1, limit), write)
  }

  deinit { close(descriptor) }

  /// Creates a folder and its parents; a failure is noticed only when the file is opened.
  private static func makeFolder(_ path: String) {
    let path = path + "/"
    for end in path.indices.dropFirst() where path[end] == "/" {
      mkdir(String(path[..<end]), 0o700)
    }
  }

  /// Stores a block; one that is larger than the limit is stored alone.
  ///
  /// A block that cannot be written is not stored, but may have overwritten others.
  ///
  /// - Returns: the number of the block.
  /// - Throws: an error if a system call fails, for example if the disk is full.
  package mutating func append(_ bytes: [UInt8]) throws(SpillError) -> Int {
    // A block never wraps around at the end of the file.
    let left = limit - end % limit
    let start = bytes.count <= left ? end : end + left
    let (count, code) = bytes.withUnsafeBytes { write($0, at: start % limit) }
    if count > 0 { drop(before: start + count - limit) }
    guard count == bytes.count else { throw .failed(folder: folder, code: code) }
    end = start + count
    ranges[numbers.upperBound] = start..<end
    numbers = numbers.lowerBound..<numbers.upperBound + 1
    return numbers.upperBound - 1
  }

  /// Reads a block; nil if it was overwritten.
  ///
  /// - Throws: an error if a system call fails.
  package func read(_ number: Int) throws(SpillError) -> [UInt8]? {
    guard let range = ranges[number] else { return nil }
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { memory, initialized in
      count = pread(descriptor, memory.baseAddress, range.count, off_t(range.lowerBound % limit))
      initialized = max(0, count)
    }
    guard count == range.count else {
      throw .unreadable(folder: folder, code: count < 0 ? errno : EIO)
    }
    return bytes
  }

  /// Removes the blocks that begin before an offset, because they are overwritten.
  private mutating func drop(before offset: Int) {
    while let first = ranges[numbers.lowerBound], first.lowerBound < offset {
      ranges[numbers.lowerBound] = nil
      numbers = numbers.lowerBound + 1..<numbers.upperBound
    }
  }

  /// Writes bytes; returns how many were written, and the error, which is 0 if all were written.
  private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> (count: Int, code: Int32) {
    var sent = 0
    while sent < bytes.count {
      let count = pwrite(
        descriptor, UnsafeRawBufferPointer(rebasing: bytes[sent...]), offset + sent)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return (sent, count < 0 ? errno : EIO) }
      sent += count
    }
    return (sent, 0)
  }
}
