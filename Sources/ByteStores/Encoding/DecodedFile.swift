import Bytes
import Synchronization

/// The text of a file in UTF-8 whose bytes are in another encoding: each part is decoded where it is read.
///
/// Nothing is copied to a disk. `next()` goes over the file once, and notes where its parts begin in both encodings, because
/// a character has another length in each. A part has 64 KiB of the file, and its note 24 bytes.
final class DecodedFile: StreamTransfer, Sendable {
  /// Where a part begins.
  fileprivate struct Start {
    /// In the file, which is the start of a character.
    var bytes: Int
    /// In the text.
    var text = 0
    /// How many line feeds are before it.
    var feeds = 0
  }

  fileprivate struct State {
    var starts: [Start]
    /// Whether the file ended behind the last part, so that a half character there is a fault.
    var isAtEnd = false
    /// The text of the parts that were read last and not whole, the oldest first.
    var kept: [(part: Int, text: [UInt8])] = []
    /// What no thread decodes with at the moment.
    var memory: [DecodingMemory] = []
  }

  /// Reads bytes of the file at an offset; fewer only at its end.
  typealias Reading = (UnsafeMutableRawBufferPointer, Int) throws(FileError) -> Int

  let file: FileStore
  private let encoding: TextEncoding
  private let note: DecodedText
  private let state: Mutex<State>

  fileprivate static let partSize = 64 << 10
  /// Reads that follow each other, of some threads, begin in the part where the one before ended.
  fileprivate static let mostKept = 4

  /// - Parameters:
  ///   - encoding: one of units or of single bytes; a mark at the start says otherwise.
  ///   - note: told what it is, and what could not be decoded.
  /// - Throws: what the system says.
  init(_ file: FileStore, _ encoding: TextEncoding, _ note: DecodedText) throws(FileError) {
    let first = try file.whole(0..<min(4, file.size()))
    let (settled, mark) = encoding.settled(by: first[...])
    (self.file, self.encoding, self.note) = (file, settled, note)
    state = Mutex(State(starts: [Start(bytes: mark)]))
    note.note(settled)
  }

  /// How long the text is, as far as the file was gone over.
  var size: Int { state.withLock { $0.end.text } }

  // MARK: Going over the file

  /// Measures the text of the next part; returns where it ends, or nil at the end.
  ///
  /// For one thread.
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

  // MARK: Reading its text

  /// Reads text from an offset on, and returns how many bytes came: fewer only at the end of what was gone over.
  ///
  /// - Throws: what reading the file throws, or that it holds something else by now.
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

  /// How many line feeds there are in a range; decodes no more than its two ends.
  ///
  /// - Throws: what reading the file throws, or that it holds something else by now.
  func lineFeedCount(in range: Range<Int>, by read: Reading) throws(FileError) -> Int {
    try lineFeeds(before: range.upperBound, by: read)
      - lineFeeds(before: range.lowerBound, by: read)
  }

  private func lineFeeds(before offset: Int, by read: Reading) throws(FileError) -> Int {
    // Under one lock, because more may come in between.
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

  /// - Parameter body: takes the text of a part from an offset on; returns how much it needs.
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

/// A part of a file that is decoded.
private struct Part {
  let number: Int
  let lower: DecodedFile.Start
  let upper: DecodedFile.Start
  /// Whether the file ends behind it.
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
  /// Where the last part ends.
  fileprivate var end: DecodedFile.Start { starts[starts.count - 1] }

  /// The part that has a byte of the text; nil behind the last.
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
  // nonisolated(unsafe), because the compiler cannot know that only the thread that has borrowed it writes to it.
  nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
  // nonisolated(unsafe) for the same reason.
  nonisolated(unsafe) let text: UnsafeMutableRawBufferPointer

  init() {
    let size = DecodedFile.partSize
    bytes = .allocate(byteCount: size, alignment: 64)
    text = .allocate(byteCount: size * TextDecoder.growth + 12, alignment: 64)
  }

  /// Decodes the first bytes.
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
