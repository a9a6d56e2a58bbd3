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
  private(set) var hasGivenUp = false

  private struct Test {
    let isNegated: Bool
    let texts: Matcher?
    let field: (condition: RecordCondition, values: ValueMatcher)?

    init(_ part: FilterPart) {
      isNegated = part.isNegated != part.pattern.isNegated
      texts = part.pattern.plain.map { Matcher($0) }
      field = part.pattern.condition.map { ($0, ValueMatcher($0.value)) }
    }
  }

  init(_ parts: [FilterPart], of feed: Source) {
    self.feed = feed
    tests = parts.map(Test.init)
  }

  /// Whether an item meets all of it.
  ///
  /// Cost: the bytes of its texts.
  func matches(_ item: Source.Item) -> Bool {
    tests.allSatisfy { isMet($0, by: item) != $0.isNegated }
  }

  private func isMet(_ test: Test, by item: Source.Item) -> Bool {
    if let matcher = test.texts { return feed.texts(of: item).contains { isMatch($0, matcher) } }
    guard let (condition, values) = test.field, let record = feed.record(of: item),
      let value = condition.column.value(in: record, condition.reading)
    else { return false }
    return values.matches(value)
  }

  private func isMatch(_ text: ArraySlice<UInt8>, _ matcher: Matcher) -> Bool {
    // An empty text is a line for a pattern only with its end.
    let line = text.isEmpty ? [UInt8(ascii: "\n")] : text
    do {
      return try line.withUnsafeBytes { try matcher.firstMatch(in: $0, from: 0) != nil }
    } catch {
      hasGivenUp = true
      return false
    }
  }
}
