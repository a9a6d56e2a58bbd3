import Bytes

/// Bytes of a text file on their way to an output.
struct LineWriter {
  /// What is left of them.
  private(set) var bytes: UnsafeMutableRawBufferPointer

  init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

  /// Cuts what lies behind the lines that are left, and counts those down.
  mutating func keep(atMost left: inout Int) {
    guard left < .max else { return }
    var end = 0
    while left > 0, let feed = UnsafeRawBufferPointer(bytes).firstIndex(of: .lineFeed, from: end) {
      end = feed + 1
      left -= 1
    }
    if left == 0 { bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[..<end]) }
  }
}
