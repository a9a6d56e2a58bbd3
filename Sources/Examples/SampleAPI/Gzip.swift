/// A file of gzip whose blocks are stored as they are, which needs no library.
enum Gzip {
  private static let maximumBlock = 65_535

  /// Packs bytes, as RFC 1951 and RFC 1952 have it.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
    var start = 0
    repeat {
      let end = min(start + maximumBlock, bytes.count)
      packed.append(end == bytes.count ? 1 : 0)
      packed +=
        little(UInt32(end - start), 2) + little(~UInt32(end - start), 2) + bytes[start..<end]
      start = end
    } while start < bytes.count
    return packed + little(checksum(bytes), 4) + little(UInt32(truncatingIfNeeded: bytes.count), 4)
  }

  private static func little(_ number: UInt32, _ count: UInt32) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// The CRC-32 of bytes.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      table[Int((sum ^ UInt32(byte)) & 0xff)] ^ (sum >> 8)
    }
  }

  private static let table = (0..<256).map { index -> UInt32 in
    (0..<8).reduce(UInt32(index)) { value, _ -> UInt32 in
      let half = value >> 1
      return value.isMultiple(of: 2) ? half : half ^ 0xedb8_8320
    }
  }
}
