import ByteStores

/// Looks for matching lines in stretches of a file, on one thread, with memory of its own.
struct StretchSearch: ~Copyable {
  private let file: FileStore
  private let end: Int
  private let matcher: any LineMatcher
  private let unit: MatchUnit
  private let memory: UnsafeMutableRawBufferPointer

  /// - Parameters:
  ///   - end: where the file ends for this.
  ///   - blockSize: bytes searched at a time; a longer line comes in pieces.
  init(_ file: FileStore, end: Int, _ pattern: any LinePattern, blockSize: Int) {
    (self.file, self.end) = (file, end)
    (matcher, unit) = (pattern.makeMatcher(), pattern.unit)
    memory = .allocate(byteCount: blockSize, alignment: 64)
  }

  deinit { memory.deallocate() }

  /// Whether some line was given up, because matching it took too long.
  var hasGivenUp: Bool { matcher.hasGivenUp }

  /// How many of the lines match that begin in a range, and whether that stays so as the file grows.
  ///
  /// - Throws: if the task is cancelled, or what the system says.
  func count(in range: Range<Int>) throws(FileError) -> (count: Int, isFinal: Bool) {
    var (count, longLineCounts) = (0, false)
    let isFinal = try forEachBlock(of: range) { block in
      let found = matcher.countMatches(in: block.bytes)
      // A line that comes in pieces counts once.
      count += block.goesOn && longLineCounts ? 0 : found
      longLineCounts = found > 0 || block.goesOn && longLineCounts
      return true
    }
    return (count, isFinal)
  }

  /// Where the first match begins of the line that matches as the so-manieth, of those that begin in a range;
  /// with how many match up to there, or in all where these are fewer.
  ///
  /// - Parameter anywhere: whether the range may begin in the middle of a line, whose rest counts.
  /// - Throws: if the task is cancelled, or what the system says.
  func match(
    _ number: Int, in range: Range<Int>, anywhere: Bool = false
  ) throws(FileError) -> (offset: Int?, passed: Int) {
    var (match, passed, longLineCounts): (Int?, Int, Bool) = (nil, 0, false)
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

  /// Where the first match begins of the last matching line of a range.
  ///
  /// - Throws: if the task is cancelled, or what the system says.
  func last(in range: Range<Int>) throws(FileError) -> Int? {
    var match: Int?
    try forEachBlock(of: range) { block in
      match = matcher.lastMatch(in: block.bytes).map { block.offset + $0 } ?? match
      return true
    }
    return match
  }

  /// Where the first lines begin that match, of those that begin in a range, in the order of the file.
  ///
  /// - Throws: if the task is cancelled, or what the system says.
  func lineStarts(in range: Range<Int>, atMost count: Int) throws(FileError) -> [Int] {
    var (starts, open): ([Int], Int?) = ([], nil)
    try forEachBlock(of: range) { block in
      var rest = 0
      while starts.count < count, let found = matcher.firstMatch(in: block.bytes, from: rest) {
        let item = unit.item(around: found, from: rest, in: block.bytes)
        let isOpen = item.lowerBound == 0 && block.goesOn
        let start = isOpen ? open ?? block.offset : block.offset + item.lowerBound
        if starts.last != start { starts.append(start) }
        rest = item.upperBound
      }
      let last = block.bytes.lastLineFeed(in: 0..<block.bytes.count).map { $0 + 1 } ?? 0
      open = last == 0 && block.goesOn ? open : block.offset + last
      return starts.count < count
    }
    return starts
  }

  /// Says whether all lines of the range have ended.
  @discardableResult
  private func forEachBlock(
    of range: Range<Int>, _ anywhere: Bool = false, _ take: (LineBlocks.Block) -> Bool
  ) throws(FileError) -> Bool {
    var blocks = LineBlocks(file, range, end: end, unit, beginsAnywhere: anywhere)
    while let block = try blocks.next(in: memory) {
      guard take(block) else { return false }
      if Task.isCancelled { throw .cancelled }
    }
    return blocks.isFinished
  }
}

extension LineMatcher {
  /// The first match of the lines from a line's start on.
  fileprivate func firstMatch(in lines: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start < lines.count else { return nil }
    return firstMatch(in: UnsafeRawBufferPointer(rebasing: lines[start...])).map { start + $0 }
  }
}
