/// Eight bytes as one number, the first of them the lowest: what is asked of one byte is asked of eight at a time.
extension UInt64 {
  /// Eight times the same byte.
  @inlinable @inline(__always) package static func repeating(_ byte: UInt8) -> UInt64 {
    0x0101_0101_0101_0101 &* UInt64(byte)
  }

  /// The highest bit of each byte that is a given one, and no other bit.
  @inlinable @inline(__always) package func marks(of byte: UInt8) -> UInt64 {
    let other = self ^ .repeating(byte)
    return ~(((other & .repeating(0x7F)) &+ .repeating(0x7F)) | other | .repeating(0x7F))
  }

  /// The index of the first marked byte.
  @inlinable @inline(__always) package var firstMark: Int { trailingZeroBitCount / 8 }

  /// The index of the last marked byte.
  @inlinable @inline(__always) package var lastMark: Int { 7 - leadingZeroBitCount / 8 }
}

extension UnsafeRawBufferPointer {
  /// Eight bytes, the first of which is the lowest; zeros stand for those behind the end.
  @inlinable @inline(__always) package func word(at offset: Int) -> UInt64 {
    guard offset + 8 > count else {
      return UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    return self[offset...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
