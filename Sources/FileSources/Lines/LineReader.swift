import ByteStores
import Bytes

/// A reader of the lines of a file in both directions.
///
/// It keeps no lines between two pages, and reads ahead only to the end of a chunk. Cost:
/// proportional to the number of bytes in the lines, rounded up to a chunk, and independent of the
/// size of the file.
struct LineReader: Sendable {
  let file: FileStore
  /// The size of the file in bytes, constant during the life of the reader.
  let size: Int
  let rule: PieceRule
  /// The rule that finds the borders of records; nil if the items are lines.
  let borders: (any BorderRule)?
  /// The object that joins the pieces of a long record into one item; nil if the pieces are the
  /// items.
  let longRecords: LongRecords?
  /// Whether a read fails if it would have to wait for a disk.
  let isCachedOnly: Bool

  /// Creates a reader of the items that a rule defines.
  init(file: FileStore, size: Int, rule: ItemRule, isCachedOnly: Bool = false) {
    (self.file, self.size, self.isCachedOnly) = (file, size, isCachedOnly)
    (self.rule, borders, longRecords) = (rule.pieces, rule.borders, rule.longRecords)
  }

  /// The size of the first read: enough for 50 lines of a log, at little more than the cost of a
  /// system call.
  static let leastChunk = 16 << 10
  /// The number of bytes after which a page ends, even if it has fewer lines than requested.
  static let mostBytes = 256 << 10
  /// The assumed length of a line, greater than that of most log lines.
  static let usualLine = 128

  /// Returns `count` lines from the start of the line at an offset, or fewer at the end of the file
  /// or if the lines are long.
  func lines(from offset: Int, count: Int) throws(FileError) -> LineRun {
    let run = try pieces(from: offset, count: count)
    return if let longRecords { try longRecords.joined(run, count: count, in: self) } else { run }
  }

  /// Returns lines like `lines(from:count:)`, but with the pieces of a long record as separate
  /// items.
  func pieces(from offset: Int, count: Int) throws(FileError) -> LineRun {
    if let borders { return try records(from: offset, count: count, borders) }
    var chunk = firstChunk(for: count)
    var stretch = try stretch(offset - 1..<offset + chunk)
    let start = stretch.isLineStart(offset) ? offset : try pieceBoundary(at: offset)
    if start < offset { stretch = try self.stretch(start - 1..<start + chunk) }
    let limit = start + Self.mostBytes
    var run = LineRun(at: start)
    while true {
      let missing = count - run.lines.count
      let found = stretch.boundaries(from: run.end, count: missing, limit: limit)
      run.append(stretch.lines(between: found, edition: file.edition))
      guard run.lines.count < count, run.end < min(size, limit) else { return run }
      chunk = nextChunk(after: chunk)
      stretch = try self.stretch(run.end - 1..<run.end + chunk)
    }
  }

  /// Returns `count` lines before the line at an offset, in the order of the file, or fewer at the
  /// start of the file or if the lines are long.
  func lines(before offset: Int, count: Int) throws(FileError) -> LineRun {
    guard let longRecords else { return try pieces(before: offset, count: count) }
    // An offset within a long record stands for the start of the record.
    let end = try isWithinRecord(offset) ? boundary(at: offset) : offset
    return try longRecords.joined(pieces(before: end, count: count), in: self)
  }

  /// Returns lines like `lines(before:count:)`, but with the pieces of a long record as separate
  /// items.
  func pieces(before offset: Int, count: Int) throws(FileError) -> LineRun {
    if let borders { return try records(before: offset, count: count, borders) }
    let chunk = firstChunk(for: count)
    let stretch = try stretch(offset - chunk..<offset + PieceRule.lookAhead)
    guard stretch.isLineStart(offset) else {
      return try lines(endingAt: pieceBoundary(at: offset), count: count)
    }
    return try lines(endingAt: offset, count: count, startingWith: stretch)
  }

  /// The last lines of the file, including a last one without a line end.
  func lastLines(count: Int) throws(FileError) -> LineRun {
    let run =
      if let borders {
        try records(before: nil, count: count, borders)
      } else {
        try lines(endingAt: size, count: count)
      }
    return if let longRecords { try longRecords.joined(run, in: self) } else { run }
  }

  private func lines(
    endingAt end: Int, count: Int, startingWith first: FileStretch? = nil
  ) throws(FileError) -> LineRun {
    let limit = max(file.start, end - Self.mostBytes)
    var run = LineRun(at: end)
    var chunk = firstChunk(for: count)
    var next = first
    while run.lines.count < count, run.start > limit {
      let around = run.start - chunk..<run.start + PieceRule.lookAhead
      let stretch = if let next { next } else { try stretch(around) }
      let missing = count - run.lines.count
      let found = stretch.boundaries(downFrom: run.start, count: missing, limit: limit)
      run.prepend(stretch.lines(between: found, edition: file.edition))
      (chunk, next) = (nextChunk(after: chunk), nil)
    }
    return run
  }

  /// The start of the line or piece at an offset; the end of the file counts as part of a last line
  /// that has no line end.
  ///
  /// Cost: a read of a few KiB, or of several piece sizes if the line is long.
  func boundary(at offset: Int) throws(FileError) -> Int {
    let start = try pieceBoundary(at: offset)
    guard let longRecords, try isWithinRecord(start) else { return start }
    return try longRecords.start(around: start, in: self)
  }

  private func pieceBoundary(at offset: Int) throws(FileError) -> Int {
    // A border that has been returned stays a border until it is proved wrong, even if it was only
    // a guess.
    if let borders {
      let border = try recordBorder(at: offset, borders)
      borders.known.note(border, edition: file.edition)
      return border.offset
    }
    return try lineBoundary(at: offset)
  }

  /// Whether the piece at an offset continues a record.
  private func isWithinRecord(_ piece: Int) throws(FileError) -> Bool {
    guard piece > file.start, piece < size else { return false }
    if let borders { return try recordBorder(at: piece, borders).kind != .record }
    return try file.whole(piece - 1..<piece, cachedOnly: isCachedOnly) != [.lineFeed]
  }

  /// Whether an item may be several lines, or a part of a line.
  var hasRecords: Bool { borders != nil }

  /// The start of the line at an offset, independent of records.
  func lineBoundary(at offset: Int) throws(FileError) -> Int {
    let inside = min(offset, size - 1)
    for chunk in [4 << 10, rule.reach + rule.size] where inside >= 0 {
      let stretch = try stretch(inside - chunk..<inside + 1 + PieceRule.lookAhead)
      if offset == size, stretch.isLineStart(offset) { return offset }
      if let found = stretch.boundary(at: inside) { return found }
    }
    return file.start
  }

  func firstChunk(for count: Int) -> Int {
    let wanted = min(count, Self.mostBytes / Self.usualLine) * Self.usualLine
    return max(wanted, Self.leastChunk)
  }

  /// The size of the next chunk.
  ///
  /// The second chunk and all later ones can hold any piece, so that each read makes progress; the
  /// chunks grow until they can hold any record that is not too long.
  func nextChunk(after chunk: Int) -> Int {
    let most = max(Self.mostBytes, borders?.mostOfRecord(rule) ?? 0)
    return max(min(chunk * 2, most), rule.reach + rule.size)
  }

  /// Reads the part of a range that is within the file.
  func stretch(_ range: Range<Int>) throws(FileError) -> FileStretch {
    // The byte before the first line is included, because it shows that a line begins there.
    let range = range.clamped(to: min(size, max(0, file.start - 1))..<size)
    return FileStretch(
      start: range.lowerBound, bytes: try file.whole(range, cachedOnly: isCachedOnly),
      fileSize: size, rule: rule, textStart: file.start)
  }
}

/// Consecutive lines, with their range in the file.
struct LineRun: Sendable {
  private(set) var lines: [TextLine]
  /// The offset of the first byte.
  private(set) var start: Int
  /// The offset after the last byte.
  private(set) var end: Int

  /// Creates an empty run at an offset.
  init(at offset: Int) {
    (lines, start, end) = ([], offset, offset)
  }

  mutating func append(_ more: [TextLine]) {
    if lines.isEmpty { lines = more } else { lines += more }
    for line in more.suffix(1) { end = line.endOffset }
  }

  mutating func prepend(_ more: [TextLine]) {
    lines = lines.isEmpty ? more : more + lines
    for line in more.prefix(1) { start = line.id.bytes }
  }
}
