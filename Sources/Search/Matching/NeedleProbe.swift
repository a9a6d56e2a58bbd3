import CSearch

/// A search for the needles of a pattern in text of another encoding, in which each ASCII character
/// is a unit of several bytes.
///
/// It tells only whether a match is possible. Only one thread may use it at a time.
package final class NeedleProbe {
  private let needles: [WideNeedle]

  /// Creates a probe; nil if a match need not contain an ASCII string, or if that string may be too
  /// long.
  ///
  /// - Parameters:
  ///   - longest: the maximum length of a needle.
  ///   - encode: takes an ASCII character, and returns its bytes in the encoding.
  package init?(_ pattern: SearchPattern, longest: Int, _ encode: (UInt8) -> [UInt8]) {
    guard !pattern.needles.isEmpty, !pattern.hasForeignCases else { return nil }
    let needles = pattern.needles.compactMap { WideNeedle($0, longest: longest, encode) }
    guard needles.count == pattern.needles.count else { return nil }
    self.needles = needles
  }

  /// Whether one of the needles occurs in the memory, which may begin and end anywhere.
  ///
  /// Cost: a search of the memory for each needle.
  package func occurs(in memory: UnsafeRawBufferPointer) -> Bool {
    needles.contains { $0.occurs(in: memory) }
  }
}

/// A needle in another encoding.
private final class WideNeedle {
  /// The needle in ASCII, whose rarest bytes are determined.
  private var narrow: endless_needle
  private var wide: endless_needle
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  /// The object that keeps the bytes of the needle in ASCII.
  private let needle: Needle
  /// The size of a unit, and the index of the byte that is not zero.
  private let unit: (size: Int, index: Int)
  private var isFitted = false

  /// The number of characters that are examined to determine the rarest bytes.
  private static let sample = 8 << 10

  init?(_ needle: Needle, longest: Int, _ encode: (UInt8) -> [UInt8]) {
    let text = UnsafeBufferPointer(start: needle.needle.bytes, count: needle.needle.count)
    guard text.count <= longest, text.allSatisfy({ $0 > 0 && $0 < 0x80 }) else { return nil }
    let letter = encode(UInt8(ascii: "a"))
    guard let index = letter.firstIndex(where: { $0 != 0 }) else { return nil }
    (self.needle, narrow, unit) = (needle, needle.needle, (letter.count, index))
    let encoded = text.flatMap(encode)
    bytes = .allocate(capacity: encoded.count)
    _ = bytes.initialize(from: encoded)
    wide = endless_make_needle(bytes.baseAddress, bytes.count, needle.needle.ignores_case)
    wide.width = narrow.width
    adapt()
  }

  deinit { bytes.deallocate() }

  func occurs(in memory: UnsafeRawBufferPointer) -> Bool {
    fit(to: memory)
    let start = memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
    return endless_find(&wide, start, memory.count) >= 0
  }

  /// Determines once which bytes are rarest in the text, if the memory is large enough.
  private func fit(to memory: UnsafeRawBufferPointer) {
    guard !isFitted, memory.count >= Self.sample * unit.size else { return }
    isFitted = true
    let sample = (0..<Self.sample).map { memory[$0 * unit.size + unit.index] }
    sample.withUnsafeBufferPointer { endless_fit_needle(&narrow, $0.baseAddress, $0.count) }
    adapt()
  }

  /// Makes the search look for the rarest characters first, and not for the zeros between
  /// characters.
  private func adapt() {
    wide.rarest = narrow.rarest * unit.size + unit.index
    wide.second = narrow.second * unit.size + unit.index
  }
}
