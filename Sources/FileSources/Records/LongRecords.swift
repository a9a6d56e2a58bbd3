import Bytes
import ByteStores
import Glibc
import Records
import Synchronization

/// The long records of a text, each of which is one item, joined from its pieces.
///
/// A record is read to its end, and only the beginning of each long value is kept
/// (`RecordAbridgement`). Text that is not a valid record, and records beyond a limit, stay in
/// pieces. The latest results are remembered. Cost: none if the items include no piece; otherwise
/// reads the bytes of the record and, if the piece is in the middle of the record, first searches
/// backward for its start.
final class LongRecords: Sendable {
  private let format: RecordFormat
  private let known = Mutex<[Known]>([])

  /// The result for a stretch of a file: the joined item, or nil if its pieces are separate items.
  private struct Known {
    let edition: Int
    let range: Range<Int>
    let line: TextLine?
  }

  /// The maximum size of a record that is joined, in bytes; reading it takes less than half a
  /// second.
  private static let most = 64 << 20
  /// The maximum size of a record that is joined while a key is waiting to be handled.
  private static let mostAtOnce = 1 << 20
  /// The maximum number of bytes read for a page of several records.
  private static let mostOfPage = 4 << 20
  /// The maximum number of remembered records, enough for a screen.
  private static let mostKnown = 64

  init(_ format: RecordFormat) { self.format = format }

  /// Replaces pieces among the given items with joined records.
  ///
  /// - Parameter count: the number of items wanted; if necessary, items after the run are read. If
  ///   it is nil, only the items of the run are joined.
  func joined(
    _ run: LineRun, count: Int? = nil, in reader: LineReader
  ) throws(FileError) -> LineRun {
    guard run.lines.contains(where: { $0.isContinued || $0.isContinuation }) else { return run }
    var lines = try first(of: run, in: reader)
    let start = lines.first?.id.bytes ?? run.start
    while let end = lines.last?.endOffset, end < reader.size,
      count.map({ wantsMore(lines, than: $0) }) ?? (end < run.end)
    {
      let more = try reader.pieces(from: end, count: max(1, (count ?? .max) - lines.count))
      guard more.start >= end, !more.lines.isEmpty else { break }
      let limit = count == nil ? run.end : .max
      lines += try whole(more.lines.filter { $0.id.bytes < limit }, in: reader)
    }
    var joined = LineRun(at: start)
    joined.append(lines)
    return joined
  }

  private func wantsMore(_ lines: [TextLine], than count: Int) -> Bool {
    lines.count < count && lines.reduce(0) { $0 + $1.raw.count } < LineReader.mostBytes
      && lines.reduce(0) { $0 + $1.byteCount } < Self.mostOfPage
  }

  /// The first items of a run.
  ///
  /// If the run begins within a record, only that record is returned, because borders after its end
  /// may have been guesses.
  private func first(of run: LineRun, in reader: LineReader) throws(FileError) -> [TextLine] {
    if let piece = run.lines.first, piece.isContinuation,
      let record = try record(around: piece.id.bytes, in: reader)
    {
      return [record]
    }
    return try whole(run.lines, in: reader)
  }

  /// The start of the item that contains a piece.
  func start(around piece: Int, in reader: LineReader) throws(FileError) -> Int {
    try record(around: piece, in: reader)?.id.bytes ?? piece
  }

  private func whole(_ lines: [TextLine], in reader: LineReader) throws(FileError) -> [TextLine] {
    var (whole, end): ([TextLine], Int) = ([], 0)
    for line in lines where line.id.bytes >= end {
      let isFirst = line.isContinued && !line.isContinuation
      let item = isFirst ? try record(at: line.id.bytes, in: reader) ?? line : line
      whole.append(item)
      end = item.endOffset
    }
    return whole
  }

  // MARK: One record

  /// The record that contains the piece at an offset; nil if the pieces of that record are separate
  /// items.
  private func record(around piece: Int, in reader: LineReader) throws(FileError) -> TextLine? {
    if let known = known(piece, of: reader) { return known.line }
    var start = piece
    while piece - start <= most(in: reader), start > reader.file.start {
      let run = try reader.pieces(before: start, count: LineReader.mostBytes)
      if let first = run.lines.last(where: { !$0.isContinuation }) {
        let record = try record(at: first.id.bytes, in: reader)
        return record.flatMap { $0.endOffset > piece ? $0 : nil }
      }
      guard run.start < start else { break }
      start = run.start
    }
    try note(start..<piece + 1, nil, in: reader)
    return nil
  }

  /// The record that begins with a piece.
  private func record(at start: Int, in reader: LineReader) throws(FileError) -> TextLine? {
    if let known = known(start, of: reader) { return known.line }
    let found =
      if case .csv = format { try readRow(at: start, in: reader) } else {
        try readPieces(at: start, in: reader)
      }
    let isWhole = found.abridgement.isWhole || found.isUnfinished
    guard isWhole, !found.abridgement.isRefused else {
      try note(start..<max(found.end, start + 1), nil, in: reader)
      return nil
    }
    noteBorders(start, found.isUnfinished ? start : found.end, in: reader)
    let id = FileOffset(bytes: start, edition: reader.file.edition)
    let record = TextLine(found, at: id, mayHaveLines: reader.borders != nil)
    // The last record of the file may grow, so it is not remembered.
    if !found.isUnfinished { try note(start..<found.end, record, in: reader) }
    return record
  }

  /// Reads a JSON object; its pieces are marked as parts of one line.
  private func readPieces(at start: Int, in reader: LineReader) throws(FileError) -> LongRecord {
    var found = LongRecord(RecordAbridgement(format), end: start)
    var last: TextLine?
    while last?.isContinued ?? true, found.mayGoOn(from: start, most(in: reader)) {
      let run = try reader.pieces(from: found.end, count: .max)
      guard run.end > found.end else { break }
      for piece in run.lines where last?.isContinued ?? true {
        found.abridgement.append(piece.bytes)
        found.end = piece.endOffset
        found.lineFeeds += piece.lineFeedCount
        last = piece
      }
    }
    found.lineEnd = last?.end ?? .none
    found.isUnfinished = last?.isUnfinished ?? false
    return found
  }

  /// Reads a record of comma-separated values, whose end depends on its quotes.
  private func readRow(at start: Int, in reader: LineReader) throws(FileError) -> LongRecord {
    var found = LongRecord(RecordAbridgement(format), end: start)
    while !found.abridgement.isWhole, found.end < reader.size,
      found.mayGoOn(from: start, most(in: reader))
    {
      let bytes = try reader.stretch(found.end..<found.end + LineReader.mostBytes).bytes
      let row = bytes.prefix(found.abridgement.append(bytes[...]))
      found.end += row.count
      found.lineFeeds += row.count { $0 == .lineFeed }
      if found.abridgement.isWhole { found.lineEnd = LineEnd(of: 0..<row.count, in: bytes) }
    }
    found.isUnfinished = found.end == reader.size && found.abridgement.mayEnd
    return found
  }

  /// Remembers the borders of the joined record; they are as certain as the border from which the
  /// record was found.
  private func noteBorders(_ start: Int, _ end: Int, in reader: LineReader) {
    guard let known = reader.borders?.known else { return }
    let edition = reader.file.edition
    let isProved = known.last(upTo: start, edition: edition)?.isProved ?? true
    known.note(.record(at: start, isProved: isProved), edition: edition)
    known.note(.record(at: end, isProved: isProved), edition: edition)
  }

  private func most(in reader: LineReader) -> Int {
    reader.isCachedOnly ? Self.mostAtOnce : Self.most
  }

  private func known(_ offset: Int, of reader: LineReader) -> Known? {
    known.withLock {
      $0.last { $0.edition == reader.file.edition && $0.range.contains(offset) }
    }
  }

  /// Remembers the result for a range.
  ///
  /// - Throws: an error if pieces cannot be joined while a key is waiting; the record must then be
  ///   read in the background.
  private func note(
    _ range: Range<Int>, _ line: TextLine?, in reader: LineReader
  ) throws(FileError) {
    if line == nil, reader.isCachedOnly {
      throw FileError(code: EAGAIN, path: reader.file.path)
    }
    known.withLock { known in
      if known.count >= Self.mostKnown { known.removeFirst(Self.mostKnown / 2) }
      known.append(Known(edition: reader.file.edition, range: range, line: line))
    }
  }
}

/// The part of a long record that has been read.
private struct LongRecord {
  var abridgement: RecordAbridgement
  /// The end of the record, or of the bytes that were read.
  var end: Int
  var lineFeeds = 0
  var lineEnd = LineEnd.none
  /// Whether the record ends at the end of the file, and may grow.
  var isUnfinished = false

  init(_ abridgement: RecordAbridgement, end: Int) {
    (self.abridgement, self.end) = (abridgement, end)
  }

  func mayGoOn(from start: Int, _ most: Int) -> Bool {
    !abridgement.isRefused && end - start <= most
  }
}

extension TextLine {
  /// Creates an item from a long record, of which it holds only a part.
  fileprivate init(_ record: LongRecord, at id: FileOffset, mayHaveLines: Bool) {
    let (kept, lineEnd) = (record.abridgement.kept, record.lineEnd)
    let raw = kept + Array("\r\n".utf8).suffix(lineEnd.count)
    self.init(id: id, raw: raw[...], end: lineEnd, isContinuation: false, isContinued: false)
    self.mayHaveLines = mayHaveLines
    isFollowed = !record.isUnfinished && lineEnd == .none
    leftOut.bytes = record.end - id.bytes - raw.count
    leftOut.lineFeeds = record.lineFeeds - lineFeedCount
  }
}
