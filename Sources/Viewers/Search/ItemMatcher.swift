import Feeds
import Paging
import Records
import Search

/// A test of a feed's items against all parts of a filter or search; only one thread may use it at
/// a time.
///
/// A pattern is matched with each shown string of an item separately, so that `^` matches the start
/// of a name or value; a condition is applied to the field that it names.
nonisolated final class ItemMatcher<Source: Feed> {
  private let feed: Source
  private let tests: [Test]
  /// Whether matching was abandoned for some text because it took too long.
  var hasGivenUp: Bool {
    tests.contains { $0.texts?.hasGivenUp ?? $0.record?.hasGivenUp ?? false }
  }

  private struct Test {
    let isNegated: Bool
    let texts: PatternTest?
    let record: RecordTest?

    init(_ part: FilterPart) {
      isNegated = part.isNegated
      texts = part.pattern.plain.map { PatternTest($0) }
      record = part.pattern.expression.map { RecordTest($0) }
    }
  }

  /// The strings and the record of an item, read once for all tests.
  private struct Reading {
    let feed: Source
    let item: Source.Item
    lazy var texts = feed.texts(of: item)
    lazy var record = feed.record(of: item)
  }

  init(_ parts: [FilterPart], of feed: Source) {
    self.feed = feed
    tests = parts.map(Test.init)
  }

  /// Whether an item passes all tests.
  ///
  /// Cost: each test searches the item's strings or reads its fields.
  func matches(_ item: Source.Item) -> Bool {
    var reading = Reading(feed: feed, item: item)
    return tests.allSatisfy { isMet($0, by: &reading) != $0.isNegated }
  }

  private func isMet(_ test: Test, by reading: inout Reading) -> Bool {
    if let pattern = test.texts {
      return reading.texts.contains { $0.withUnsafeBytes(pattern.matches) }
    }
    return test.record?.isMet(by: reading.record) ?? false
  }
}

/// A walk over the loaded items towards an edge until enough of them match; it can be continued
/// after more items are loaded.
final class ItemWalk<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  private let pager: Pager<Item, Cursor>
  private let goesDown: Bool
  private let matches: (Item) -> Bool
  /// The number of matches still to be found.
  private var left: Int
  private var last: Item.ID?

  /// - Parameters:
  ///   - start: the index of the first entry; nil for the entry at the opposite edge.
  ///   - count: the number of the match to find, from 1.
  init(
    _ pager: Pager<Item, Cursor>, from start: Int?, down goesDown: Bool, count: Int,
    matches: @escaping (Item) -> Bool
  ) {
    (self.pager, self.goesDown) = (pager, goesDown)
    (left, self.matches) = (max(1, count), matches)
    last = start.flatMap { Self.item(before: $0, down: goesDown, in: pager) }
  }

  /// Returns the identity of the nearest item before the start of the walk; it is stored instead of
  /// an index, because indices change when more items are loaded.
  private static func item(
    before start: Int, down: Bool, in pager: Pager<Item, Cursor>
  ) -> Item.ID? {
    var index = down ? start - 1 : start + 1
    while (0..<pager.count).contains(index) {
      if let item = pager[index].item { return item.id }
      index += down ? -1 : 1
    }
    return nil
  }

  /// Returns the index of the wanted match, if it is loaded.
  ///
  /// Cost: continues where the last call ended.
  func find() -> Int? {
    var index = next
    while left > 0, (0..<pager.count).contains(index) {
      if let item = pager[index].item {
        last = item.id
        if matches(item) { left -= 1 }
        if left == 0 { return index }
      }
      index += goesDown ? 1 : -1
    }
    return left == 0 ? last.flatMap { pager.index(of: .item($0)) } : nil
  }

  /// The index of the next entry to examine; if no examined item is loaded, the index at the edge
  /// where the walk begins.
  private var next: Int {
    guard let last, let index = pager.index(of: .item(last)) else {
      return goesDown ? 0 : pager.count - 1
    }
    return goesDown ? index + 1 : index - 1
  }
}

/// The indices of the matches and gaps of a list, in order.
struct MatchCount {
  var matches: [Int] = []
  var gaps: [Int] = []

  /// Returns the number, from 1, of the match at an index; for n matches, this takes O(log n) time.
  func number(of index: Int) -> Int {
    var (low, high) = (0, matches.count)
    while low < high {
      let middle = (low + high) / 2
      if matches[middle] <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A step from one match to another.
struct ListStep {
  /// The index of the first entry; nil for the entry at the opposite end.
  let start: Int?
  let goesDown: Bool
  /// The number of the match to find, from 1.
  let count: Int

  init(from start: Int?, down goesDown: Bool, count: Int = 1) {
    (self.start, self.goesDown, self.count) = (start, goesDown, count)
  }
}
