/// Which sections stand where: a row for the leading edge while there is something to say, the
/// entries with placeholders on both sides of them, a row for the trailing edge.
///
/// It is taken from the pager once for each change, because a frame asks it hundreds of times.
struct SectionMap: Equatable {
  /// Whether a first page has come; before that there is no section at all.
  var hasLoaded = false
  /// Rows before the first entry and its placeholders, 0 or 1.
  var leadingRows = 0
  /// Items before the first entry that are not held.
  var leadingPlaceholders = 0
  /// Entries held.
  var count = 0
  /// Items after the last entry that are not held.
  var trailingPlaceholders = 0

  /// All sections, the row of the trailing edge among them.
  var sectionCount: Int { hasLoaded ? section(ofEntry: entryRange.upperBound) + 1 : 0 }

  /// The indices of all that can be drawn: the entries, and placeholders on both sides of them.
  var entryRange: Range<Int> { -leadingPlaceholders..<count + trailingPlaceholders }

  /// The section of an entry, or of a placeholder where there is no such entry.
  func section(ofEntry index: Int) -> Int { leadingRows + leadingPlaceholders + index }

  /// The index that a section's entry has, or would have.
  func index(ofSection section: Int) -> Int { section - leadingRows - leadingPlaceholders }

  /// The place of a section's entry, or nil for a placeholder or a row of an edge.
  func entryIndex(ofSection section: Int) -> Int? {
    let index = index(ofSection: section)
    return index >= 0 && index < count ? index : nil
  }

  /// The section of a place among all items: what was a placeholder may be an item by now, which stands in
  /// the same place.
  func section(ofPlace place: Int) -> Int? {
    let section = leadingRows + place
    return section < sectionCount - 1 ? section : nil
  }

  /// Whether a section is an item that is not held.
  func isPlaceholder(_ section: Int) -> Bool {
    entryRange.contains(index(ofSection: section)) && entryIndex(ofSection: section) == nil
  }
}
