import CSearch

/// Looks for the needles of a pattern, in memory of its own: what threads share and count references to is slow.
struct NeedleSearch: ~Copyable {
  private let needles: UnsafeMutableBufferPointer<endless_needle>
  /// Where each is next; -1 where that is not known, and beyond all memory where there is none.
  private let places: UnsafeMutableBufferPointer<Int>

  /// The needles have to stay.
  init(_ needles: [Needle]) {
    self.needles = .allocate(capacity: needles.count)
    _ = self.needles.initialize(from: needles.map(\.needle))
    places = .allocate(capacity: needles.count)
    places.initialize(repeating: -1)
  }

  deinit {
    needles.deallocate()
    places.deallocate()
  }

  var count: Int { needles.count }

  /// The length of the first needle in bytes.
  var length: Int { needles[0].count }

  /// Whether the first needle may take the end of a line for its own.
  var endsInCarriageReturn: Bool { needles[0].bytes[length - 1] == UInt8(ascii: "\r") }

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
        let found = endless_find(&needles[index], base + range.lowerBound, range.count)
        places[index] = found < 0 ? .max : range.lowerBound + found
      }
      first = min(first, places[index])
    }
    return first == .max ? nil : first
  }
}
