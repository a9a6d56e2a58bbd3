import Bytes
import ByteStores

/// The lines of a file that meet some conditions, with lines around them, in both directions.
///
/// What is near is searched here, a window at a time; the next match that is not near is left to a
/// `LineSearch`, which has more than one thread and passes over what it has searched before.
struct FilteredLines: Sendable {
  /// Lines of a page, and what is known of the file around them.
  struct Run {
    var lines: [TextLine] = []
    /// Where the page was asked for from.
    let offset: Int
    /// Whether the file was searched to its end on that side.
    var isLast = false
  }

  let reader: LineReader
  let search: LineSearch
  /// How many lines are shown before and behind each that matches.
  let context: Int

  /// Bytes that are searched before others are asked to.
  let window: Int

  /// A page of all but rare matches.
  static let usualWindow = 256 << 10
  /// What a line must be longer than to be searched in pieces, near or far.
  static func blockSize(of window: Int) -> Int { 4 * window }

  private var file: FileStore { reader.file }
  private var size: Int { reader.size }
  /// What meets the conditions, of which all lines are shown.
  private var unit: MatchUnit { search.pattern.unit }

  // MARK: Towards the end

  /// `count` lines from an offset on; fewer at the end, and where they are long.
  func lines(from offset: Int, count: Int) async throws(FileError) -> Run {
    let start = try reader.boundary(at: offset)
    var run = Run(offset: start)
    var cursor = start
    var next = try itemStart(at: start, back: context)
    while next < size, !run.isFull(count) {
      var starts = try lineStarts(in: next..<min(size, next + window), atMost: count)
      if starts.isEmpty { starts = try await firstLine(behind: next + window).map { [$0] } ?? [] }
      guard let last = starts.last else { break }
      starts = try itemStarts(of: starts)
      for range in try ranges(around: starts, from: cursor) where !run.isFull(count) {
        cursor = try append(range, to: &run, count: count)
      }
      next = try itemEnd(at: last)
    }
    run.isLast = !run.isFull(count) || run.end ?? start >= size
    return run
  }

  /// The first line that matches of those that begin behind an offset.
  private func firstLine(behind offset: Int) async throws(FileError) -> Int? {
    let start = try itemEnd(at: min(offset, size) - 1)
    guard start < size, let match = try await search.next(from: start), match < size else {
      return nil
    }
    return try itemStart(at: match)
  }

  /// Adds lines of a range; returns where the last of them ends.
  private func append(
    _ range: Range<Int>, to run: inout Run, count: Int
  ) throws(FileError) -> Int {
    var cursor = range.lowerBound
    while cursor < range.upperBound, !run.isFull(count) {
      let wanted = min(
        count - run.lines.count, 1 + (range.upperBound - cursor) / LineReader.usualLine)
      let lines = try reader.lines(from: cursor, count: wanted).lines
        .prefix { $0.id.bytes < range.upperBound }
      guard let last = lines.last else { break }
      run.lines += lines
      cursor = last.endOffset
    }
    return cursor
  }

  // MARK: Towards the start

  /// `count` lines before the one that an offset is in, or the last ones, in the order of the file; fewer at
  /// the start, and where they are long.
  func lines(before end: Int?, count: Int) async throws(FileError) -> Run {
    let offset = try end.map { end throws(FileError) in try reader.boundary(at: end) } ?? size
    var low = try lowest(behind: offset)
    var starts: [Int] = []
    let enough = count + context + 1
    while low > file.start, starts.count < enough {
      let window = max(file.start, low - window)..<low
      let found = try itemStarts(of: lineStarts(in: window, atMost: .max))
      (starts, low) = (found.suffix(enough) + starts, window.lowerBound)
      guard found.isEmpty, low > file.start else { continue }
      guard let match = try await lastLine(before: low) else {
        low = file.start
        break
      }
      (starts, low) = (try itemStarts(of: [match]) + starts, match)
    }
    let isAll = low <= file.start && starts.count < enough
    let ranges = try ranges(
      around: starts, from: isAll ? file.start : starts.first ?? low, upTo: offset)
    var run = Run(offset: offset)
    for range in ranges.reversed() where !run.isFull(count) {
      try prepend(range, to: &run, count: count)
    }
    run.isLast = isAll && run.lines.first?.id.bytes ?? 0 <= ranges.first?.lowerBound ?? .max
    return run
  }

  /// The last line that matches of those that begin before an offset.
  private func lastLine(before offset: Int) async throws(FileError) -> Int? {
    let end = try itemEnd(at: offset - 1)
    return try await search.previous(before: end).map { match throws(FileError) in
      try itemStart(at: match)
    }
  }

  /// Before what lines match that may be shown before an offset: those behind it may have lines around them there, and
  /// those of an entry that it is in.
  private func lowest(behind offset: Int) throws(FileError) -> Int {
    if unit.hasEntries, offset > file.start { return try itemEnd(at: offset - 1, on: context) }
    return context == 0 ? offset : try itemEnd(at: offset, on: context)
  }

  private func prepend(_ range: Range<Int>, to run: inout Run, count: Int) throws(FileError) {
    // Records are told apart towards the end.
    if reader.hasRecords, range.count <= LineReader.leastChunk {
      var part = Run(offset: range.lowerBound)
      _ = try append(range, to: &part, count: .max)
      run.lines = part.lines.suffix(count - run.lines.count) + run.lines
      return
    }
    var cursor = range.upperBound
    while cursor > range.lowerBound, !run.isFull(count) {
      let wanted = min(
        count - run.lines.count, 1 + (cursor - range.lowerBound) / LineReader.usualLine)
      let found =
        cursor == size
        ? try reader.lastLines(count: wanted) : try reader.lines(before: cursor, count: wanted)
      let lines = found.lines.drop { $0.id.bytes < range.lowerBound }
      guard let first = lines.first else { break }
      run.lines = lines + run.lines
      cursor = first.id.bytes
    }
  }

  // MARK: Both

  private func lineStarts(
    in range: Range<Int>, atMost count: Int
  ) throws(FileError) -> [Int] {
    try StretchSearch(file, end: size, search.pattern, blockSize: Self.blockSize(of: window))
      .lineStarts(in: range, atMost: count)
  }

  /// Lines that match with those around them, as ranges of bytes that do not meet.
  private func ranges(
    around starts: [Int], from lower: Int, upTo upper: Int = .max
  ) throws(FileError) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for start in starts {
      let around = context == 0 ? start : try itemStart(at: start, back: context)
      let first = max(lower, around)
      let end = min(upper, try itemEnd(at: start, on: context))
      guard first < end else { continue }
      if let last = ranges.last, first <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, end)
      } else {
        ranges.append(first..<end)
      }
    }
    return ranges
  }
}

/// What is shown as one: a line, a record, or an entry of a log.
extension FilteredLines {
  /// Whether the line or record that an offset is in is shown: it meets the conditions, or one that is near it does.
  func shows(_ offset: Int) throws(FileError) -> Bool {
    let around = try itemStart(at: offset, back: context)..<itemEnd(at: offset, on: context)
    return try !lineStarts(in: around, atMost: 1).isEmpty
  }

  private func itemStarts(of lines: [Int]) throws(FileError) -> [Int] {
    // The search tells where entries begin.
    unit.hasEntries ? lines : try reader.itemStarts(of: lines)
  }

  /// Where what is shown as one begins that an offset is in, or a number of lines or records before.
  func itemStart(at offset: Int, back count: Int = 0) throws(FileError) -> Int {
    guard unit.hasEntries else { return try reader.itemStart(at: offset, back: count) }
    let start = try reader.entryStart(ofLineAt: reader.lineStart(at: offset), unit)
    return count == 0 ? start : try reader.lineStart(at: start, back: count)
  }

  private func itemEnd(at offset: Int, on count: Int = 0) throws(FileError) -> Int {
    guard unit.hasEntries else { return try reader.itemEnd(at: offset, on: count) }
    let end = try reader.entryEnd(around: offset, unit)
    return count == 0 || end >= size ? end : try reader.lineEnd(at: end, on: count - 1)
  }
}

extension FilteredLines.Run {
  /// Where its last line ends.
  var end: Int? { lines.last.map { $0.endOffset } }

  /// Whether a page holds no more.
  fileprivate func isFull(_ count: Int) -> Bool {
    lines.count >= count || lines.reduce(0) { $0 + $1.raw.count } >= LineReader.mostBytes
  }
}

/// Where lines begin and end that are a number of lines away.
extension LineReader {
  /// The first bytes that are looked at, and the most at a time.
  private static var chunks: (least: Int, most: Int) { (4 << 10, 256 << 10) }

  /// Where the line begins that an offset is in, or a number of lines before that one.
  ///
  /// Cost: a read of what lies between.
  func lineStart(at offset: Int, back lines: Int = 0) throws(FileError) -> Int {
    var (end, left, chunk) = (offset, lines, Self.chunks.least)
    while end > file.start {
      let start = max(file.start, end - chunk)
      let bytes = try file.whole(start..<end)
      var rest = bytes.count
      while let feed = bytes.withUnsafeBytes({ $0.lastIndex(of: .lineFeed, in: 0..<rest) }) {
        if left == 0 { return start + feed + 1 }
        (left, rest) = (left - 1, feed)
      }
      (end, chunk) = (start, min(chunk * 2, Self.chunks.most))
    }
    return file.start
  }

  /// Where the line ends that an offset is in, or a number of lines after that one.
  ///
  /// Cost: a read of what lies between.
  func lineEnd(at offset: Int, on lines: Int = 0) throws(FileError) -> Int {
    var (start, left, chunk) = (offset, lines, Self.chunks.least)
    while start < size {
      let end = min(size, start + chunk)
      let bytes = try file.whole(start..<end)
      var rest = 0
      while let feed = bytes.withUnsafeBytes({
        $0.firstIndex(of: .lineFeed, in: rest..<bytes.count)
      }) {
        if left == 0 { return start + feed + 1 }
        (left, rest) = (left - 1, feed + 1)
      }
      (start, chunk) = (end, min(chunk * 2, Self.chunks.most))
    }
    return size
  }
}

// MARK: Items

/// A line that matches is shown with the record that it is in.
extension LineReader {
  /// Where the items begin that some lines are in, in the order of the file; each once.
  ///
  /// Cost: a read of 16 KiB for those that are near each other.
  func itemStarts(of lines: [Int]) throws(FileError) -> [Int] {
    guard hasRecords else { return lines }
    var (starts, run): ([Int], LineRun?) = ([], nil)
    var next = 0
    for line in lines {
      if run?.end ?? line <= line { (run, next) = (try self.lines(from: line, count: 64), 0) }
      guard let items = run?.lines, !items.isEmpty else { continue }
      while next + 1 < items.count, items[next + 1].id.bytes <= line { next += 1 }
      let start = items[next].id.bytes
      if starts.last != start { starts.append(start) }
    }
    return starts
  }

  /// Where the item begins that an offset is in, or a number of items before that one.
  func itemStart(at offset: Int, back count: Int = 0) throws(FileError) -> Int {
    guard hasRecords else { return try lineStart(at: offset, back: count) }
    var (start, left) = (try boundary(at: offset), count)
    while left > 0, start > file.start {
      let run = try lines(before: start, count: left)
      guard run.start < start else { break }
      (start, left) = (run.start, left - run.lines.count)
    }
    return start
  }

  /// Where the item ends that an offset is in, or the one that is a number of items after it.
  func itemEnd(at offset: Int, on count: Int = 0) throws(FileError) -> Int {
    guard hasRecords else { return try lineEnd(at: offset, on: count) }
    var (end, left) = (offset, count + 1)
    while left > 0, end < size {
      let run = try lines(from: end, count: left)
      guard run.end > end else { break }
      (end, left) = (run.end, left - run.lines.count)
    }
    return end
  }
}
