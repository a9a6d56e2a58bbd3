import Feeds
import Paging
import Records
import Search

/// Says which items of a feed meet all that a reader asks; one for each thread, because matching a pattern
/// needs memory that threads cannot share.
///
/// A pattern is looked for in each text that is shown of an item, so that `^` is the start of a name or of a
/// value; a condition in the item's field.
nonisolated final class ItemMatcher<Source: Feed> {
  private let feed: Source
  private let tests: [Test]
  /// Whether a text was given up, because matching it took too long.
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

  /// What is read of an item, once for all tests.
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

  /// Whether an item meets all of it.
  ///
  /// Cost: the bytes of its texts.
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

/// The way from item to item of what a list holds, towards an edge, until enough have matched; it goes on
/// where it was when more is held.
final class ItemWalk<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  private let pager: Pager<Item, Cursor>
  private let goesDown: Bool
  private let matches: (Item) -> Bool
  /// How many matches are still to be found.
  private var left: Int
  private var last: Item.ID?

  /// - Parameters:
  ///   - start: the index of the first entry that is looked at; nil for the one at the other edge.
  ///   - count: which of the matches is wanted, from 1.
  init(
    _ pager: Pager<Item, Cursor>, from start: Int?, down goesDown: Bool, count: Int,
    matches: @escaping (Item) -> Bool
  ) {
    (self.pager, self.goesDown) = (pager, goesDown)
    (left, self.matches) = (max(1, count), matches)
    last = start.flatMap { Self.item(before: $0, down: goesDown, in: pager) }
  }

  /// The item that is passed before an entry; entries have other indices later.
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

  /// The index of the wanted match, if it is held.
  ///
  /// Cost: the items that came since the last call.
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

  /// What was looked at last may be dropped by now: all that is held comes after it.
  private var next: Int {
    guard let last, let index = pager.index(of: .item(last)) else {
      return goesDown ? 0 : pager.count - 1
    }
    return goesDown ? index + 1 : index - 1
  }
}

/// Where the matches and the gaps of a list are, in order.
struct MatchCount {
  var matches: [Int] = []
  var gaps: [Int] = []

  /// Which of the matches stands at an index, from 1; costs O(log matches).
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
  /// The index of the first entry that is looked at; nil for the one at the other end.
  let start: Int?
  let goesDown: Bool
  /// Which of the matches, from 1.
  let count: Int

  init(from start: Int?, down goesDown: Bool, count: Int = 1) {
    (self.start, self.goesDown, self.count) = (start, goesDown, count)
  }
}
