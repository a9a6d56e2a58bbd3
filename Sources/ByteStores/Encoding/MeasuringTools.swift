import CSearch
import Synchronization

/// The parts of a decoded file, which several threads use.
final class SharedParts: Sendable {
  private let parts: Mutex<DecodedParts>

  init(_ parts: DecodedParts) { self.parts = Mutex(parts) }

  func withLock<Result>(_ body: (inout sending DecodedParts) -> sending Result) -> sending Result {
    parts.withLock(body)
  }
}

/// The memory and the probe with which one thread measures parts, one after the other.
///
/// A thread keeps them for a whole round, because a processor writes slowly to memory that is in
/// the cache of another one. They are given back when the object is released.
final class MeasuringTools {
  let input: PartInput
  /// The maximum number of consecutive parts that are not searched.
  private static let mostUnsearched = 7
  /// The memory for a byte for each unit of a part.
  private var memory: PartText?
  /// The current search; nil outside a search, if the search requires decoding the text, or if the
  /// encoding is not UTF-16.
  let probes: TextProbes?
  private let probe: (any TextProbe)?
  private let isBigEndian: Bool
  /// The number of texts that the thread may still keep in this round.
  ///
  /// During a search, a round may have more parts than can be kept as text, and all of them may
  /// have to be decoded.
  private var textsLeft: Int
  /// The number of parts that are not searched, because many pieces of the part before them may have
  /// a match.
  private var unsearchedLeft = 0
  private let parts: SharedParts

  init(_ parts: SharedParts, _ encoding: TextEncoding) {
    self.parts = parts
    (input, memory, textsLeft, probe, probes) = parts.withLock { parts in
      let probe = encoding.unit == 2 ? parts.borrowProbe() : nil
      return (
        parts.inputs.popLast() ?? PartInput(), parts.borrowText(),
        parts.keepsTexts ? DecodedParts.mostOfRound : 0, probe, probe == nil ? nil : parts.probes
      )
    }
    isBigEndian = if case .utf16(let isBigEndian) = encoding { isBigEndian } else { false }
  }

  deinit {
    let (input, text, probe, probes) = (input, takeMemory(), probe, probes)
    parts.withLock { parts in
      parts.inputs.append(input)
      parts.free(text)
      if let probe { parts.giveBack(probe, of: probes) }
    }
  }

  /// Whether the text that the thread has just decoded is kept; call it once for each such text.
  func keepsNextText() -> Bool {
    textsLeft -= 1
    return textsLeft >= 0
  }

  /// Measures a part without decoding it; nil if it should be decoded, because it is not ASCII and
  /// many of its pieces may have a match, or because it has a fault.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the part and a margin.
  ///   - count: the size of the part.
  func measure(
    _ bytes: Slice<UnsafeMutableRawBufferPointer>, _ count: Int
  ) -> Measurement? {
    guard let probe, count > 0, count.isMultiple(of: 2) else { return nil }
    let memory = UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(rebasing: bytes))
    var (units, after) = (endless_units(), endless_units())
    var pieces = unsearchedLeft > 0 ? nil : PartPieces()
    unsearchedLeft = max(0, unsearchedLeft - 1)
    for piece in PartPieces.ranges(of: count) {
      let controls = units.controls
      narrow(memory[piece], at: piece.lowerBound / 2, adding: &units)
      // An unpaired surrogate is a fault, which is counted while the text is decoded.
      guard !units.has_unpaired, pieces != nil || units.bytes == piece.upperBound / 2 else {
        return nil
      }
      after = units
      let searched = withMargin(of: piece, in: memory, adding: &after)
      let mayMatch =
        pieces != nil && probe.mayMatch(in: searched, hasControls: after.controls > controls)
      pieces?.append(end: units.bytes, mayMatch: mayMatch)
      if let found = pieces, !found.areFew { (pieces, unsearchedLeft) = (nil, Self.mostUnsearched) }
    }
    // The first half of a pair belongs to the next part, if the second half follows.
    let half = units.is_in_pair ? 2 : 0
    guard half == 0 || memory.count >= count + 2 && !after.has_unpaired else { return nil }
    pieces?.end(at: units.bytes - half)
    let length = PartStart(bytes: count - half, text: units.bytes - half, feeds: units.line_feeds)
    let isASCII = units.bytes == count / 2
    guard pieces != nil || isASCII else { return nil }
    return Measurement(
      length: length, pieces: pieces,
      text: isASCII && pieces?.mayMatch ?? true ? takeText(count / 2) : nil)
  }

  /// Writes a byte for each unit of the margin after a piece; returns these and those of the piece.
  private func withMargin(
    of piece: Range<Int>, in memory: UnsafeRawBufferPointer, adding units: inout endless_units
  ) -> UnsafeRawBufferPointer {
    // The margin is only searched. A single byte at its end belongs to no unit.
    let end = min(piece.upperBound + DecodedParts.margin, memory.count)
    narrow(memory[piece.upperBound..<end], at: piece.upperBound / 2, adding: &units)
    let bytes = UnsafeRawBufferPointer(text.bytes)
    return UnsafeRawBufferPointer(rebasing: bytes[piece.lowerBound / 2..<end / 2])
  }

  /// Measures units, and writes a byte for each of them, from the given index on.
  private func narrow(
    _ bytes: Slice<UnsafeRawBufferPointer>, at index: Int, adding measurements: inout endless_units
  ) {
    let units = UnsafeRawBufferPointer(rebasing: bytes)
    let narrow = text.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    endless_narrow_units(
      &measurements, units.baseAddress?.assumingMemoryBound(to: UInt8.self), units.count / 2,
      isBigEndian, narrow.map { $0 + index })
  }

  /// Returns the bytes that were written, which are the text if it is ASCII; nil if they are not
  /// kept.
  private func takeText(_ count: Int) -> PartText? {
    guard keepsNextText() else { return nil }
    let taken = takeMemory()
    taken.set(count)
    return taken
  }

  private var text: PartText {
    if let memory { return memory }
    let text = parts.withLock { $0.borrowText() }
    memory = text
    return text
  }

  /// Returns the memory; no other reference to it remains, so that it can be freed.
  private func takeMemory() -> PartText {
    let taken = text
    memory = nil
    return taken
  }
}

/// The measurements of a part that was not decoded.
struct Measurement {
  let length: PartStart
  /// The pieces of the part; nil if many of them may have a match.
  let pieces: PartPieces?
  /// The text if it is ASCII, because it is then known; nil if it is not kept.
  let text: PartText?
}
