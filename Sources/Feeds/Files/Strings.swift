import Bytes

extension String {
  /// What stands before, between and behind the places of a separator; the whole where there is none.
  ///
  /// The standard library's own (`contains`, `split`) come with its regular expressions, for which every
  /// start of the viewer would pay.
  package func parts(around separator: String) -> [Substring] {
    var parts: [Substring] = []
    var (start, cursor) = (startIndex, startIndex)
    while cursor < endIndex {
      if self[cursor...].hasPrefix(separator) {
        parts.append(self[start..<cursor])
        cursor = index(cursor, offsetBy: separator.count)
        start = cursor
      } else {
        formIndex(after: &cursor)
      }
    }
    return parts + [self[start...]]
  }
}

extension String {
  /// What stands behind the last slash of a path, but for one at its end; all of it where there is none.
  package var lastPathComponent: String {
    utf8.split(separator: .slash).last.map { String(Substring($0)) } ?? self
  }
}

/// A number of bytes in words: `812 bytes`, `1.2 KiB`.
package struct ByteCount: CustomStringConvertible {
  private let bytes: Int

  package init(_ bytes: Int) { self.bytes = bytes }

  /// Three digits or fewer, and a tenth where there are one or two.
  package var description: String {
    guard bytes >= 1_000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var tenths = bytes * 10
    for unit in ["KiB", "MiB", "GiB"] {
      tenths = (tenths + 512) / 1_024
      if tenths < 1_000 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
      if tenths < 10_000 { return "\(tenths / 10) \(unit)" }
    }
    return "\(tenths / 10_240) TiB"
  }
}
