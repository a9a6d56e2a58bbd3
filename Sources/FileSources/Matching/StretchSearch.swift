import ByteStores
import Bytes

/// A search of stretches of a file for matching lines, on one thread and with its own memory.
struct StretchSearch: ~Copyable {
  private let file: FileStore
  private let end: Int
  private let matcher: any LineMatcher
  private let unit: MatchUnit
  private let counting: LineSearch.Counting
  private let probes: TextProbes?
  private let memory: UnsafeMutableRawBufferPointer

  /// - Parameters:
  ///   - end: the end of the file for this search.
  ///   - blockSize: the number of bytes in a block; a longer line is searched in pieces.
  ///   - counting: the quantity that `count(in:before:)` counts.
  ///   - probes: the probes that find the parts of a decoded file that need not be searched.
  init(
    _ file: FileStore, end: Int, _ pattern: any LinePattern, blockSize: Int,
    counting: LineSearch.Counting = .lines, probes: TextProbes? = nil
  ) {
    self.probes = probes
    (self.file, self.end, self.counting) = (file, end, counting)
    (matcher, unit) = (pattern.makeMatcher(), pattern.unit)
    memory = .allocate(byteCount: blockSize, alignment: 64)
  }

  deinit { memory.deallocate() }

  /// Whether the search of a line was abandoned because it took too long.
  var hasGivenUp: Bool { matcher.hasGivenUp }

  /// The number of matching lines that begin in a range, or of their matches, and whether that
  /// number stays the same if the file grows.
  ///
  /// - Parameter place: the offset at which the last line is cut: only the matches before it are
  ///   counted.
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
  func count(
    in range: Range<Int>, before place: Int = .max
  ) throws(FileError) -> (count: Int, isFinal: Bool) {
    var (count, longLineCounts) = (0, false)
    if let elements = unit.elements {
      let isFinal = try forEachElement(of: range, elements) { _ in
        count += 1
        return true
      }
      return (count, isFinal)
    }
    let isFinal = try forEachBlock(of: range) { block in
      if counting == .matches {
        let bytes = block.unshared.prefix(max(0, place - block.offset))
        count += matcher.countAllMatches(in: UnsafeRawBufferPointer(rebasing: bytes))
        return true
      }
      let found = matcher.countMatches(in: block.bytes)
      // A line that is searched in pieces counts once.
      count += block.goesOn && longLineCounts ? 0 : found
      longLineCounts = found > 0 || block.goesOn && longLineCounts
      return true
    }
    return (count, isFinal)
  }

  /// The start of the first match in the nth matching line that begins in a range, and the number
  /// of matching lines up to that line, or in the whole range if there are fewer than n.
  ///
  /// - Parameter anywhere: whether the range may begin in the middle of a line, the rest of which
  ///   is searched.
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
  func match(
    _ number: Int, in range: Range<Int>, anywhere: Bool = false
  ) throws(FileError) -> (offset: Int?, passed: Int) {
    var (match, passed, longLineCounts): (Int?, Int, Bool) = (nil, 0, false)
    if let elements = unit.elements {
      try forEachElement(of: range, elements, anywhere) { found in
        (match, passed) = (found.match, passed + 1)
        return passed < number
      }
      return (passed == number ? match : nil, passed)
    }
    try forEachBlock(of: range, anywhere) { block in
      var rest = 0
      while passed < number, let found = matcher.firstMatch(in: block.bytes, from: rest) {
        let isCounted = rest == 0 && block.goesOn && longLineCounts
        longLineCounts = true
        if !isCounted { (match, passed) = (block.offset + found, passed + 1) }
        rest = unit.item(around: found, from: rest, in: block.bytes).upperBound
      }
      if !block.goesOn || rest > 0 { longLineCounts = rest == block.bytes.count && rest > 0 }
      return passed < number
    }
    return (passed == number ? match : nil, passed)
  }

  /// The start of the first match in the last matching line that begins in a range.
  ///
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
  func last(in range: Range<Int>) throws(FileError) -> Int? {
    var match: Int?
    if let elements = unit.elements {
      try forEachElement(of: range, elements) { found in
        match = found.match
        return true
      }
      return match
    }
    try forEachBlock(of: range) { block in
      match = matcher.lastMatch(in: block.bytes).map { block.offset + $0 } ?? match
      return true
    }
    return match
  }

  /// The offsets of the first matching lines that begin in a range, in the order of the file.
  ///
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
  func lineStarts(in range: Range<Int>, atMost count: Int) throws(FileError) -> [Int] {
    var (starts, open): ([Int], Int?) = ([], nil)
    if let elements = unit.elements {
      guard count > 0 else { return [] }
      try forEachElement(of: range, elements) { found in
        starts.append(found.start)
        return starts.count < count
      }
      return starts
    }
    try forEachBlock(of: range) { block in
      var rest = 0
      while starts.count < count, let found = matcher.firstMatch(in: block.bytes, from: rest) {
        let item = unit.item(around: found, from: rest, in: block.bytes)
        let isOpen = item.lowerBound == 0 && block.goesOn
        let start = isOpen ? open ?? block.offset : block.offset + item.lowerBound
        if starts.last != start { starts.append(start) }
        rest = item.upperBound
      }
      let last = block.bytes.lastIndex(of: .lineFeed, in: 0..<block.bytes.count).map { $0 + 1 } ?? 0
      open = last == 0 && block.goesOn ? open : block.offset + last
      return starts.count < count
    }
    return starts
  }

  /// The matching items that begin in a range, unchanged.
  ///
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
  func items(in range: Range<Int>) throws(FileError) -> MatchingItems {
    let reader = LineReader(file: file, size: end, rule: unit.rule)
    var (items, open): (MatchingItems, Int?) = (MatchingItems(), nil)
    try forEachBlock(of: range) { block in
      var rest = 0
      let goesOnBehind = block.bytes.last != .lineFeed && block.offset + block.bytes.count < end
      matcher.forEachMatch(in: block.bytes) { match in
        guard match >= rest else { return true }
        let item = unit.item(around: match, from: rest, in: block.bytes)
        rest = max(item.upperBound, match + 1)
        let isBegun = item.lowerBound == 0 && block.goesOn
        guard isBegun || goesOnBehind && item.upperBound == block.bytes.count else {
          items.append(UnsafeRawBufferPointer(rebasing: block.bytes[item]))
          return true
        }
        items.append(longFrom: isBegun ? open ?? block.offset : block.offset + item.lowerBound)
        return true
      }
      let last = block.bytes.lastIndex(of: .lineFeed, in: 0..<block.bytes.count).map { $0 + 1 } ?? 0
      open = last == 0 && block.goesOn ? open : block.offset + last
      return true
    }
    try items.endLongItems { [unit] start throws(FileError) in
      unit.hasEntries
        ? try reader.entryEnd(around: start, unit) : try reader.itemEnd(at: start)
    }
    return items
  }

  /// Visits the matching elements, and returns whether all elements of the range are complete.
  @discardableResult
  private func forEachElement(
    of range: Range<Int>, _ borders: ElementBorders, _ anywhere: Bool = false,
    _ take: (ElementSearch.Found) -> Bool
  ) throws(FileError) -> Bool {
    let reader = LineReader(file: file, size: end, rule: unit.rule)
    var search = try ElementSearch(matcher, range, reader, borders, beginsAnywhere: anywhere)
    try search.forEachMatch(in: memory, take)
    return search.isFinal
  }

  /// Visits the blocks; returns whether all lines of the range were visited and are complete.
  @discardableResult
  private func forEachBlock(
    of range: Range<Int>, _ anywhere: Bool = false, _ take: (FileLineBlocks.Block) -> Bool
  ) throws(FileError) -> Bool {
    if Task.isCancelled { throw .cancelled }
    if let isFinal = try isWithoutMatch(range) { return isFinal }
    var blocks = FileLineBlocks(
      file, range, end: end, unit, beginsAnywhere: anywhere, probes: probes)
    while let block = try blocks.next(in: memory) {
      guard withExtendedLifetime(block, { take(block) }) else { return false }
      if Task.isCancelled { throw .cancelled }
    }
    return blocks.isFinished
  }

  /// Whether the items that begin in a range of a decoded file are complete, provided that none of
  /// them has a match; nil if they must be searched.
  private func isWithoutMatch(_ range: Range<Int>) throws(FileError) -> Bool? {
    guard let probes, try isWithoutMatch(range, of: probes) else { return nil }
    guard range.upperBound < end else { return false }
    if try endsWithoutMatch(from: range.upperBound, of: probes) { return true }
    var behind = FileLineBlocks(file, range.upperBound..<end, end: end, unit)
    let next = try behind.start(in: memory)
    guard try isWithoutMatch(range.upperBound..<next, of: probes) else { return nil }
    return next < end
  }

  private func isWithoutMatch(
    _ range: Range<Int>, of probes: TextProbes
  ) throws(FileError) -> Bool {
    try file.possibleMatch(in: range, of: probes).isEmpty
  }

  /// Whether no match touches the text from an offset up to a place after the end of the last item
  /// that begins before the offset.
  ///
  /// It is false if the parts of a decoded file do not show this. It does not determine the exact
  /// end of the item, because that would require decoding.
  private func endsWithoutMatch(
    from offset: Int, of probes: TextProbes
  ) throws(FileError) -> Bool {
    // A line feed may be inside a record, but the lines of a log entry begin within its reach.
    guard unit.values == nil,
      let bound = file.lineEndBound(after: offset + (unit.entryReach ?? 0)), bound < end
    else { return false }
    return try isWithoutMatch(offset..<bound, of: probes)
  }
}

extension LineMatcher {
  /// The first match in the lines that begin at an index or after it.
  fileprivate func firstMatch(in lines: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start < lines.count else { return nil }
    return firstMatch(in: UnsafeRawBufferPointer(rebasing: lines[start...])).map { start + $0 }
  }
}
