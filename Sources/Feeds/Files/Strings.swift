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
