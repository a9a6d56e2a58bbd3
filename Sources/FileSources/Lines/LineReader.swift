import ByteStores
import Bytes

/// Reads lines of a file in both directions, as many bytes at a time as they are likely to need.
///
/// Nothing is kept between two pages, and nothing is read ahead of what is asked but the rest of
/// a chunk. Cost: the bytes of the lines, rounded up to a chunk; never the size of the file.
struct LineReader: Sendable {
  let file: FileStore
  /// How long the file is, for as long as this reads.
  let size: Int
  let rule: PieceRule
  /// What tells records apart, where they are not lines.
  let borders: (any BorderRule)?
  /// What makes one item of the pieces of a long record; nil where they are items.
  let longRecords: LongRecords?
  /// Whether it fails where it would have to wait for a disk.
  let isCachedOnly: Bool

  /// Creates one that reads items as a rule tells them apart.
  init(file: FileStore, size: Int, rule: ItemRule, isCachedOnly: Bool = false) {
    (self.file, self.size, self.isCachedOnly) = (file, size, isCachedOnly)
    (self.rule, borders, longRecords) = (rule.pieces, rule.borders, rule.longRecords)
  }

  /// The first read: 50 lines of a log fit, and it costs little more than a call.
  static let leastChunk = 16 << 10
  /// What a page holds at most, so that one of a thousand long pieces takes no more either.
  static let mostBytes = 256 << 10
  /// What a line is taken for: more than most logs have.
  static let usualLine = 128

  /// `count` lines from the beginning of the one that an offset is in; fewer at the end, and where
  /// they are long.
  func lines(from offset: Int, count: Int) throws(FileError) -> LineRun {
    let run = try pieces(from: offset, count: count)
    return if let longRecords { try longRecords.joined(run, count: count, in: self) } else { run }
  }

  /// The same where a record that is longer than a piece comes as its pieces.
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

  /// `count` lines before the one that an offset is in, in the order of the file; fewer at the
  /// start, and where they are long.
  func lines(before offset: Int, count: Int) throws(FileError) -> LineRun {
    guard let longRecords else { return try pieces(before: offset, count: count) }
    // Of a long record that it is in, the beginning is meant.
    let end = try isWithinRecord(offset) ? boundary(at: offset) : offset
    return try longRecords.joined(pieces(before: end, count: count), in: self)
  }

  /// The same where a record that is longer than a piece comes as its pieces.
  func pieces(before offset: Int, count: Int) throws(FileError) -> LineRun {
    if let borders { return try records(before: offset, count: count, borders) }
    let chunk = firstChunk(for: count)
    let stretch = try stretch(offset - chunk..<offset + PieceRule.lookAhead)
    guard stretch.isLineStart(offset) else {
      return try lines(endingAt: pieceBoundary(at: offset), count: count)
    }
    return try lines(endingAt: offset, count: count, startingWith: stretch)
  }

  /// The last lines of the file, with one that has no line end.
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

  /// The beginning of the line or piece that an offset is in; the end of the file is in the last
  /// one if that has no line end.
  ///
  /// Cost: a read of a few KiB, and of some sizes of a piece where the line is long.
  func boundary(at offset: Int) throws(FileError) -> Int {
    let start = try pieceBoundary(at: offset)
    guard let longRecords, try isWithinRecord(start) else { return start }
    return try longRecords.start(around: start, in: self)
  }

  private func pieceBoundary(at offset: Int) throws(FileError) -> Int {
    // What is handed out stays a border, also where it was only likely.
    if let borders {
      let border = try recordBorder(at: offset, borders)
      borders.known.note(border, edition: file.edition)
      return border.offset
    }
    return try lineBoundary(at: offset)
  }

  /// Whether the piece that begins at an offset goes on with a record.
  private func isWithinRecord(_ piece: Int) throws(FileError) -> Bool {
    guard piece > file.start, piece < size else { return false }
    if let borders { return try recordBorder(at: piece, borders).kind != .record }
    return try file.whole(piece - 1..<piece, cachedOnly: isCachedOnly) != [.lineFeed]
  }

  /// Whether an item may be several lines, or a part of one.
  var hasRecords: Bool { borders != nil }

  /// The same of lines, whatever they belong to.
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

  /// From the second on a chunk holds any piece, so that each brings one; a later one any record that is no longer.
  func nextChunk(after chunk: Int) -> Int {
    let most = max(Self.mostBytes, borders?.mostOfRecord(rule) ?? 0)
    return max(min(chunk * 2, most), rule.reach + rule.size)
  }

  /// Reads what the file has of a range.
  func stretch(_ range: Range<Int>) throws(FileError) -> FileStretch {
    // The byte before the first line is still there, and says that a line begins.
    let range = range.clamped(to: min(size, max(0, file.start - 1))..<size)
    return FileStretch(
      start: range.lowerBound, bytes: try file.whole(range, cachedOnly: isCachedOnly),
      fileSize: size, rule: rule, textStart: file.start)
  }
}

/// Lines that follow each other, and where they stand.
struct LineRun: Sendable {
  private(set) var lines: [TextLine]
  /// The offset of the first byte.
  private(set) var start: Int
  /// The offset after the last byte.
  private(set) var end: Int

  /// Creates a run of nothing at an offset.
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
