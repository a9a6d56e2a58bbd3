/// What has become of a list since a moment, kept as the stretches that are not what they were.
///
/// Each change of the list is told once, as it is made; what came and went meanwhile is not in it.
/// Cost of a change: the stretches kept, and the entries in it.
struct ListEdits<Entry: Sendable, ID: Hashable & Sendable>: Sendable {
  /// A stretch of the list that took the place of another.
  struct Stretch: Sendable {
    /// Its first index now.
    var start: Int
    /// What stood there, in order.
    var removed: [ID] = []
    /// What stands there now.
    var inserted: [Entry] = []

    var end: Int { start + inserted.count }
  }

  /// The stretches in order; between any two is an entry that has stayed.
  private(set) var stretches: [Stretch] = []

  var isEmpty: Bool { stretches.isEmpty }

  /// Notes that entries from an index on went, and others came in their place.
  mutating func splice(at index: Int, removing gone: [ID], inserting new: [Entry]) {
    guard !gone.isEmpty || !new.isEmpty else { return }
    let end = index + gone.count
    let first = stretches.firstIndex { $0.end >= index } ?? stretches.count
    var last = first
    var merged = Stretch(start: index)
    var tail: [Entry] = []
    var place = index
    while last < stretches.count, stretches[last].start <= end {
      let touched = stretches[last]
      if touched.start < index {
        merged.start = touched.start
        merged.inserted = Array(touched.inserted[..<(index - touched.start)])
      }
      if touched.start > place {
        merged.removed += gone[(place - index)..<(touched.start - index)]
      }
      merged.removed += touched.removed
      place = max(place, min(touched.end, end))
      if touched.end > end { tail = Array(touched.inserted[(end - touched.start)...]) }
      last += 1
    }
    merged.removed += gone[(place - index)...]
    merged.inserted += new + tail
    stretches.replaceSubrange(first..<last, with: [merged])
    for later in (first + 1)..<max(first + 1, stretches.count) {
      stretches[later].start += new.count - gone.count
    }
  }
}
