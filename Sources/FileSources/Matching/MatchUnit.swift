/// What matches as one in memory: a line, or a record of comma-separated values with all of its lines.
public struct MatchUnit: Sendable {
  /// Each line by itself.
  public static let line = MatchUnit(rule: ItemRule(.lines))

  let rule: ItemRule

  /// What tells records apart; nil where lines match.
  var borders: CSVBorders? { rule.borders as? CSVBorders }

  /// Where the item ends that begins at an index of some memory: behind its line feed, or with the memory.
  ///
  /// Cost: the bytes of the item.
  public func end(ofItemAt start: Int, in lines: UnsafeRawBufferPointer) -> Int {
    knownEnd(ofItemAt: start, in: lines) ?? lines.count
  }

  /// The same; nil where the item may go on behind the memory.
  func knownEnd(ofItemAt start: Int, in lines: UnsafeRawBufferPointer) -> Int? {
    let feed = lines.firstLineFeed(in: start..<lines.count)
    guard let borders, lines.firstQuote(in: start..<(feed ?? lines.count)) != nil else {
      return feed.map { $0 + 1 }
    }
    return borders.reader.recordEnd(from: start, in: lines, isComplete: false)
  }

  /// The item that an index is in, which is not before another one's start; nothing behind the last line feed.
  ///
  /// Cost: the bytes between.
  func item(around index: Int, from start: Int, in lines: UnsafeRawBufferPointer) -> Range<Int> {
    // Without quotes between, each line feed ends an item.
    let quote = borders.flatMap { _ in lines.firstQuote(in: start..<index) } ?? index
    var first = lines.lastLineFeed(in: start..<quote).map { $0 + 1 } ?? start
    while first < lines.count {
      let end = end(ofItemAt: first, in: lines)
      if index < end || end == lines.count && lines[end - 1] != .lineFeed { return first..<end }
      first = end
    }
    return first..<first
  }
}

extension TextFileSource {
  /// What matches as one in its bytes, by what its items are now.
  public var matchUnit: MatchUnit { MatchUnit(rule: current.rule) }
}
