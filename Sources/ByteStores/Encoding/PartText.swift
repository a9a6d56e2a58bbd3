import Bytes

/// Text that is not copied; it stays the same as long as this value exists.
// @unchecked, because a pointer is not Sendable; the text owns its bytes, and its memory is used
// again only after the last reference to the text has gone.
package struct KeptText: @unchecked Sendable {
  package let bytes: UnsafeRawBufferPointer
  private let text: PartText

  init(_ bytes: UnsafeRawBufferPointer, of text: PartText) {
    (self.bytes, self.text) = (bytes, text)
  }

  package func prefix(_ count: Int) -> KeptText {
    KeptText(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), of: text)
  }
}

/// Memory for the bytes of a few parts.
final class PartInput: Sendable {
  // nonisolated(unsafe), because the compiler cannot know that only the thread that has borrowed
  // the memory writes to it.
  nonisolated(unsafe) private let bytes = UnsafeMutableRawBufferPointer.allocate(
    byteCount: DecodedParts.mostOfRead * DecodedParts.partSize + 4 + DecodedParts.margin,
    alignment: 64)

  func memory(_ count: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
  }

  deinit { bytes.deallocate() }
}

/// Memory for the text of a part, or of some pieces of it.
final class PartText: Sendable {
  // nonisolated(unsafe), because the thread that has created or borrowed the memory decodes into it
  // before other threads can see it.
  nonisolated(unsafe) private let memory = UnsafeMutableRawBufferPointer.allocate(
    byteCount: (DecodedParts.partSize + 4) * TextDecoder.growth + 12, alignment: 64)
  // nonisolated(unsafe) for the same reason as the memory.
  nonisolated(unsafe) private(set) var count = 0
  /// The offset of the first byte in the text of the part.
  // nonisolated(unsafe) for the same reason as the memory.
  nonisolated(unsafe) private var start = 0

  /// The range in the text of the part.
  var range: Range<Int> { start..<start + count }

  deinit { memory.deallocate() }

  /// The memory; only the thread that has created or borrowed the text writes to it.
  var bytes: UnsafeMutableRawBufferPointer { memory }

  /// Makes the first bytes of the memory the text of the whole part.
  func set(_ count: Int) { (start, self.count) = (0, count) }

  /// Decodes bytes whose text begins at an offset in the text of the part.
  func decode(
    _ bytes: Slice<UnsafeMutableRawBufferPointer>, at start: Int = 0, isLast: Bool,
    by decoder: inout TextDecoder
  ) {
    self.start = start
    let bytes = UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(rebasing: bytes))
    count = decoder.decode(bytes, isLast: isLast, into: memory)
  }

  /// The text of a range in the text of the part, as far as it is here.
  func text(of range: Range<Int>) -> UnsafeRawBufferPointer {
    let part = range.clamped(to: self.range)
    return UnsafeRawBufferPointer(
      rebasing: UnsafeRawBufferPointer(memory)[part.lowerBound - start..<part.upperBound - start])
  }

  func lineFeedCount() -> Int { text(of: range).lineFeedCount() }
}
