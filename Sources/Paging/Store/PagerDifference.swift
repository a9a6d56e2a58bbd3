/// The difference between two states of a list: the entries that were added, removed, moved and
/// changed by one event.
///
/// To update a copy of the old list, take three steps: remove the removed and moved entries by
/// their old indices; insert the added and moved entries in ascending order by their new indices;
/// replace the changed entries. Take the entries from the update, because the pager may already
/// hold others.
///
///     let (difference, entries) = (update.difference, update.entries)
///     for place in difference.indicesToRemove.reversed() { mirror.remove(at: place) }
///     for place in difference.indicesToInsert {
///       if let entry = entries[place] { mirror.insert(entry, at: place) }
///     }
///     for place in difference.changed {
///       if let entry = entries[place] { mirror[place] = entry }
///     }
public struct PagerDifference<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The identity of an entry.
  public typealias ID = PagerEntry<Item>.ID

  /// An entry and its index.
  public struct Place: Hashable, Sendable {
    /// The old index of a removed entry, or the new index of an added entry.
    public let index: Int
    /// The identity of the entry.
    public let id: ID
  }

  /// An entry that has changed its place relative to the entries that stayed.
  public struct Move: Hashable, Sendable {
    /// The identity of the entry.
    public let id: ID
    /// The entry's old index.
    public let from: Int
    /// The entry's new index.
    public let to: Int
  }

  /// The removed entries, ascending by their old indices.
  public private(set) var removed: [Place] = []
  /// The added entries, ascending by their new indices.
  public private(set) var inserted: [Place] = []
  /// The moved entries, ascending by their new indices.
  public private(set) var moved: [Move] = []
  /// The new indices, ascending, of entries that stayed and were loaded again or replaced: their
  /// content may differ.
  public private(set) var changed: [Int] = []
  /// The new number of entries.
  public let count: Int

  /// Whether the list is unchanged.
  public var isEmpty: Bool {
    removed.isEmpty && inserted.isEmpty && moved.isEmpty && changed.isEmpty
  }

  /// The old indices of all removed and moved entries, ascending.
  ///
  /// Cost: each access sorts them, O(n log n).
  public var indicesToRemove: [Int] { (removed.map { $0.index } + moved.map { $0.from }).sorted() }

  /// The new indices of all added and moved entries, ascending.
  ///
  /// Cost: each access sorts them, O(n log n).
  public var indicesToInsert: [Int] { (inserted.map { $0.index } + moved.map { $0.to }).sorted() }

  init(_ edits: ListEdits<PagerEntry<Item>, ID>, count: Int) {
    self.count = count
    guard !edits.isEmpty else { return }
    var shift = 0
    var (leaving, coming): ([Place], [Place]) = ([], [])
    for stretch in edits.stretches {
      let new = stretch.inserted.map { $0.id }
      let kept = Self.kept(of: stretch.removed, in: new)
      for (offset, id) in stretch.removed.enumerated() where !kept.contains(id) {
        leaving.append(Place(index: stretch.start + shift + offset, id: id))
      }
      for (offset, id) in new.enumerated() {
        let index = stretch.start + offset
        if kept.contains(id) {
          changed.append(index)
        } else {
          coming.append(Place(index: index, id: id))
        }
      }
      shift += stretch.removed.count - new.count
    }
    pair(coming, leaving)
  }

  /// Pairs added entries with removed entries: an entry that is in both lists has moved.
  private mutating func pair(_ coming: [Place], _ leaving: [Place]) {
    // Usually pages were only added or only dropped, so no entries can be paired.
    guard !coming.isEmpty, !leaving.isEmpty else {
      (inserted, removed) = (coming, leaving)
      return
    }
    var places: [ID: Int] = [:]
    places.reserveCapacity(leaving.count)
    for place in leaving { places[place.id] = place.index }
    for place in coming {
      if let from = places.removeValue(forKey: place.id) {
        moved.append(Move(id: place.id, from: from, to: place.index))
      } else {
        inserted.append(place)
      }
    }
    removed = moved.isEmpty ? leaving : leaving.filter { places[$0.id] != nil }
  }

  /// Returns the largest set of entries that have the same order in both lists; all other entries
  /// that are in both lists have moved.
  private static func kept(of old: [ID], in new: [ID]) -> Set<ID> {
    if old.isEmpty || new.isEmpty { return [] }
    var places: [ID: Int] = [:]
    for (index, id) in new.enumerated() { places[id] = index }
    let common = old.filter { places[$0] != nil }
    let kept = LongestAscent.indices(of: common.compactMap { places[$0] })
    return Set(kept.map { common[$0] })
  }
}

/// The longest increasing subsequence of numbers.
///
/// Cost: O(n log n). The algorithm is from M. L. Fredman, "On computing the length of longest
/// increasing subsequences", Discrete Mathematics 11 (1975).
enum LongestAscent {
  /// Returns the indices, ascending, of the numbers in the subsequence; the given numbers must be
  /// distinct.
  static func indices(of numbers: [Int]) -> [Int] {
    // For each length, the index of the smallest number that ends an increasing subsequence of that
    // length.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var places: [Int] = []
    var next = ends.last
    while let index = next {
      places.append(index)
      next = previous[index]
    }
    return places.reversed()
  }
}

/// The edits of a list since a point in time, stored as the stretches that differ.
///
/// Each change is recorded when it is made; entries that were added and removed again are not
/// included. Cost of a change: proportional to the number of stretches, and of entries in the
/// change and in the stretches that it touches.
struct ListEdits<Entry: Sendable, ID: Hashable & Sendable>: Sendable {
  /// A stretch of the list that has replaced another stretch.
  struct Stretch: Sendable {
    /// The first index of the stretch in the current list.
    var start: Int
    /// The removed entries, in order.
    var removed: [ID] = []
    /// The entries that are now in the stretch.
    var inserted: [Entry] = []

    var end: Int { start + inserted.count }
  }

  /// The stretches in order; at least one unchanged entry lies between two of them.
  private(set) var stretches: [Stretch] = []

  var isEmpty: Bool { stretches.isEmpty }

  /// Whether anything differs; entries that were added and removed again do not count.
  var haveChanged: Bool { stretches.contains { !$0.removed.isEmpty || !$0.inserted.isEmpty } }

  /// Records that the given entries were removed at an index, and that other entries were inserted
  /// there.
  mutating func splice(at index: Int, removing gone: [ID], inserting new: [Entry]) {
    guard !gone.isEmpty || !new.isEmpty else { return }
    let end = index + gone.count
    let first = stretches.firstIndex { $0.end >= index } ?? stretches.count
    guard first < stretches.count, stretches[first].start <= end else {
      // If the change touches no stretch, as when a list grows at its end, nothing is copied.
      stretches.insert(Stretch(start: index, removed: gone, inserted: new), at: first)
      return moveStretches(from: first + 1, by: new.count - gone.count)
    }
    var last = first
    var merged = Stretch(start: index)
    var tail: [Entry] = []
    var reached = index
    while last < stretches.count, stretches[last].start <= end {
      let touched = stretches[last]
      if touched.start < index {
        merged.start = touched.start
        merged.inserted = Array(touched.inserted[..<(index - touched.start)])
      }
      if touched.start > reached {
        merged.removed += gone[(reached - index)..<(touched.start - index)]
      }
      merged.removed += touched.removed
      reached = max(reached, min(touched.end, end))
      if touched.end > end { tail = Array(touched.inserted[(end - touched.start)...]) }
      last += 1
    }
    merged.removed += gone[(reached - index)...]
    merged.inserted += new + tail
    stretches.replaceSubrange(first..<last, with: [merged])
    moveStretches(from: first + 1, by: new.count - gone.count)
  }

  private mutating func moveStretches(from first: Int, by shift: Int) {
    for later in first..<max(first, stretches.count) { stretches[later].start += shift }
  }
}
