import Bytes

/// Reads records of comma-separated values, in one dialect.
///
/// A field is quoted if it begins with a quote that is closed. Two quotes within it are one; text between the closing
/// quote and the next delimiter belongs to the field. Other quotes are ordinary text. No text is wrong.
public struct CSVReader: Sendable {
  /// The dialect.
  public let dialect: CSVDialect

  /// Creates one.
  public init(_ dialect: CSVDialect) {
    self.dialect = dialect
  }

  /// Where the record is that begins at an offset; nil if more bytes are needed to tell, or if nothing follows.
  ///
  /// An empty line is a record without fields. At the end of all there is none. Cost: the record's bytes, and at most
  /// 1 MiB where a quote is not closed.
  ///
  /// - Parameters:
  ///   - offset: where it begins.
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  ///   - isComplete: whether nothing follows the bytes.
  public func record(
    at offset: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) -> RecordExtent? {
    guard offset < bytes.count else { return nil }
    let scanner = CSVScanner(bytes: bytes, dialect: dialect, isComplete: isComplete)
    guard dialect.hasQuotes else { return scanner.line(at: offset) }
    var start = offset
    while let field = scanner.field(at: start) {
      let end = field.range.upperBound
      guard end < bytes.count, bytes[end] == dialect.delimiter else {
        return scanner.end(ofLineEndAt: end).map { RecordExtent(content: offset..<end, end: $0) }
      }
      start = end + 1
    }
    return nil
  }

  /// The fields of a record, given without its line end.
  ///
  /// The record shares the bytes' memory. It has the fields that are there: a row may be shorter or longer than the
  /// header. Cost: the bytes of the record.
  public func record(_ bytes: ArraySlice<UInt8>, header: CSVHeader = .numbered) -> Record {
    guard !bytes.isEmpty else { return Record(raw: bytes, slots: [], header: header) }
    var slots: [FieldSlot] = []
    slots.reserveCapacity(max(header.count, 16))
    bytes.withUnsafeBufferPointer { buffer in
      let first = bytes.startIndex
      let scanner = CSVScanner(
        bytes: UnsafeRawBufferPointer(buffer), dialect: dialect, isComplete: true)
      var start = 0
      while let field = scanner.nextField(from: start) {
        let slot = FieldSlot(value: field.range, kind: .string, notation: field.notation)
        slots.append(slot.moved(by: first))
        start = field.range.upperBound + 1
      }
    }
    return Record(raw: bytes, slots: slots, header: header)
  }
}

/// Records from anywhere on.
///
/// Both readings of the quotes are followed: the bytes begin in quotes, or outside. They soon agree, because a quote
/// that opens a field for one closes it for the other, and text is behind it. From there on all borders are certain,
/// however the text is written. If they do not, the reading that breaks fewer rules of RFC 4180 is the guess.
///
/// Source: Ge, Li, Eilebrecht, Chandramouli and Kossmann, "Speculative Distributed CSV Data Parsing for Big Data
/// Analytics", 2019, which begins at several offsets at a time.
extension CSVReader {
  /// A border at an offset or after it, near but not always the next one.
  ///
  /// Cost: a line or two; up to 1 MiB where a text has no quotes, and there the border is proved by that.
  ///
  /// - Parameters:
  ///   - offset: where to begin.
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  ///   - isComplete: whether nothing follows the bytes.
  public func border(
    from offset: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) -> CSVBorder {
    let scanner = CSVScanner(bytes: bytes, dialect: dialect, isComplete: isComplete)
    guard let start = scanner.lineStart(from: offset) else {
      return isComplete ? .proved(bytes.count) : .needsMoreBytes(guess: nil)
    }
    let size = min(bytes.count - start, dialect.maximumQuotedSize)
    guard let quote = bytes.firstIndex(of: .quote, in: start..<start + size) else {
      let isDecided = isComplete || size == dialect.maximumQuotedSize
      return isDecided ? .proved(start) : .needsMoreBytes(guess: start)
    }
    // Without quotes between, the reading outside begins a record in each line.
    let line = scanner.lastLineStart(in: start..<quote + 1)
    return border(line: line, start: start, limit: start + size, scanner)
  }

  /// The border where both readings agree, or that of the better one.
  private func border(line: Int, start: Int, limit: Int, _ scanner: CSVScanner) -> CSVBorder {
    var outside = CSVReading.outside(at: line)
    var inside = CSVReading.inside(since: start)
    for offset in line..<limit {
      guard outside.advance(over: offset, scanner), inside.advance(over: offset, scanner) else {
        return .needsMoreBytes(guess: start)
      }
      if inside.isRefuted { return .proved(start) }
      if inside.state == outside.state {
        return border(of: outside, from: offset, guess: start, scanner)
      }
    }
    return undecided(outside, inside, start: start, limit: limit, scanner)
  }

  /// The first border after two readings came together by a byte.
  private func border(
    of reading: CSVReading, from offset: Int, guess: Int, _ scanner: CSVScanner
  ) -> CSVBorder {
    var (reading, next) = (reading, offset)
    while !(reading.state == .fieldStart && scanner.bytes[next].isLineEnd) {
      next += 1
      guard next < scanner.bytes.count else {
        return scanner.isComplete ? .proved(next) : .needsMoreBytes(guess: guess)
      }
      guard reading.advance(over: next, scanner) else { return .needsMoreBytes(guess: guess) }
    }
    return scanner.end(ofLineEndAt: next).map { .proved($0) } ?? .needsMoreBytes(guess: guess)
  }

  private func undecided(
    _ outside: CSVReading, _ inside: CSVReading, start: Int, limit: Int, _ scanner: CSVScanner
  ) -> CSVBorder {
    let isWhole = limit - start == dialect.maximumQuotedSize
    guard isWhole || scanner.isComplete else { return .needsMoreBytes(guess: start) }
    // In quotes all the time: that is too long, or up to the end of all.
    if inside.openSince != nil, inside.state == .quoted { return .proved(start) }
    if inside.violations < outside.violations, let border = inside.lastBorder {
      return .guessed(border)
    }
    return .guessed(start)
  }
}
