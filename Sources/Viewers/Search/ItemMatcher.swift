import Feeds
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
    tests.contains { $0.texts?.hasGivenUp ?? $0.field?.values.hasGivenUp ?? false }
  }

  private struct Test {
    let isNegated: Bool
    let texts: PatternTest?
    let field: (condition: RecordCondition, values: ValueMatcher)?

    init(_ part: FilterPart) {
      isNegated = part.isNegated != part.pattern.isNegated
      texts = part.pattern.plain.map { PatternTest($0) }
      field = part.pattern.condition.map { ($0, ValueMatcher($0.value)) }
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
    guard let (condition, values) = test.field, let record = reading.record,
      let value = condition.column.value(in: record, condition.reading)
    else { return false }
    return values.matches(value)
  }
}
