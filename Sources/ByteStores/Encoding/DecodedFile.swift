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
    let skipped = isFirstHalf(memory, 0) ? 0 : min(lead, count)
    if let found = tools.measure(memory[skipped...], count - skipped) {
      return MeasuredPart(
        length: found.length, isLast: isLast, text: found.text, probes: tools.probes,
        pieces: found.pieces)
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

  /// The first text of a range that a match of a search may touch, as far as this can be determined
  /// without decoding the text; an empty range at the end if no match touches it.
  ///
  /// Cost: reads each part that this search has not measured yet.
  ///
  /// - Throws: an error if the file cannot be read.
  func possibleMatch(
    in range: Range<Int>, of probes: TextProbes, by read: Reading
  ) throws(FileError) -> Range<Int> {
    guard case .utf16 = encoding else { return range }
    state.withLock { $0.search(for: probes) }
    var offset = range.lowerBound
    while offset < range.upperBound {
      let known = state.withLock { state in
        state.part(at: offset).map { ($0, state.found(in: $0.number, by: probes)) }
      }
      guard let (part, before) = known else { break }
      let found = if let before { before } else { try measure(part, for: probes, by: read) }
      if case .possible(let pieces) = found {
        guard let pieces else { break }
        let start = part.lower.text
        if let match = pieces.firstMatching(from: offset - start) {
          let text = max(offset, start + match.lowerBound)..<start + match.upperBound
          return text.clamped(to: range)
        }
      }
      offset = part.upper.text
    }
    return min(offset, range.upperBound)..<range.upperBound
  }

  /// Measures a part for a search that began after the part had been measured.
  private func measure(
    _ part: DecodedPart, for probes: TextProbes, by read: Reading
  ) throws(FileError) -> SearchedParts.Found {
    let tools = MeasuringTools(state, encoding)
    let size = part.upper.bytes - part.lower.bytes
    let memory = tools.input.memory(size + DecodedParts.margin)
    let count = try read(memory, part.lower.bytes)
    guard count >= size, tools.probes === probes else { return .possible(nil) }
    let measured = tools.measure(memory[..<count], size)
    let isSame = measured?.length.text == part.upper.text - part.lower.text
    let (pieces, text) = isSame ? (measured?.pieces, measured?.text) : (nil, nil)
    state.withLock { state in
      state.note(part.number, pieces, probes)
      if let text { state.keep(text, of: part.number) }
    }
    return if let pieces, !pieces.mayMatch { .nothing } else { .possible(pieces) }
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

  /// The text from an offset up to the end of its part, if it is kept.
  func keptText(from offset: Int) -> KeptText? { state.withLock { $0.keptText(from: offset) } }

  /// Reads text from an offset on, and returns the number of bytes read, which is smaller than
  /// requested only at the end of the measured text.
  ///
  /// - Throws: an error if the file cannot be read, or if the length of a part has changed.
  func read(
    into memory: UnsafeMutableRawBufferPointer, at offset: Int, by read: Reading
  ) throws(FileError) -> Int {
    var count = 0
    while count < memory.count, let part = state.withLock({ $0.part(at: offset + count) }) {
      count += try withText(of: part, offset + count..<offset + memory.count, by: read) { text in
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: text)
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
    var (place, feeds) = (part.lower.text, part.lower.feeds)
    while place < offset {
      place += try withText(of: part, place..<offset, by: read) { feeds += $0.lineFeedCount() }
    }
    return feeds
  }

  /// Passes the text at the start of a range, which begins in a part, to a closure; returns the
  /// length of that text, at least 1.
  ///
  /// The text is kept, because the next read often begins in the same part.
  private func withText(
    of part: DecodedPart, _ range: Range<Int>, by read: Reading,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> Int {
    let start = part.lower.text
    let wanted = range.lowerBound - start..<min(range.upperBound, part.upper.text) - start
    let kept = state.withLock { $0.keptText(of: part.number, at: wanted.lowerBound) }
    let text = if let kept { kept } else { try decode(part, wanted, by: read) }
    let count = withExtendedLifetime(text) {
      let taken = text.text(of: wanted)
      body(taken)
      return taken.count
    }
    if kept == nil {
      state.withLock { state in
        if part.pieces == nil {
          state.keep(text, of: part.number)
        } else {
          state.keep(piecesIn: text, of: part.number)
        }
      }
    }
    return count
  }

  /// Decodes the pieces of a part that contain a range of its text, or the whole part.
  private func decode(
    _ part: DecodedPart, _ range: Range<Int>, by read: Reading
  ) throws(FileError) -> PartText {
    let (size, length) = (part.upper.bytes - part.lower.bytes, part.upper.text - part.lower.text)
    var extent = part.pieces?.extent(of: range, size) ?? PieceExtent(0..<size, text: 0..<length)
    // A surrogate pair may be across the border of a piece, and is then decoded as a whole.
    let around = max(0, extent.bytes.lowerBound - lead)..<min(size, extent.bytes.upperBound + lead)
    let input = borrowInput()
    defer { giveBack(input) }
    let memory = input.memory(around.count)
    guard try read(memory, part.lower.bytes + around.lowerBound) == around.count else {
      throw .cutShort(path: file.path)
    }
    extent.completePairs(
      beginsInPair: extent.bytes.lowerBound > 0 && isFirstHalf(memory, 0),
      endsInPair: extent.bytes.upperBound < size
        && isFirstHalf(memory, extent.bytes.upperBound - lead - around.lowerBound))
    let first = extent.bytes.lowerBound - around.lowerBound
    let text = state.withLock { $0.borrowText() }
    var decoder = TextDecoder(encoding, isAtStart: false)
    // A half of a surrogate pair at the end is a fault, even if it is not at the end of the file.
    text.decode(
      memory[first..<first + extent.bytes.count], at: extent.text.lowerBound, isLast: true,
      by: &decoder)
    guard text.range == extent.text else { throw .cutShort(path: file.path) }
    return text
  }

  /// Whether the unit at an offset in memory is the first half of a surrogate pair.
  private func isFirstHalf(_ memory: UnsafeMutableRawBufferPointer, _ offset: Int) -> Bool {
    guard case .utf16(let isBigEndian) = encoding, offset + 2 <= memory.count else { return false }
    return memory[offset + (isBigEndian ? 0 : 1)] & 0xFC == 0xD8
  }

  private func borrowInput() -> PartInput { state.withLock { $0.inputs.popLast() } ?? PartInput() }

  private func giveBack(_ input: PartInput) { state.withLock { $0.inputs.append(input) } }
}
