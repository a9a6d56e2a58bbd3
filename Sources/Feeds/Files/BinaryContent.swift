package import ByteStores
package import FileSources

/// A test for binary files, which examines their first bytes.
package enum BinaryContent {
  /// The number of bytes that are examined, enough for the header of a program or picture.
  package static let most = 1_024

  /// Whether the first bytes of the given lines contain a NUL, or more than a third of these bytes
  /// are not text.
  ///
  /// If the last line is unfinished, an incomplete character at the end is ignored.
  package static func has(_ lines: [TextLine]) -> Bool {
    var bytes: [UInt8] = []
    for line in lines where bytes.count < most { bytes += line.raw.prefix(most - bytes.count) }
    return has(bytes, isCut: lines.last?.isUnfinished == true)
  }

  /// Whether a file is binary; reads its first bytes.
  package static func has(_ file: FileStore) -> Bool {
    guard let size = try? file.size(), let bytes = try? file.whole(0..<min(size, most)) else {
      return false
    }
    return has(bytes, isCut: size > most)
  }

  /// - Parameter isCut: whether the last character may be incomplete.
  private static func has(_ bytes: [UInt8], isCut: Bool) -> Bool {
    var bytes = bytes
    let start = bytes.suffix(3).lastIndex { $0 >= 0xC2 }
    if let start, isCut { bytes.removeSubrange(start...) }
    return bytes.contains(0) || bytes.count { isControl($0) } + brokenBytes(bytes) > bytes.count / 3
  }

  /// Whether the byte is a control character that does not occur in text.
  private static func isControl(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x08...0x0D, 0x1B: false
    default: byte < 0x20 || byte == 0x7F
    }
  }

  /// The approximate number of bytes of invalid UTF-8; an incomplete character at the end counts as
  /// one.
  private static func brokenBytes(_ bytes: [UInt8]) -> Int {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.count { $0 == "\u{FFFD}" }
  }
}
