import Glibc

/// Bytes of a text file on their way out.
struct LinesOut {
  /// What is left of them.
  private(set) var bytes: UnsafeMutableRawBufferPointer

  init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

  /// Cuts what lies behind so many lines, and counts those down.
  mutating func keep(atMost left: inout Int) {
    guard left < .max else { return }
    var end = 0
    while left > 0, let feed = index(of: "\n", from: end) {
      end = feed + 1
      left -= 1
    }
    if left == 0 { bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[..<end]) }
  }

  /// Makes a line feed of each carriage return and line feed, in place.
  mutating func dropCarriageReturns() {
    guard let start = bytes.baseAddress, var next = index(of: "\r", from: 0) else { return }
    var (written, read) = (next, next)
    while read < bytes.count {
      let isEnd = next + 1 < bytes.count && bytes[next + 1] == UInt8(ascii: "\n")
      // What goes on with the next carriage return, or to the end.
      let from = isEnd ? next + 1 : next
      let to = index(of: "\r", from: next + 1) ?? bytes.count
      memmove(start + written, start + from, to - from)
      written += to - from
      (read, next) = (to, to)
    }
    bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[..<written])
  }

  private func index(of scalar: Unicode.Scalar, from first: Int) -> Int? {
    guard let start = bytes.baseAddress, first < bytes.count,
      let found = memchr(start + first, Int32(scalar.value), bytes.count - first)
    else { return nil }
    return UnsafeRawPointer(start).distance(to: UnsafeRawPointer(found))
  }
}
