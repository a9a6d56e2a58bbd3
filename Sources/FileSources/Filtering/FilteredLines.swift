import Bytes
import ByteStores

/// The lines of a file that meet conditions, with lines of context around them, in both directions.
///
/// The lines near a position are searched here, one window at a time; the next match beyond the
/// window is found by a `LineSearch`, which uses several threads and skips stretches that it has
/// searched before.
struct FilteredLines: Sendable {
  /// The lines of a page, and the state of the search around them.
  struct Run {
    var lines: [TextLine] = []
    /// The offset from which the page was requested.
    let offset: Int
    /// Whether a forward search has reached the end of the file, or a backward search its start.
    var isLast = false
  }

  let reader: LineReader
  let search: LineSearch
  /// The number of lines of context before and after each matching line.
  let context: Int

  /// The number of bytes that are searched before the `LineSearch` takes over.
  let window: Int

  /// The usual number of bytes to search, which is enough for a page unless matches are rare.
  static let usualWindow = 256 << 10
  /// The maximum length of a line that is searched as a whole.
  static func blockSize(of window: Int) -> Int { 4 * window }

  private var file: FileStore { reader.file }
  private var size: Int { reader.size }
  /// The unit to which the conditions apply; if it meets them, all its lines are shown.
  private var unit: MatchUnit { search.pattern.unit }

  // MARK: Forward

  /// Returns `count` lines from an offset on, or fewer at the end of the file or if the lines are
  /// long.
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

  /// The first matching line that begins at or after an offset.
  private func firstLine(behind offset: Int) async throws(FileError) -> Int? {
    let start = try itemEnd(at: min(offset, size) - 1)
    guard start < size, let match = try await search.next(from: start), match < size else {
      return nil
    }
    return try itemStart(at: match)
  }

  /// Appends the lines of a range, and returns the end of the last one.
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

  // MARK: Backward

  /// Returns `count` lines before the line at an offset, or the last lines of the file, in the
  /// order of the file.
  ///
  /// Fewer lines are returned at the start of the file, or if the lines are long.
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

  /// The last matching line that begins before an offset.
  private func lastLine(before offset: Int) async throws(FileError) -> Int? {
    let end = try itemEnd(at: offset - 1)
    return try await search.previous(before: end).map { match throws(FileError) in
      try itemStart(at: match)
    }
  }

  /// The offset up to which lines are searched for a page before an offset: a match in the lines
  /// after the page, or in the rest of an entry, may cause lines of the page to be shown.
  private func lowest(behind offset: Int) throws(FileError) -> Int {
    if unit.hasEntries, offset > file.start { return try itemEnd(at: offset - 1, on: context) }
    return context == 0 ? offset : try itemEnd(at: offset, on: context)
  }

  private func prepend(_ range: Range<Int>, to run: inout Run, count: Int) throws(FileError) {
    // The borders of records are found by reading forward, so a short range is read from its start.
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

  // MARK: Both directions

  private func lineStarts(
    in range: Range<Int>, atMost count: Int
  ) throws(FileError) -> [Int] {
    try StretchSearch(
      file, end: size, search.pattern, blockSize: Self.blockSize(of: window), probes: search.probes
    )
    .lineStarts(in: range, atMost: count)
  }

  /// The ranges of matching lines with their context, merged if they overlap or are adjacent.
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

/// The items of a filtered text: lines, records, or log entries.
extension FilteredLines {
  /// Whether the item at an offset is shown: it meets the conditions itself, or is context of an
  /// item that does.
  func shows(_ offset: Int) throws(FileError) -> Bool {
    let around = try itemStart(at: offset, back: context)..<itemEnd(at: offset, on: context)
    return try !lineStarts(in: around, atMost: 1).isEmpty
  }

  private func itemStarts(of lines: [Int]) throws(FileError) -> [Int] {
    // If the unit is an entry, the search itself returns the starts of entries.
    unit.hasEntries ? lines : try reader.itemStarts(of: lines)
  }

  /// The start of the item at an offset or, if `count` is n, of the nth item before it; if the
  /// items are log entries, n is a number of lines.
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
  /// The end of the last line.
  var end: Int? { lines.last.map { $0.endOffset } }

  /// Whether the page has enough lines, or as many bytes as a page may have.
  fileprivate func isFull(_ count: Int) -> Bool {
    lines.count >= count || lines.reduce(0) { $0 + $1.raw.count } >= LineReader.mostBytes
  }
}

/// The starts and ends of lines that are a number of lines away from an offset.
extension LineReader {
  /// The size of the first read, and of the largest one, in bytes.
  private static var chunks: (least: Int, most: Int) { (4 << 10, 256 << 10) }

  /// The start of the line at an offset or, if `lines` is n, of the nth line before it; at least
  /// `lowest`.
  ///
  /// Cost: reads the bytes from that start to the offset.
  func lineStart(at offset: Int, back lines: Int = 0, from lowest: Int = 0) throws(FileError) -> Int
  {
    let lowest = max(lowest, file.start)
    var (end, left, chunk) = (offset, lines, Self.chunks.least)
    while end > lowest {
      let start = max(lowest, end - chunk)
      let bytes = try file.whole(start..<end)
      var rest = bytes.count
      while let feed = bytes.withUnsafeBytes({ $0.lastIndex(of: .lineFeed, in: 0..<rest) }) {
        if left == 0 { return start + feed + 1 }
        (left, rest) = (left - 1, feed)
      }
      (end, chunk) = (start, min(chunk * 2, Self.chunks.most))
    }
    return lowest
  }

  /// The end of the line at an offset or, if `lines` is n, of the nth line after it.
  ///
  /// Cost: reads the bytes from the offset to that end.
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

extension LineReader {
  /// The offset from which a search continues when the file has grown: the end of the searched
  /// lines or, for log entries, the start of the last entry; nil if that offset is not certain.
  ///
  /// It is nil unless the lines end with a line feed: an incomplete long line is searched again
  /// from its start, because a match may extend over several of its pieces.
  ///
  /// - Throws: an error if a system call fails.
  func restart(of unit: MatchUnit) throws(FileError) -> Int? {
    guard unit.values == nil, unit.elements == nil, size > file.start,
      try file.whole(size - 1..<size) == [.lineFeed]
    else { return nil }
    return try unit.hasEntries ? entryStart(ofLineAt: size, unit) : size
  }
}

// MARK: Records

/// The mapping from matching lines to their records.
extension LineReader {
  /// The starts of the items that contain the given lines, in the order of the file, without
  /// duplicates.
  ///
  /// Cost: one read of 16 KiB for each group of neighboring lines.
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

  /// The start of the item at an offset or, if `count` is n, of the nth item before it.
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

  /// The end of the item at an offset or, if `count` is n, of the nth item after it.
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

  /// The start of the last record after an offset if that record is incomplete; nil if it is
  /// complete, if the text after the offset has no quotes, or if the text has no records with
  /// quotes.
  ///
  /// Cost: reads the bytes from the offset to the end, or as many as an open quote may reach back.
  func openRecord(from offset: Int) throws(FileError) -> Int? {
    guard let values = borders as? CSVBorders else { return nil }
    let first = max(offset, size - values.mostOfRecord(rule))
    let start = try recordStart(from: first, upTo: size, values)
    guard start < size else { return nil }
    return try file.whole(start..<size).withUnsafeBytes { bytes in
      guard bytes.firstIndex(of: .quote, in: 0..<bytes.count) != nil else { return nil }
      var index = 0
      while index < bytes.count {
        let end = values.reader.recordEnd(from: index, in: bytes, isComplete: false)?.end
        guard let end else { return start + index }
        index = end
      }
      return nil
    }
  }
}
