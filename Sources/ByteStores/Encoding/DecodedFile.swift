import Bytes
import Synchronization

/// The text of a file in another encoding, converted to UTF-8; each part is decoded when it is
/// read.
///
/// Nothing is copied to disk. `next()` reads the file once, and records the offsets of its parts in
/// both encodings, because a character may have different lengths in them. A part is 128 KiB of the
/// file, and its record takes 24 bytes.
final class DecodedFile: StreamTransfer, Sendable {
  /// A function that reads bytes of the file at an offset, and returns their number, which is
  /// smaller than requested only at the end.
  typealias Reading = (UnsafeMutableRawBufferPointer, Int) throws(FileError) -> Int

  /// The number of bytes of text that are measured beyond the requested ones; they are still kept
  /// when a search reads them.
  static let lookAhead = 4 << 20

  let file: FileStore
  private let encoding: TextEncoding
  private let note: DecodedText
  /// The length of the byte order mark at the start of the file.
  private let mark: Int
  private let state: SharedParts
  /// The second thread for measuring; nil before many parts are measured, and after the end.
  private let helper = Mutex<MeasuringHelper?>(nil)

  /// - Parameters:
  ///   - encoding: an encoding that can be decoded in parts; a mark at the start overrides the byte
  ///     order.
  ///   - note: receives the encoding, and the number of characters that could not be decoded.
  ///   - longFile: the number of parts after which the text of further parts is kept for a search
  ///     that may follow; 64 MiB of the file by default.
  /// - Throws: an error if a system call fails.
  init(
    _ file: FileStore, _ encoding: TextEncoding, _ note: DecodedText, longFile: Int = 512
  ) throws(FileError) {
    let first = try file.whole(0..<min(4, file.size()))
    let (settled, mark) = encoding.settled(by: first[...])
    (self.file, self.encoding, self.note, self.mark) = (file, settled, note, mark)
    state = SharedParts(DecodedParts(from: mark, longFile: longFile))
    note.note(settled)
  }

  /// The length of the text that has been measured so far.
  var size: Int { state.withLock { $0.end.text } }

  // MARK: Measuring the file

  /// Measures the text of the next parts; returns the end of that text, or nil at the end of the
  /// file.
  ///
  /// Only one thread may call it. For many parts, it starts a second thread.
  func next() throws(FileError) -> Int? {
    let (numbers, before) = state.withLock { ($0.nextRound, $0.end) }
    guard let numbers else {
      helper.withLock { $0 = nil }
      return nil
    }
    let round = MeasuringRound(numbers) { [self] in
      let tools = MeasuringTools(state, encoding)
      return { [self] numbers throws(FileError) in try measured(numbers, with: tools) }
    }
    let parts = try round.run(with: numbers.count < MeasuringRound.leastOfTwo ? nil : startHelper())
    let (end, faults) = state.withLock { state in
      state.add(parts)
      return (state.end, parts.reduce(0) { $0 + $1.faults })
    }
    note.note(faults: note.faults + faults)
    return end.bytes > before.bytes ? end.text : nil
  }

  private func startHelper() -> MeasuringHelper? {
    helper.withLock { helper in
      if helper == nil { helper = MeasuringHelper() }
      return helper
    }
  }

  /// Measures consecutive parts, which are read at once, up to the end of the file.
  private func measured(
    _ numbers: Range<Int>, with tools: MeasuringTools
  ) throws(FileError) -> [MeasuredPart] {
    let start = start(of: numbers.lowerBound)
    let size = self.start(of: numbers.upperBound) + lead - start
    let memory = tools.input.memory(size + DecodedParts.margin)
    let end = try file.read(into: memory, at: start)
    var parts: [MeasuredPart] = []
    for number in numbers where parts.last?.isLast != true {
      let offset = min(self.start(of: number) - start, end)
      let bytes = UnsafeMutableRawBufferPointer(rebasing: memory[offset..<end])
      parts.append(measured(number, bytes, with: tools))
    }
    return parts
  }

  /// The number of bytes before a part that are read with it, unless it is the first one.
  private var lead: Int { encoding.unit == 2 ? 2 : 0 }

  /// The offset in the file from which a part is read.
  private func start(of number: Int) -> Int {
    mark + number * DecodedParts.partSize - (number > 0 ? lead : 0)
  }

  /// Decodes a part to determine its lengths, or measures it without decoding it.
  ///
  /// A part begins at a multiple of the part size after the mark, or one unit earlier if that unit
  /// is the first half of a surrogate pair. Therefore the parts can be measured in any order.
  ///
  /// - Parameter memory: the bytes of the file from `start(of:)` on, with a margin after the part.
  private func measured(
    _ number: Int, _ memory: UnsafeMutableRawBufferPointer, with tools: MeasuringTools
  ) -> MeasuredPart {
    let lead = number > 0 ? lead : 0
    let size = DecodedParts.partSize + lead
    let (count, isLast) = (min(memory.count, size), memory.count < size)
    let skipped = encoding.isFirstHalf(in: memory, count) ? 0 : min(lead, count)
    if let length = tools.lengthWithoutMatch(memory[skipped...], count - skipped) {
      return MeasuredPart(length: length, isLast: isLast, probes: tools.probes, mayMatch: false)
    }
    let text = state.withLock { $0.borrowText() }
    var decoder = TextDecoder(encoding, isAtStart: false)
    text.decode(memory[skipped..<count], isLast: isLast, by: &decoder)
    let length = PartStart(
      bytes: count - skipped - decoder.restCount, text: text.count, feeds: text.lineFeedCount())
    var part = MeasuredPart(
      length: length, isLast: isLast, faults: decoder.faults, probes: tools.probes)
    if tools.keepsNextText() { part.text = text } else { state.withLock { $0.free(text) } }
    return part
  }

  // MARK: Parts without a match

  /// The end of the text at the start of a range that no match of a search touches, as far as this
  /// can be determined without decoding the text; at most the end of the range.
  ///
  /// Cost: reads each part that this search has not measured yet.
  ///
  /// - Throws: an error if the file cannot be read.
  func endWithoutMatch(
    _ range: Range<Int>, of probes: TextProbes, by read: Reading
  ) throws(FileError) -> Int {
    guard case .utf16 = encoding else { return range.lowerBound }
    state.withLock { $0.search(for: probes) }
    var offset = range.lowerBound
    while offset < range.upperBound {
      let found = state.withLock { state in
        state.part(at: offset).map { ($0, state.mayMatch($0.number, probes)) }
      }
      guard let (part, known) = found else { break }
      let mayMatch = if let known { known } else { try mayMatch(part, probes, by: read) }
      if mayMatch { break }
      offset = part.upper.text
    }
    return min(offset, range.upperBound)
  }

  private func mayMatch(
    _ part: DecodedPart, _ probes: TextProbes, by read: Reading
  ) throws(FileError) -> Bool {
    let tools = MeasuringTools(state, encoding)
    let size = part.upper.bytes - part.lower.bytes
    let memory = tools.input.memory(size + DecodedParts.margin)
    let count = try read(memory, part.lower.bytes)
    guard count >= size, tools.probes === probes else { return true }
    let length = tools.lengthWithoutMatch(memory[..<count], size)
    let mayMatch = length?.text != part.upper.text - part.lower.text
    state.withLock { $0.note(part.number, mayMatch: mayMatch, probes) }
    return mayMatch
  }

  /// The end of a part that begins after an offset and contains a line feed; nil if the next part
  /// has none or has not been measured.
  func lineEndBound(after offset: Int) -> Int? {
    state.withLock { state in
      guard let part = state.part(at: offset), let next = state.part(at: part.upper.text),
        next.upper.feeds > next.lower.feeds
      else { return nil }
      return next.upper.text
    }
  }

  // MARK: Reading the text

  /// Reads text from an offset on, and returns the number of bytes read, which is smaller than
  /// requested only at the end of the measured text.
  ///
  /// - Throws: an error if the file cannot be read, or if the length of a part has changed.
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
  /// - Throws: an error if the file cannot be read, or if the length of a part has changed.
  func lineFeedCount(in range: Range<Int>, by read: Reading) throws(FileError) -> Int {
    try lineFeeds(before: range.upperBound, by: read)
      - lineFeeds(before: range.lowerBound, by: read)
  }

  private func lineFeeds(before offset: Int, by read: Reading) throws(FileError) -> Int {
    // Both are read under one lock; otherwise another part could be measured between the two reads.
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

  /// Passes the text of a part, from an offset on, to a closure; returns the closure's result.
  ///
  /// The text is kept, because the next read often begins in the same part.
  private func withText(
    of part: DecodedPart, from offset: Int, by read: Reading,
    _ body: (UnsafeRawBufferPointer) -> Int
  ) throws(FileError) -> Int {
    let start = offset - part.lower.text
    if let text = state.withLock({ $0.keptText(of: part.number) }) { return body(text.from(start)) }
    let text = try decode(part, by: read)
    let count = body(text.from(start))
    state.withLock { $0.keep(text, of: part.number) }
    return count
  }

  private func decode(_ part: DecodedPart, by read: Reading) throws(FileError) -> PartText {
    let input = borrowInput()
    defer { giveBack(input) }
    let memory = input.memory(part.upper.bytes - part.lower.bytes)
    let count = try read(memory, part.lower.bytes)
    let text = state.withLock { $0.borrowText() }
    var decoder = TextDecoder(encoding, isAtStart: false)
    text.decode(memory[..<count], isLast: part.isLast, by: &decoder)
    guard count == memory.count, text.count == part.upper.text - part.lower.text else {
      throw .cutShort(path: file.path)
    }
    return text
  }

  private func borrowInput() -> PartInput { state.withLock { $0.inputs.popLast() } ?? PartInput() }

  private func giveBack(_ input: PartInput) { state.withLock { $0.inputs.append(input) } }
}

extension TextEncoding {
  /// Whether bytes begin with the first half of a surrogate pair.
  fileprivate func isFirstHalf(in bytes: UnsafeMutableRawBufferPointer, _ count: Int) -> Bool {
    guard case .utf16(let isBigEndian) = self, count >= 2 else { return false }
    return bytes[isBigEndian ? 0 : 1] & 0xFC == 0xD8
  }
}
