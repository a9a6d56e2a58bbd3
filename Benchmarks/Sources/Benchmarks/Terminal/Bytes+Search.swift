import Glibc

extension [UInt8] {
  /// Whether the bytes contain the wanted ones at or after an index.
  func holds(_ wanted: [UInt8], from index: Int = 0) -> Bool {
    guard let first = wanted.first else { return true }
    return withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      var place = index
      // memmem is hidden from Swift.
      while place + wanted.count <= bytes.count,
        let found = memchr(start + place, Int32(first), bytes.count - wanted.count + 1 - place)
      {
        if memcmp(found, wanted, wanted.count) == 0 { return true }
        place = start.distance(to: found) + 1
      }
      return false
    }
  }

  /// The index of the last occurrence of a string; nil if it does not occur.
  func lastIndex(of text: String) -> Int? {
    let wanted = Array(text.utf8)
    guard count >= wanted.count else { return nil }
    return (0...(count - wanted.count)).last { self[$0...].starts(with: wanted) }
  }
}
