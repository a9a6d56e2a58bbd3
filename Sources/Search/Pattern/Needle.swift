import CSearch

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
