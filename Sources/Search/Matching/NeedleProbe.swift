import CSearch

/// A search for the needles of a pattern in text of another encoding, of which only the ASCII
/// characters are known.
///
/// It tells only whether a match is possible. Only one thread may use it at a time.
package final class NeedleProbe {
  private let needles: [FittedNeedle]
  private let hasForeignCases: Bool

  /// Creates a probe; nil if no needles are known, or if a needle is not ASCII or is too long.
  ///
  /// - Parameters:
  ///   - longest: the maximum length of a needle.
  package init?(_ pattern: SearchPattern, longest: Int) {
    guard !pattern.needles.isEmpty else { return nil }
    let needles = pattern.needles.compactMap { FittedNeedle($0, longest: longest) }
    guard needles.count == pattern.needles.count else { return nil }
    (self.needles, hasForeignCases) = (needles, pattern.hasForeignCases)
  }

  /// Whether a match is possible in a text, which may begin and end anywhere in a line.
  ///
  /// Cost: a search of the text for each needle.
  ///
  /// - Parameters:
  ///   - text: the text, in which any character outside ASCII is zero or bytes from 0x80 on.
  ///   - foreign: whether the text has a letter outside ASCII whose other case is ASCII.
  package func mayMatch(in text: UnsafeRawBufferPointer, hasForeignCases foreign: Bool) -> Bool {
    foreign && hasForeignCases || needles.contains { $0.occurs(in: text) }
  }
}

/// A needle whose rarest bytes are determined with the text that is searched.
private final class FittedNeedle {
  private var fitted: endless_needle
  /// The object that owns the bytes of the needle.
  private let needle: Needle
  private var isFitted = false

  /// The number of bytes of the text that are examined to determine the rarest bytes.
  private static let sample = 8 << 10

  init?(_ needle: Needle, longest: Int) {
    let text = UnsafeBufferPointer(start: needle.needle.bytes, count: needle.needle.count)
    guard text.count <= longest, text.allSatisfy({ $0 > 0 && $0 < 0x80 }) else { return nil }
    (self.needle, fitted) = (needle, needle.needle)
  }

  func occurs(in text: UnsafeRawBufferPointer) -> Bool {
    let start = text.baseAddress?.assumingMemoryBound(to: UInt8.self)
    if !isFitted, text.count >= Self.sample {
      isFitted = true
      endless_fit_needle(&fitted, start, Self.sample)
    }
    return endless_find(&fitted, start, text.count) >= 0
  }
}
