import Bytes
import Records

/// Goes from one record of comma-separated values to the next.
///
/// A record ends with a line feed outside of quotes. One that has line feeds and is longer than a piece comes as its lines.
struct CSVWalk: RecordWalk {
  let stretch: FileStretch
  /// The bytes of the stretch, up to where it ends.
  let bytes: UnsafeRawBufferPointer
  /// What stands at the end of the bytes; nil where the last record may go on.
  let endKind: RecordBorder.Kind?
  let reader: CSVReader
  /// The next quote, so that not each line before it looks for it again.
  private var quote = -1
  /// Whether what ends at the end that was found last is one record; nil where it was not looked at as one.
  private var isWholeRecord: Bool?

  private var start: Int { stretch.start }
  private var end: Int { start + bytes.count }

  init(
    stretch: FileStretch, bytes: UnsafeRawBufferPointer, endKind: RecordBorder.Kind?,
    reader: CSVReader
  ) {
    (self.stretch, self.bytes, self.endKind, self.reader) = (stretch, bytes, endKind, reader)
  }

  /// The record that begins at an offset, or the rest of it; nil where the bytes do not tell.
  mutating func group(from first: Int, _ kind: RecordBorder.Kind) -> RecordParts? {
    isWholeRecord = nil
    if let found = groupEnd(from: first, kind) { return whole(first..<found, kind, after: .record) }
    if let endKind { return whole(first..<end, kind, after: endKind) }
    if end == stretch.fileSize {
      // A quote that is not closed is text, and spoils no other row.
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
    // A line of that size is not cut either.
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

  /// What is there of a record that is longer.
  private func begun(_ range: Range<Int>, _ kind: RecordBorder.Kind) -> RecordParts? {
    let isLine = !hasLines(range, kind) && (kind == .line || stretch.isUnquoted(range))
    let rest = isLine ? RecordBorder.Kind.line : .longRecord
    return pieces(places(in: range), kind, rest: rest, after: rest)
  }

  /// What may go on when the file grows.
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

  /// Where lines and pieces of long lines begin and end.
  private func places(in range: Range<Int>) -> [Int] {
    stretch.boundaries(from: range.lowerBound, count: .max, limit: range.upperBound)
      .filter { $0 <= range.upperBound }
  }

  private func hasLines(_ range: Range<Int>, _ kind: RecordBorder.Kind) -> Bool {
    let inner = range.lowerBound - start..<range.upperBound - start - 1
    return kind == .longRecord || bytes.firstIndex(of: .lineFeed, in: inner) != nil
  }
}

/// Records of which each ends with a line feed.
///
/// A carriage return alone ends a record too, but no line; so what is between two line feeds is one item.
extension CSVReader {
  /// Where the first record from an offset on ends that ends with a line feed, and whether it is the only one up to
  /// there; nil where the bytes do not tell.
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

  /// A border that has a line feed before it, the same one or the next.
  func lineBorder(of border: CSVBorder, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let offset = border.offset, offset > 0 else { return nil }
    if bytes[offset - 1] == .lineFeed { return offset }
    return recordEnd(from: offset, in: bytes, isComplete: false)?.end
  }

  /// A border before another one that has a line feed before it; nil where the bytes prove none.
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
