import Bytes

/// A reader of records of comma-separated values in one dialect.
///
/// A field is quoted if it begins with a quote that is closed. Two quotes within the field stand
/// for one, and text between the closing quote and the next delimiter belongs to the field. Other
/// quotes are ordinary text. Any text can be read.
public struct CSVReader: Sendable {
  /// The dialect.
  public let dialect: CSVDialect

  /// Creates a reader.
  public init(_ dialect: CSVDialect) {
    self.dialect = dialect
  }

  /// Finds the extent of the record that begins at an offset; returns nil if more bytes are needed,
  /// or if the text ends at the offset.
  ///
  /// An empty line is a record without fields. Cost: proportional to the number of bytes in the
  /// record, and at most 1 MiB more if a quote is not closed.
  ///
  /// - Parameters:
  ///   - offset: the start of the record.
  ///   - bytes: the available bytes; offsets are relative to the first of them.
  ///   - isComplete: whether the text ends with the bytes.
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

  /// Reads the fields of a record, given without its line end.
  ///
  /// The record shares the memory of the bytes. It may have fewer or more fields than the header.
  /// Cost: proportional to the number of bytes in the record.
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

/// Finding records from any offset.
///
/// Two interpretations are followed: that the bytes begin within quotes, and that they begin
/// outside of quotes. The two soon agree, because a quote that opens a field in one interpretation
/// closes a field in the other, where the text after the quote is then unquoted. Therefore both are
/// outside of quotes after the end of the quoted field. From there on all borders are certain,
/// regardless of the text. If the two do not agree, the interpretation that violates fewer rules of
/// RFC 4180 is the guess.
///
/// Source: Ge, Li, Eilebrecht, Chandramouli and Kossmann, "Speculative Distributed CSV Data Parsing
/// for Big Data Analytics", 2019, which begins at several offsets at once.
extension CSVReader {
  /// Finds a border between records at or after an offset; the border is near the offset, but not
  /// always the first one.
  ///
  /// Cost: usually reads a line or two; reads up to 1 MiB of text without quotes, because their
  /// absence proves the border.
  ///
  /// - Parameters:
  ///   - offset: the start of the search.
  ///   - bytes: the available bytes; offsets are relative to the first of them.
  ///   - isComplete: whether the text ends with the bytes.
  public func border(
    from offset: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) -> CSVBorder {
    let scanner = CSVScanner(bytes: bytes, dialect: dialect, isComplete: isComplete)
    guard let start = scanner.lineStart(from: offset) else {
      return isComplete ? .proved(bytes.count) : .needsMoreBytes(guess: nil)
    }
    guard dialect.hasQuotes else { return .proved(start) }
    let size = min(bytes.count - start, dialect.maximumQuotedSize)
    guard let quote = bytes.firstIndex(of: .quote, in: start..<start + size) else {
      let isDecided = isComplete || size == dialect.maximumQuotedSize
      return isDecided ? .proved(start) : .needsMoreBytes(guess: start)
    }
    // Up to the first quote, each line is a record in the interpretation outside of quotes.
    let line = scanner.lastLineStart(in: start..<quote + 1)
    return border(line: line, start: start, limit: start + size, scanner)
  }

  /// The first border at which both interpretations agree; if they do not agree, a border in the
  /// better interpretation.
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

  /// The first border after two interpretations have agreed at a byte.
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
    // Quotes that are still open prove that the interpretation within quotes is wrong: all these
    // bytes would be within quotes, and the quoted text would be too long or would reach the end of
    // the text.
    if inside.openSince != nil, inside.state == .quoted { return .proved(start) }
    if inside.violations < outside.violations, let border = inside.lastBorder {
      return .guessed(border)
    }
    return .guessed(start)
  }
}
