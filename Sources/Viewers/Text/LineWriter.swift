import Glibc

/// Bytes of a text file on their way to an output.
struct LineWriter {
  /// What is left of them.
  private(set) var bytes: UnsafeMutableRawBufferPointer

  init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

  /// Cuts what lies behind the lines that are left, and counts those down.
  mutating func keep(atMost left: inout Int) {
    guard left < .max else { return }
    var end = 0
    while left > 0, let feed = index(of: "\n", from: end) {
      end = feed + 1
      left -= 1
    }
    if left == 0 { bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[..<end]) }
  }

  private func index(of scalar: Unicode.Scalar, from first: Int) -> Int? {
    guard let start = bytes.baseAddress, first < bytes.count,
      let found = memchr(start + first, Int32(scalar.value), bytes.count - first)
    else { return nil }
    return UnsafeRawPointer(start).distance(to: UnsafeRawPointer(found))
  }
}
