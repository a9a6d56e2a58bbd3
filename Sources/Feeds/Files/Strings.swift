import Bytes

extension String {
  /// The parts between the occurrences of a separator; the whole string if it does not contain the
  /// separator.
  ///
  /// The functions of the standard library (`contains`, `split`) are not used, because they would
  /// link the library's regular expressions, which slow down the start of the viewer.
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
  /// The last component of a path, without a trailing slash; the whole path if it has no slash.
  package var lastPathComponent: String {
    utf8.split(separator: .slash).last.map { String(Substring($0)) } ?? self
  }
}
