import Bytes
import CSearch

/// A search for the needles of a pattern, with separate memory for each thread, because counting
/// references to shared objects is slow.
struct NeedleSearch: ~Copyable {
  private let needles: UnsafeMutableBufferPointer<endless_needle>
  /// The next occurrence of each needle; -1 if it is not known, and beyond all memory if the needle
  /// does not occur.
  private let places: UnsafeMutableBufferPointer<Int>
  /// Whether each needle has been adapted to the searched memory.
  private let areFitted: UnsafeMutableBufferPointer<Bool>

  /// The number of bytes that are examined to adapt a needle, and the size of memory below which
  /// that is not worthwhile.
  private static let sample = (most: 16 << 10, least: 32 << 10)

  /// Creates a search; the caller must keep the needles alive.
  init(_ needles: [Needle]) {
    self.needles = .allocate(capacity: needles.count)
    _ = self.needles.initialize(from: needles.map(\.needle))
    places = .allocate(capacity: needles.count)
    places.initialize(repeating: -1)
    areFitted = .allocate(capacity: needles.count)
    areFitted.initialize(repeating: false)
  }

  deinit {
    needles.deallocate()
    places.deallocate()
    areFitted.deallocate()
  }

  var count: Int { needles.count }

  /// The length of the first needle in bytes.
  var length: Int { needles[0].count }

  /// Whether the first needle may match the carriage return of a line end.
  var endsInCarriageReturn: Bool { needles[0].bytes[length - 1] == .carriageReturn }

  /// Discards the known occurrences, before other memory or another block is searched.
  func reset() { places.update(repeating: -1) }

  /// Returns the first occurrence of any needle in a range, or nil if none occurs.
  ///
  /// Until a reset, the start of the range must not decrease and its end must stay the same,
  /// because known occurrences are used again.
  func first(in memory: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    guard let base = memory.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
    var first = Int.max
    for index in needles.indices {
      if places[index] < range.lowerBound {
        fit(index, to: base + range.lowerBound, range.count)
        let found = endless_find(&needles[index], base + range.lowerBound, range.count)
        places[index] = found < 0 ? .max : range.lowerBound + found
      }
      first = min(first, places[index])
    }
    return first == .max ? nil : first
  }

  /// Adapts a needle to the searched memory, once, if the memory is large enough.
  private func fit(_ index: Int, to memory: UnsafePointer<UInt8>, _ count: Int) {
    guard !areFitted[index], count >= Self.sample.least else { return }
    areFitted[index] = true
    endless_fit_needle(&needles[index], memory, Self.sample.most)
  }
}

/// Bytes to search for, either exactly or with some bytes equal to others, such as A to Z to a to z.
///
/// A needle can be shared between threads.
// @unchecked, because the compiler cannot know that nothing writes to its bytes after `init`. They
// are not an array, because the C code keeps their address.
final class Needle: @unchecked Sendable {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let fold: UnsafeMutableBufferPointer<UInt8>?
  /// The needle of the C code, valid as long as this object exists.
  let needle: endless_needle
  /// Whether a letter outside ASCII is equal to a letter of the needle if case is ignored: the
  /// Kelvin sign to k, the long s to s.
  let hasForeignCases: Bool

  /// Creates a needle from at least one byte, in lower case if case is ignored.
  ///
  /// - Parameter width: the number of bytes compared in a step, for tests; the default is the
  ///   largest one available.
  init(_ text: [UInt8], ignoresCase: Bool, width: Int32 = endless_widest()) {
    (bytes, fold) = (Self.copy(text), nil)
    var needle = endless_make_needle(bytes.baseAddress, bytes.count, ignoresCase)
    needle.width = width
    self.needle = needle
    hasForeignCases =
      ignoresCase && text.contains { $0 == UInt8(ascii: "k") || $0 == UInt8(ascii: "s") }
  }

  /// Creates a needle from at least one byte.
  ///
  /// - Parameter fold: for each of the 256 bytes, the byte as which it is compared, as in `text`.
  init(_ text: [UInt8], fold table: [UInt8]) {
    let (bytes, fold) = (Self.copy(text), Self.copy(table))
    needle = endless_make_folded_needle(bytes.baseAddress, bytes.count, fold.baseAddress)
    (self.bytes, self.fold, hasForeignCases) = (bytes, fold, false)
  }

  deinit {
    bytes.deallocate()
    fold?.deallocate()
  }

  private static func copy(_ bytes: [UInt8]) -> UnsafeMutableBufferPointer<UInt8> {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    return copy
  }

  /// Whether all bytes of the needle are among the given ones.
  func consists(of characters: Set<UInt8>) -> Bool { bytes.allSatisfy { characters.contains($0) } }
}
