import Bytes
import ByteStores
import Records

/// A rule that finds the borders of records of comma-separated values.
final class CSVBorders: BorderRule {
  let reader: CSVReader
  let known = EditionBorders()
  let passed = EditionBorders()

  /// The maximum size of a quoted field.
  ///
  /// A jump into text without quotes reads this many bytes, because fewer bytes do not prove where
  /// its records begin.
  static let maximumQuotedSize = 1 << 20

  init(_ dialect: CSVDialect) {
    reader = CSVReader(dialect.limitingQuotes(to: Self.maximumQuotedSize))
  }

  let provesEnds = true

  func start(of file: FileStore) -> RecordBorder? { .record(at: file.start) }

  /// The border at the end of a file, whose last record may be incomplete.
  func end(ofSize size: Int) -> RecordBorder {
    RecordBorder(offset: size, kind: .longRecord, isProved: true)
  }

  func furthest(_ pieces: PieceRule) -> Int { furthest }

  func mostOfRecord(_ pieces: PieceRule) -> Int {
    pieces.size + reader.dialect.maximumQuotedSize + 2 * PieceRule.lookAhead
  }

  private var furthest: Int { LineReader.leastChunk + reader.dialect.maximumQuotedSize }

  func areLines(_ range: Range<Int>, of stretch: FileStretch) -> Bool { stretch.isUnquoted(range) }

  func parts(
    of stretch: FileStretch, from border: RecordBorder, to end: Int, _ kind: RecordBorder.Kind?,
    count: Int, limit: Int
  ) -> RecordParts {
    stretch.parts(from: border, to: end, count: count, limit: limit) {
      CSVWalk(stretch: stretch, bytes: $0, endKind: kind, reader: reader)
    }
  }

  // MARK: From any place

  /// The distances from a place back to the start of a search for a border, in the order in which
  /// they are tried.
  ///
  /// Most borders are a few lines away. In text without quotes, a border is proved by as many bytes
  /// without a quote as a quoted field may have.
  private var lookBacks: [Int] { [4 << 10, furthest] }

  /// Finds a border at or before an offset.
  ///
  /// Cost: a read of 20 KiB, and of 1 MiB if these bytes prove no border, as in text without
  /// quotes.
  func anchor(
    at offset: Int, known: RecordBorder?, in reader: LineReader
  ) throws(FileError) -> RecordBorder {
    if let known, known.kind == .record, offset - known.offset <= reader.rule.size { return known }
    for reach in lookBacks {
      if reach == furthest, let proved = try unquotedAnchor(at: offset, in: reader) {
        return proved
      }
      if let proved = try provedAnchor(at: offset, reach: reach, in: reader) { return proved }
    }
    let first = max(reader.file.start, offset - lookBacks[0])
    let stretch = try reader.stretch(first - 1..<offset + LineReader.leastChunk)
    if let guess = stretch.guessedBorder(from: first, upTo: offset, self.reader) {
      return .record(at: guess, isProved: false)
    }
    return RecordBorder(
      offset: try reader.lineBoundary(at: offset), kind: .longRecord, isProved: false)
  }

  /// The number of bytes searched for a quote at a time; they fit into the processor's cache.
  private static let step = 64 << 10

  /// The line at an offset, if the bytes before it prove that a record begins there.
  private func unquotedAnchor(
    at offset: Int, in reader: LineReader
  ) throws(FileError) -> RecordBorder? {
    // The file may have been truncated since the offset was found.
    let end = min(offset, reader.size)
    let first = max(reader.file.start, end - lookBacks[0])
    guard first < end else { return nil }
    let line = try reader.stretch(first..<end).lastLine(in: first..<end)
    guard let line, try isUnquoted(before: line, in: reader) else { return nil }
    return .record(at: line)
  }

  /// Whether the bytes before an offset contain no quote, as far back as a quoted field may reach.
  ///
  /// If so, a line that begins at the offset is the start of a record.
  ///
  /// Cost: reads 1 MiB, and holds 64 KiB at a time.
  private func isUnquoted(before offset: Int, in reader: LineReader) throws(FileError) -> Bool {
    let first = max(reader.file.start, offset - furthest)
    for end in stride(from: offset, to: first, by: -Self.step) {
      let part = max(first, end - Self.step)..<end
      guard try reader.stretch(part).isUnquoted(part) else { return false }
    }
    return true
  }

  private func provedAnchor(
    at offset: Int, reach: Int, in reader: LineReader
  ) throws(FileError) -> RecordBorder? {
    let first = max(reader.file.start, offset - reach)
    if first == reader.file.start { return .record(at: first) }
    let stretch = try reader.stretch(
      first - 1..<offset + LineReader.leastChunk - PieceRule.lookAhead)
    var found = stretch.provedBorder(
      from: first, to: stretch.end, isBorder: false, self.reader)
    // A proved border after the offset proves earlier borders, so the search goes backward from it.
    while let border = found, border > offset {
      found = stretch.provedBorder(before: border, self.reader)
    }
    return found.map { .record(at: $0) }
  }

  // MARK: Before a border

  func anchor(
    in stretch: FileStretch, from first: Int, before border: RecordBorder,
    _ kind: RecordBorder.Kind?, of reader: LineReader
  ) -> RecordBorder? {
    if first == reader.file.start { return .record(at: first) }
    if let proved = provedAnchor(in: stretch, from: first, before: border) { return proved }
    if let known = reader.knownBorder(upTo: border.offset - 1, self), known.offset >= first,
      known.isProved
    {
      return known
    }
    guard border.offset - first >= furthest else {
      let line = stretch.firstLine(in: first..<border.offset)
      return line.flatMap { line in
        (try? isUnquoted(before: line, in: reader)) == true ? .record(at: line) : nil
      }
    }
    let guess = stretch.guessedBorder(from: first, upTo: border.offset - 1, self.reader)
    return guess.map { .record(at: $0, isProved: false) }
      ?? RecordBorder(
        offset: stretch.boundaries(downFrom: border.offset, count: 1, limit: first).first ?? first,
        kind: .longRecord, isProved: false)
  }

  private func provedAnchor(
    in stretch: FileStretch, from first: Int, before border: RecordBorder
  ) -> RecordBorder? {
    let isBorder = border.kind == .record
    let proved = stretch.provedBorder(from: first, to: border.offset, isBorder: isBorder, reader)
    if let proved, proved < border.offset { return .record(at: proved) }
    guard isBorder else { return nil }
    return stretch.provedBorder(before: border.offset, reader).map { .record(at: $0) }
  }
}

/// Starts of records of comma-separated values.
extension FileStretch {
  /// Whether a range contains no quote, so that its records are lines.
  func isUnquoted(_ range: Range<Int>) -> Bool {
    bytes.withUnsafeBytes {
      $0.firstIndex(of: .quote, in: range.lowerBound - start..<range.upperBound - start) == nil
    }
  }

  /// The first line that begins after a line feed in a range, and has at least one byte in the
  /// range.
  func firstLine(in range: Range<Int>) -> Int? {
    bytes.withUnsafeBytes {
      $0.firstIndex(of: .lineFeed, in: range.lowerBound - start..<range.upperBound - start - 1)
        .map { start + $0 + 1 }
    }
  }

  /// The last line that begins after a line feed in a range; it may begin at the end of the range.
  func lastLine(in range: Range<Int>) -> Int? {
    bytes.withUnsafeBytes {
      $0.lastIndex(of: .lineFeed, in: range.lowerBound - start..<range.upperBound - start)
        .map { start + $0 + 1 }
    }
  }

  /// A border at or after an offset that is proved by the bytes; it is near the offset, but not
  /// always the first one.
  func provedBorder(from offset: Int, to end: Int, isBorder: Bool, _ reader: CSVReader) -> Int? {
    bytes.withUnsafeBytes { all in
      let bytes = UnsafeRawBufferPointer(rebasing: all[..<(end - start)])
      guard offset - start <= bytes.count else { return nil }
      let found = reader.border(from: offset - start, in: bytes, isComplete: isBorder)
      return found.isProved ? reader.lineBorder(of: found, in: bytes).map { start + $0 } : nil
    }
  }

  /// The last border before another one, if the bytes prove it.
  func provedBorder(before border: Int, _ reader: CSVReader) -> Int? {
    bytes.withUnsafeBytes {
      reader.lineBorder(before: border - start, in: $0).map { start + $0 }
    }
  }

  /// The most likely start of a record near an offset and not after a limit.
  func guessedBorder(from offset: Int, upTo limit: Int, _ reader: CSVReader) -> Int? {
    bytes.withUnsafeBytes {
      let found = reader.border(from: offset - start, in: $0, isComplete: false)
      let border = reader.lineBorder(of: found, in: $0).map { start + $0 }
      return border.flatMap { $0 <= limit ? $0 : nil }
    }
  }
}
