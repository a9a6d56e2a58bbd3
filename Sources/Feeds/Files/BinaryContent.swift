package import ByteStores
package import FileSources

/// Whether a file looks as if it were no text: told by the first bytes that are shown of it, for which
/// nothing is read.
package enum BinaryContent {
  /// Bytes that are looked at: enough for a program's or a picture's header.
  private static let most = 1_024

  /// Whether the first bytes of lines hold a NUL, or more than a third of them are no text.
  ///
  /// A character that has not come whole counts for nothing.
  package static func has(_ lines: [TextLine]) -> Bool {
    var bytes: [UInt8] = []
    for line in lines where bytes.count < most { bytes += line.raw.prefix(most - bytes.count) }
    return has(bytes, isCut: lines.last?.isUnfinished == true)
  }

  /// The same of the first bytes of a file, which is read.
  package static func has(_ file: FileStore) -> Bool {
    guard let size = try? file.size(), let bytes = try? file.whole(0..<min(size, most)) else {
      return false
    }
    return has(bytes, isCut: size > most)
  }

  /// - Parameter isCut: whether the last character may not be whole.
  private static func has(_ bytes: [UInt8], isCut: Bool) -> Bool {
    var bytes = bytes
    let start = bytes.suffix(3).lastIndex { $0 >= 0xC2 }
    if let start, isCut { bytes.removeSubrange(start...) }
    return bytes.contains(0) || bytes.count { isControl($0) } + brokenBytes(bytes) > bytes.count / 3
  }

  /// Whether no text has it: a control character that neither moves nor colours.
  private static func isControl(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x08...0x0D, 0x1B: false
    default: byte < 0x20 || byte == 0x7F
    }
  }

  /// About how many are no UTF-8; what was cut at the end counts for one.
  private static func brokenBytes(_ bytes: [UInt8]) -> Int {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.count { $0 == "\u{FFFD}" }
  }
}
