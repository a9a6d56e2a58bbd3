/// What one event has made of a list: what came, went, moved and changed, as of one moment.
///
/// Whoever holds the list as it was has it as it is by three steps: remove what went and what moved
/// away, by the indices before; insert what came and what moved here, in ascending order, by the
/// indices after; renew what changed.
///
///     for place in difference.indicesToRemove.reversed() { mirror.remove(at: place) }
///     for place in difference.indicesToInsert { mirror.insert(pager[place], at: place) }
///     for place in difference.changed { mirror[place] = pager[place] }
public struct PagerDifference<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// What an entry is known by.
  public typealias ID = PagerEntry<Item>.ID

  /// An entry and its index.
  public struct Place: Hashable, Sendable {
    /// The index: before for what went, after for what came.
    public let index: Int
    /// What stands or stood there.
    public let id: ID
  }

  /// An entry that stands elsewhere among those that have stayed.
  public struct Move: Hashable, Sendable {
    /// What it is.
    public let id: ID
    /// Its index before.
    public let from: Int
    /// Its index after.
    public let to: Int
  }

  /// What went, by its indices before, ascending.
  public private(set) var removed: [Place] = []
  /// What came, by its indices after, ascending.
  public private(set) var inserted: [Place] = []
  /// What moved, ascending by the indices after.
  public private(set) var moved: [Move] = []
  /// The indices after, ascending, of items that stayed and came again: their content may differ.
  public private(set) var changed: [Int] = []
  /// Entries after.
  public let count: Int

  /// Whether the list is as it was.
  public var isEmpty: Bool {
    removed.isEmpty && inserted.isEmpty && moved.isEmpty && changed.isEmpty
  }

  /// The indices before of all that goes from its place, ascending.
  ///
  /// Cost: each use sorts them, O(n log n).
  public var indicesToRemove: [Int] { (removed.map { $0.index } + moved.map { $0.from }).sorted() }

  /// The indices after of all that comes to its place, ascending.
  ///
  /// Cost: each use sorts them, O(n log n).
  public var indicesToInsert: [Int] { (inserted.map { $0.index } + moved.map { $0.to }).sorted() }

  init(_ edits: ListEdits<PagerEntry<Item>, ID>, count: Int) {
    self.count = count
    guard !edits.isEmpty else { return }
    var leaving: [ID: Int] = [:]
    var shift = 0
    var coming: [Place] = []
    for stretch in edits.stretches {
      let new = stretch.inserted.map { $0.id }
      let kept = Self.kept(of: stretch.removed, in: new)
      for (offset, id) in stretch.removed.enumerated() where !kept.contains(id) {
        leaving[id] = stretch.start + shift + offset
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
    pair(coming, leaving: leaving)
  }

  /// Pairs what comes with what leaves: an identity in both has moved.
  private mutating func pair(_ coming: [Place], leaving: [ID: Int]) {
    var leaving = leaving
    for place in coming {
      if let from = leaving.removeValue(forKey: place.id) {
        moved.append(Move(id: place.id, from: from, to: place.index))
      } else {
        inserted.append(place)
      }
    }
    removed = leaving.map { Place(index: $1, id: $0) }.sorted { $0.index < $1.index }
  }

  /// What stands in the same order in both: the most that have not moved.
  private static func kept(of old: [ID], in new: [ID]) -> Set<ID> {
    if old.isEmpty || new.isEmpty { return [] }
    var places: [ID: Int] = [:]
    for (index, id) in new.enumerated() { places[id] = index }
    let common = old.filter { places[$0] != nil }
    let kept = LongestAscent.indices(of: common.compactMap { places[$0] })
    return Set(kept.map { common[$0] })
  }
}

/// The longest part of a row of numbers that ascends.
///
/// O(n log n), after M. L. Fredman, "On computing the length of longest increasing subsequences",
/// Discrete Mathematics 11 (1975).
enum LongestAscent {
  /// The places of the numbers, which are distinct, in ascending order.
  static func indices(of numbers: [Int]) -> [Int] {
    // For each length the place of the least number that an ascent of that length ends with.
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

  /// Whether anything is not what it was: what came and went again is nothing.
  var haveChanged: Bool { stretches.contains { !$0.removed.isEmpty || !$0.inserted.isEmpty } }

  /// Notes that entries from an index on went, and others came in their place.
  mutating func splice(at index: Int, removing gone: [ID], inserting new: [Entry]) {
    guard !gone.isEmpty || !new.isEmpty else { return }
    let end = index + gone.count
    let first = stretches.firstIndex { $0.end >= index } ?? stretches.count
    guard first < stretches.count, stretches[first].start <= end else {
      // Where nothing is near, as at the end of a list, nothing is copied.
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
