extension String {
  /// What stands before, between and behind the places of a separator; the whole where there is none.
  ///
  /// The standard library's own (`contains`, `split`) come with its regular expressions, for which every
  /// start of the viewer would pay.
  package func parts(around separator: String) -> [Substring] {
    var parts: [Substring] = []
    var (start, place) = (startIndex, startIndex)
    while place < endIndex {
      if self[place...].hasPrefix(separator) {
        parts.append(self[start..<place])
        place = index(place, offsetBy: separator.count)
        start = place
      } else {
        formIndex(after: &place)
      }
    }
    return parts + [self[start...]]
  }
}
