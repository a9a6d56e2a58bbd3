import Bytes
import CSearch

/// Looks for the needles of a pattern, in memory of its own: what threads share and count references to is slow.
struct NeedleSearch: ~Copyable {
  private let needles: UnsafeMutableBufferPointer<endless_needle>
  /// Where each is next; -1 where that is not known, and beyond all memory where there is none.
  private let places: UnsafeMutableBufferPointer<Int>
  /// Which of them are fitted to what is searched.
  private let areFitted: UnsafeMutableBufferPointer<Bool>

  /// Bytes that a needle is fitted to, and of less than how many it is not worth that.
  private static let sample = (most: 16 << 10, least: 32 << 10)

  /// The needles have to stay.
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

  /// Whether the first needle may take the end of a line for its own.
  var endsInCarriageReturn: Bool { needles[0].bytes[length - 1] == .carriageReturn }

  /// Forgets where they are, because other memory is searched.
  func reset() { places.update(repeating: -1) }

  /// Where any of them is first within a range.
  ///
  /// Until a reset, ranges begin later and later and end at the same place: so no byte is looked at twice.
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

  /// Fits a needle to what is searched, once, where that is much.
  private func fit(_ index: Int, to memory: UnsafePointer<UInt8>, _ count: Int) {
    guard !areFitted[index], count >= Self.sample.least else { return }
    areFitted[index] = true
    endless_fit_needle(&needles[index], memory, Self.sample.most)
  }
}

/// Bytes that are looked for in memory, as they are or without a difference between A to Z and a to z.
///
/// It can be shared between threads.
// @unchecked, because the compiler cannot know that nothing writes to its bytes after `init`. They are not an array,
// because the C side keeps their address.
final class Needle: @unchecked Sendable {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  /// It is valid as long as this is.
  let needle: endless_needle
  /// Whether a letter that is not ASCII is equal to one of these: the Kelvin sign to k, the long s to s.
  let hasForeignCases: Bool

  /// Takes at least one byte, in lower case where case is ignored.
  ///
  /// - Parameter width: the bytes of a step, for tests; the most that there are by default.
  init(_ text: [UInt8], ignoresCase: Bool, width: Int32 = endless_widest()) {
    bytes = .allocate(capacity: text.count)
    _ = bytes.initialize(from: text)
    var needle = endless_make_needle(bytes.baseAddress, bytes.count, ignoresCase)
    needle.width = width
    self.needle = needle
    hasForeignCases =
      ignoresCase && text.contains { $0 == UInt8(ascii: "k") || $0 == UInt8(ascii: "s") }
  }

  deinit { bytes.deallocate() }
}
