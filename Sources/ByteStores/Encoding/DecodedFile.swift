import Bytes
import Synchronization

/// The text of a file in another encoding, converted to UTF-8; each part is decoded when it is
/// read.
///
/// Nothing is copied to disk. `next()` reads the file once, and records the offsets of its parts in
/// both encodings, because characters have different lengths. A part is 64 KiB of the file, and its
/// record takes 24 bytes.
final class DecodedFile: StreamTransfer, Sendable {
  /// The start of a part.
  fileprivate struct Start {
    /// The offset in the file, at the start of a character.
    var bytes: Int
    /// The offset in the text.
    var text = 0
    /// The number of line feeds before it.
    var feeds = 0
  }

  fileprivate struct State {
    var starts: [Start]
    /// Whether the file ends after the last part, so that an incomplete character there is an
    /// error.
    var isAtEnd = false
    /// The texts of the parts last read incompletely, the oldest first.
    var kept: [(part: Int, text: [UInt8])] = []
    /// Decoding memory that no thread is using.
    var memory: [DecodingMemory] = []
  }

  /// Reads bytes of the file at an offset; fewer than requested only at the end.
  typealias Reading = (UnsafeMutableRawBufferPointer, Int) throws(FileError) -> Int

  let file: FileStore
  private let encoding: TextEncoding
  private let note: DecodedText
  private let state: Mutex<State>

  fileprivate static let partSize = 64 << 10
  /// The number of kept parts: sequential reads of several threads each continue in the part where
  /// the previous one ended.
  fileprivate static let mostKept = 4

  /// - Parameters:
  ///   - encoding: an encoding of units or of single bytes; a mark at the start overrides it.
  ///   - note: receives the encoding, and the number of characters that could not be decoded.
  /// - Throws: the error of the system.
  init(_ file: FileStore, _ encoding: TextEncoding, _ note: DecodedText) throws(FileError) {
    let first = try file.whole(0..<min(4, file.size()))
    let (settled, mark) = encoding.settled(by: first[...])
    (self.file, self.encoding, self.note) = (file, settled, note)
    state = Mutex(State(starts: [Start(bytes: mark)]))
    note.note(settled)
  }

  /// The length of the text that was measured so far.
  var size: Int { state.withLock { $0.end.text } }

  // MARK: Measuring the file

  /// Measures the text of the next part; returns its end, or nil at the end of the file.
  ///
  /// Only one thread may call it.
  func next() throws(FileError) -> Int? {
    let (start, isAtEnd) = state.withLock { ($0.end, $0.isAtEnd) }
    guard !isAtEnd else { return nil }
    let memory = borrowMemory()
    defer { giveBack(memory) }
    let count = try file.read(into: memory.bytes, at: start.bytes)
    let isLast = count < Self.partSize
    let measured = measured(memory, count, isLast: isLast)
    state.withLock { state in
      state.isAtEnd = isLast
      if count > 0 { state.starts.append(start + measured) }
    }
    return count > 0 ? start.text + measured.text : nil
  }

  /// The lengths of a part.
  private func measured(_ memory: DecodingMemory, _ count: Int, isLast: Bool) -> Start {
    var decoder = TextDecoder(encoding, isAtStart: false)
    let text = memory.decode(count, isLast: isLast, by: &decoder)
    note.note(faults: note.faults + decoder.faults)
    return Start(bytes: count - decoder.restCount, text: text.count, feeds: text.lineFeedCount())
  }

  // MARK: Reading the text

  /// Reads text from an offset on, and returns the number of bytes read, which is smaller than
  /// requested only at the end of the measured text.
  ///
  /// - Throws: the error of reading the file, or an error if its contents have changed.
  func read(
    into memory: UnsafeMutableRawBufferPointer, at offset: Int, by read: Reading
  ) throws(FileError) -> Int {
    var count = 0
    while count < memory.count, let part = state.withLock({ $0.part(at: offset + count) }) {
      count += try withText(of: part, from: offset + count, by: read) { text in
        let taken = text.prefix(memory.count - count)
        UnsafeMutableRawBufferPointer(rebasing: memory[count...])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: taken))
        return taken.count
      }
    }
    return count
  }

  /// The number of line feeds in a range; only the parts at its ends are decoded.
  ///
  /// - Throws: the error of reading the file, or an error if its contents have changed.
  func lineFeedCount(in range: Range<Int>, by read: Reading) throws(FileError) -> Int {
    try lineFeeds(before: range.upperBound, by: read)
      - lineFeeds(before: range.lowerBound, by: read)
  }

  private func lineFeeds(before offset: Int, by read: Reading) throws(FileError) -> Int {
    // Both are read under one lock, because another part may be measured between.
    let (found, all) = state.withLock { ($0.part(at: offset), $0.end.feeds) }
    guard let part = found else { return all }
    var feeds = 0
    _ = try withText(of: part, from: part.lower.text, by: read) { text in
      let taken = text.prefix(offset - part.lower.text)
      feeds = UnsafeRawBufferPointer(rebasing: taken).lineFeedCount()
      return taken.count
    }
    return part.lower.feeds + feeds
  }

  /// - Parameter body: receives the text of a part from an offset on; returns how many bytes it
  ///   needs.
  private func withText(
    of part: Part, from offset: Int, by read: Reading, _ body: (UnsafeRawBufferPointer) -> Int
  ) throws(FileError) -> Int {
    let start = offset - part.lower.text
    if let kept = state.withLock({ $0.kept.last { $0.part == part.number } }) {
      return kept.text.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    }
    let memory = borrowMemory()
    defer { giveBack(memory) }
    let text = try decode(part, in: memory, by: read)
    let count = body(UnsafeRawBufferPointer(rebasing: text[start...]))
    if start + count < text.count {
      state.withLock { $0.keep(Array(text), of: part.number) }
    }
    return count
  }

  private func decode(
    _ part: Part, in memory: DecodingMemory, by read: Reading
  ) throws(FileError) -> UnsafeRawBufferPointer {
    let size = part.upper.bytes - part.lower.bytes
    let count = try read(
      UnsafeMutableRawBufferPointer(rebasing: memory.bytes[..<size]), part.lower.bytes)
    var decoder = TextDecoder(encoding, isAtStart: false)
    let text = memory.decode(count, isLast: part.isLast, by: &decoder)
    guard count == size, text.count == part.upper.text - part.lower.text else {
      throw .cutShort(path: file.path)
    }
    return text
  }

  // MARK: Memory

  private func borrowMemory() -> DecodingMemory {
    state.withLock { $0.memory.popLast() } ?? DecodingMemory()
  }

  private func giveBack(_ memory: DecodingMemory) { state.withLock { $0.memory.append(memory) } }
}

/// A part of a file to decode.
private struct Part {
  let number: Int
  let lower: DecodedFile.Start
  let upper: DecodedFile.Start
  /// Whether the file ends after it.
  let isLast: Bool
}

extension DecodedFile.Start {
  fileprivate static func + (start: Self, length: Self) -> Self {
    Self(
      bytes: start.bytes + length.bytes, text: start.text + length.text,
      feeds: start.feeds + length.feeds)
  }
}

extension DecodedFile.State {
  /// The end of the last part.
  fileprivate var end: DecodedFile.Start { starts[starts.count - 1] }

  /// The part that contains a byte of the text; nil after the last one.
  fileprivate func part(at offset: Int) -> Part? {
    guard offset < end.text else { return nil }
    var (low, high) = (0, starts.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle].text <= offset { low = middle } else { high = middle }
    }
    let isLast = isAtEnd && high == starts.count - 1
    return Part(number: low, lower: starts[low], upper: starts[high], isLast: isLast)
  }

  fileprivate mutating func keep(_ text: [UInt8], of part: Int) {
    kept = kept.suffix(DecodedFile.mostKept - 1) + [(part, text)]
  }
}

/// Memory for the bytes of a part and for its text.
private final class DecodingMemory: Sendable {
  // nonisolated(unsafe), because the compiler cannot know that only the thread that has borrowed
  // the memory writes to it.
  nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
  // nonisolated(unsafe) for the same reason.
  nonisolated(unsafe) let text: UnsafeMutableRawBufferPointer

  init() {
    let size = DecodedFile.partSize
    bytes = .allocate(byteCount: size, alignment: 64)
    text = .allocate(byteCount: size * TextDecoder.growth + 12, alignment: 64)
  }

  /// Decodes the first bytes of the memory.
  func decode(_ count: Int, isLast: Bool, by decoder: inout TextDecoder) -> UnsafeRawBufferPointer {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<count])
    let length = decoder.decode(bytes, isLast: isLast, into: text)
    return UnsafeRawBufferPointer(rebasing: text[..<length])
  }

  deinit {
    bytes.deallocate()
    text.deallocate()
  }
}
