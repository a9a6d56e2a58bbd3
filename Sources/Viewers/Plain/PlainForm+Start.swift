import Feeds
import Paging

/// The starting position of a list without a screen: `+N` or `+G`.
extension PlainForm {
  /// Writes items from the starting position on.
  ///
  /// A pattern as the starting position is ignored here, as it is for a text. This happens if the
  /// output is not a terminal; with `--plain`, the command line refuses a pattern.
  ///
  /// - Parameters:
  ///   - most: the maximum number of items to load from the starting position on; ignored if the
  ///     position is the end.
  ///   - isWanted: returns whether an item is written.
  ///   - lines: returns the lines of an item, including their ends.
  func write<Source: Feed>(
    _ pager: Pager<Source.Item, Source.Cursor>, of feed: Source, fromStartAtMost most: Int,
    where isWanted: @escaping (Source.Item) throws -> Bool,
    lines: @escaping (Source.Item) throws -> [UInt8]
  ) throws(Failure) {
    switch options.start {
    case .end:
      let count = options.limit ?? pager.configuration.pageSize
      try write(last: count, of: feed, pager, where: isWanted, lines: lines)
    case .item(let number), .line(let number):
      // Items are counted by loading them, because few sources can be opened at an item.
      let (sum, overflow) = most.addingReportingOverflow(number - 1)
      let left = Countdown(number - 1)
      try write(
        pager, atMost: overflow ? .max : sum, where: { try left.isOver() && isWanted($0) },
        lines: lines)
    case .match, nil:
      try write(pager, atMost: most, where: isWanted, lines: lines)
    }
  }

  /// Writes the last items; loads all items, unless the command line has no filter and the source
  /// can be opened at its end.
  private func write<Source: Feed>(
    last count: Int, of feed: Source, _ pager: Pager<Source.Item, Source.Cursor>,
    where isWanted: @escaping (Source.Item) throws -> Bool,
    lines: @escaping (Source.Item) throws -> [UInt8]
  ) throws(Failure) {
    let last = LastItems<Source.Item>(count)
    if options.filters.isEmpty, count > 0, feed.source.traits.opensAtEnd {
      try Self.wait { last.items = try await Self.lastItems(of: feed, count) }
    } else {
      try write(
        pager,
        where: {
          if try isWanted($0) { last.append($0) }
          return false
        }, lines: lines)
    }
    found.note(last.items.count)
    try Self.wait {
      for item in last.items {
        guard try lines(item).withUnsafeBytes(StandardOutput.write) else { return }
      }
    }
  }

  /// Loads the last items of a source that can be opened at its end.
  private static func lastItems<Source: Feed>(
    of feed: Source, _ count: Int
  ) async throws -> [Source.Item] {
    let source = feed.source
    var items: [Source.Item] = []
    var position = PageRequest<Source.Cursor>.Position.end
    while items.count < count {
      let page = try await source.load(
        PageRequest(reason: .refresh, position: position, count: count - items.count))
      items = page.items + items
      guard case .more(let cursor) = page.before else { break }
      position = .before(cursor)
    }
    return items.suffix(count)
  }
}

/// The number of items that are still to be skipped.
private final class Countdown {
  private var left: Int

  init(_ count: Int) { left = count }

  /// Counts an item; returns false while items are skipped.
  func isOver() -> Bool {
    guard left > 0 else { return true }
    left -= 1
    return false
  }
}

/// The last of the appended items.
private final class LastItems<Item> {
  private let limit: Int
  private var all: [Item] = []

  init(_ limit: Int) { self.limit = limit }

  var items: [Item] {
    get { all.suffix(limit) }
    set { all = newValue }
  }

  /// Appends an item, and drops the oldest ones from time to time.
  func append(_ item: Item) {
    all.append(item)
    if all.count / 2 > limit { all = items }
  }
}
