import Bytes
import Records

/// A walk over the records of comma-separated values, one record after the other.
///
/// A record ends with a line feed outside quotes. A record that contains line feeds and is longer
/// than a piece is divided into its lines.
struct CSVWalk: RecordWalk {
  let stretch: FileStretch
  /// The bytes of the stretch up to the end of the walk.
  let bytes: UnsafeRawBufferPointer
  /// The kind of the border at the end of the bytes; nil if the last record may continue.
  let endKind: RecordBorder.Kind?
  let reader: CSVReader
  /// The index of the next quote, cached because several lines may precede it.
  private var quote = -1
  /// Whether the bytes up to the end that was found last are exactly one record; nil if this was
  /// not determined.
  private var isWholeRecord: Bool?

  private var start: Int { stretch.start }
  private var end: Int { start + bytes.count }

  init(
    stretch: FileStretch, bytes: UnsafeRawBufferPointer, endKind: RecordBorder.Kind?,
    reader: CSVReader
  ) {
    (self.stretch, self.bytes, self.endKind, self.reader) = (stretch, bytes, endKind, reader)
  }

  /// The record at an offset, or the rest of a record; nil if the bytes do not suffice.
  mutating func group(from first: Int, _ kind: RecordBorder.Kind) -> RecordParts? {
    isWholeRecord = nil
    if let found = groupEnd(from: first, kind) { return whole(first..<found, kind, after: .record) }
    if let endKind { return whole(first..<end, kind, after: endKind) }
    if end == stretch.fileSize {
      // An unclosed quote at the end of the file is text, so it affects no other row.
      if kind == .record, let found = recordEnd(from: first, isComplete: true), found < end {
        return whole(first..<found, kind, after: .record, mayGoOn: true)
      }
      return last(first..<end, kind)
    }
    let isLong = end - first > stretch.rule.size + reader.dialect.maximumQuotedSize + 2
    return isLong ? begun(first..<end, kind) : nil
  }

  private mutating func groupEnd(from first: Int, _ kind: RecordBorder.Kind) -> Int? {
    switch kind {
    case .record: recordEnd(from: first)
    case .line:
      bytes.firstIndex(of: .lineFeed, in: first - start..<bytes.count).map { start + $0 + 1 }
    case .longRecord, .element:
      stretch.provedBorder(from: first + 1, to: end, isBorder: false, reader)
    }
  }

  private mutating func recordEnd(from first: Int, isComplete: Bool = false) -> Int? {
    let index = first - start
    if quote < index {
      quote = bytes.firstIndex(of: .quote, in: index..<bytes.count) ?? bytes.count
    }
    if let feed = bytes.firstIndex(of: .lineFeed, in: index..<quote) {
      isWholeRecord = true
      return start + feed + 1
    }
    guard quote < bytes.count,
      let found = reader.recordEnd(
        from: index, in: bytes, isComplete: isComplete || endKind == .record)
    else { return nil }
    isWholeRecord = found.isOne
    return start + found.end
  }

  // MARK: Parts

  private func whole(
    _ range: Range<Int>, _ kind: RecordBorder.Kind, after: RecordBorder.Kind, mayGoOn: Bool = false
  ) -> RecordParts? {
    let isCutShort = range.upperBound == end && endKind == .longRecord
    // A record that fits into a piece is not divided.
    if kind == .record, !isCutShort, range.count <= stretch.rule.size {
      var part = RecordPart(range: range, kind: .record, isContinued: after != .record)
      part.isWholeRecord = isWholeRecord
      part.mayGoOn = mayGoOn
      return RecordParts(parts: [part], after: after)
    }
    let hasLines = hasLines(range, kind)
    let places = places(in: range)
    let all = places.last == range.upperBound ? places : places + [range.upperBound]
    return pieces(all, kind, rest: hasLines ? .longRecord : .line, after: after)
  }

  /// The available part of a record that continues after the bytes.
  private func begun(_ range: Range<Int>, _ kind: RecordBorder.Kind) -> RecordParts? {
    let isLine = !hasLines(range, kind) && (kind == .line || stretch.isUnquoted(range))
    let rest = isLine ? RecordBorder.Kind.line : .longRecord
    return pieces(places(in: range), kind, rest: rest, after: rest)
  }

  /// A last record that may continue when the file grows.
  private func last(_ range: Range<Int>, _ kind: RecordBorder.Kind) -> RecordParts? {
    var found = whole(range, kind, after: .record)
    found?.openLast()
    return found
  }

  private func pieces(
    _ places: [Int], _ kind: RecordBorder.Kind, rest: RecordBorder.Kind,
    after: RecordBorder.Kind
  ) -> RecordParts? {
    guard let first = places.first, let last = places.last, first < last else { return nil }
    let parts = zip(places, places.dropFirst()).map { from, to in
      RecordPart(
        range: from..<to, kind: from == first ? kind : rest,
        isContinued: to < last || after != .record)
    }
    return RecordParts(parts: parts, after: after)
  }

  /// The borders of lines, and of pieces of long lines.
  private func places(in range: Range<Int>) -> [Int] {
    stretch.boundaries(from: range.lowerBound, count: .max, limit: range.upperBound)
      .filter { $0 <= range.upperBound }
  }

  private func hasLines(_ range: Range<Int>, _ kind: RecordBorder.Kind) -> Bool {
    let inner = range.lowerBound - start..<range.upperBound - start - 1
    return kind == .longRecord || bytes.firstIndex(of: .lineFeed, in: inner) != nil
  }
}

/// Records that each end with a line feed.
///
/// A carriage return alone also ends a record, but not a line. Everything between two line feeds is
/// one item, even if it has several records.
extension CSVReader {
  /// The end of the first record that ends with a line feed, and whether no other record precedes
  /// it; nil if the bytes do not suffice.
  func recordEnd(
    from first: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) -> (end: Int, isOne: Bool)? {
    var offset = first
    while let extent = record(at: offset, in: bytes, isComplete: isComplete) {
      let isOne = offset == first
      offset = extent.end
      if bytes[offset - 1] == .lineFeed { return (offset, isOne) }
    }
    return nil
  }

  /// The first border that follows a line feed, at or after the given border.
  func lineBorder(of border: CSVBorder, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let offset = border.offset, offset > 0 else { return nil }
    if bytes[offset - 1] == .lineFeed { return offset }
    return recordEnd(from: offset, in: bytes, isComplete: false)?.end
  }

  /// A border that follows a line feed, before the given border; nil if the bytes prove no such
  /// border.
  func lineBorder(before border: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    var cursor = border
    while cursor > 1 {
      guard case .proved(let found) = self.border(before: cursor, in: bytes, isStart: false),
        found > 0, found < cursor
      else { return nil }
      if bytes[found - 1] == .lineFeed { return found }
      cursor = found
    }
    return nil
  }
}
