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
  /// The current search; nil outside a search, if the search requires decoding the text, or if the
  /// encoding is not UTF-16.
  let probes: TextProbes?
  private let probe: (any TextProbe)?
  private let isBigEndian: Bool
  /// The number of texts that the thread may still keep in this round.
  ///
  /// During a search, a round may have more parts than can be kept as text, and all of them may
  /// have to be decoded.
  private var textsLeft = DecodedParts.mostOfRound
  private let parts: SharedParts

  /// The number of bytes that are measured and then searched at a time; they fit into the fastest
  /// cache.
  static let piece = 16 << 10

  init(_ parts: SharedParts, _ encoding: TextEncoding) {
    self.parts = parts
    (input, probe, probes) = parts.withLock { parts in
      let probe = encoding.unit == 2 ? parts.borrowProbe() : nil
      return (parts.inputs.popLast() ?? PartInput(), probe, probe == nil ? nil : parts.probes)
    }
    isBigEndian = if case .utf16(let isBigEndian) = encoding { isBigEndian } else { false }
  }

  deinit {
    let (input, probe, probes) = (input, probe, probes)
    parts.withLock { parts in
      parts.inputs.append(input)
      if let probe { parts.giveBack(probe, of: probes) }
    }
  }

  /// Whether the text that the thread has just decoded is kept; call it once for each such text.
  func keepsNextText() -> Bool {
    textsLeft -= 1
    return textsLeft >= 0
  }

  /// Measures text without decoding it, and returns its length; nil unless it is known that no
  /// match of the current search touches the text.
  ///
  /// - Parameters:
  ///   - bytes: the text and a margin.
  ///   - count: the size of the text.
  func lengthWithoutMatch(
    _ bytes: Slice<UnsafeMutableRawBufferPointer>, _ count: Int
  ) -> PartStart? {
    guard let probe, count > 0, count.isMultiple(of: 2) else { return nil }
    let memory = UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(rebasing: bytes))
    var (units, after) = (endless_units(), endless_units())
    for start in stride(from: 0, to: count, by: Self.piece) {
      let end = min(start + Self.piece, count)
      narrow(memory[start..<end], at: 0, adding: &units)
      // The margin is only searched. A single byte at its end belongs to no unit.
      let margin = memory[end..<min(end + DecodedParts.margin, memory.count)]
      after = units
      narrow(margin, at: (end - start) / 2, adding: &after)
      let searched = UnsafeRawBufferPointer(
        rebasing: UnsafeRawBufferPointer(input.narrow)[..<((end - start + margin.count) / 2)])
      // An unpaired surrogate is a fault, which is counted while the text is decoded.
      guard units.unpaired == 0, !probe.mayMatch(in: searched, hasControls: after.controls > 0)
      else { return nil }
    }
    guard units.is_in_pair else {
      return PartStart(bytes: count, text: units.bytes, feeds: units.line_feeds)
    }
    // The first half of a pair belongs to the next part, if the second half follows.
    guard memory.count >= count + 2, after.unpaired == 0 else { return nil }
    return PartStart(bytes: count - 2, text: units.bytes - 2, feeds: units.line_feeds)
  }

  /// Measures units, and writes a byte for each of them, from the given index on.
  private func narrow(
    _ bytes: Slice<UnsafeRawBufferPointer>, at index: Int, adding measurements: inout endless_units
  ) {
    let units = UnsafeRawBufferPointer(rebasing: bytes)
    let narrow = input.narrow.baseAddress?.assumingMemoryBound(to: UInt8.self)
    endless_narrow_units(
      &measurements, units.baseAddress?.assumingMemoryBound(to: UInt8.self), units.count / 2,
      isBigEndian, narrow.map { $0 + index })
  }
}
