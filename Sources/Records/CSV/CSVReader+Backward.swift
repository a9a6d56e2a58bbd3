import Bytes

/// Finding the previous record.
extension CSVReader {
  /// Finds the start of the record that ends at a border.
  ///
  /// The border may be the end of the text. From the start of a line, the bytes are read both as if
  /// the line began within quotes and as if it did not; an interpretation that is within quotes at
  /// the border is wrong. If the two disagree, the bytes are read again from lines further back.
  /// Bytes after the border are not read. Cost: reads a line or two, or up to a few MiB if quotes
  /// are rare.
  ///
  /// - Parameters:
  ///   - border: the start of a record, or the end of the text; more than 0.
  ///   - bytes: the available bytes; offsets are relative to the first of them.
  ///   - isStart: whether the bytes begin the text.
  public func border(
    before border: Int, in bytes: UnsafeRawBufferPointer, isStart: Bool
  ) -> CSVBorder {
    // Quotes that are not closed before the border are never closed, so the bytes before it are
    // read as a complete text.
    let scanner = CSVScanner(
      bytes: UnsafeRawBufferPointer(rebasing: bytes[..<border]).withoutRecordEnd, dialect: dialect,
      isComplete: true)
    let end = scanner.bytes.count
    guard dialect.hasQuotes else {
      let start = scanner.lineStart(before: end) ?? (isStart ? 0 : nil)
      return start.map { .proved($0) } ?? .needsMoreBytes(guess: nil)
    }
    var (reach, last, guess) = (0, end + 1, Int?.none)
    while let line = scanner.lineStart(before: end - reach) ?? scanner.lineStart(from: 1),
      line < last
    {
      last = line
      let answer = lastBorder(from: line, scanner)
      if answer.isProved { return answer }
      guess = answer.offset
      if end - line > dialect.maximumQuotedSize { return answer }
      // The distance doubles each time, so all attempts together cost about twice as much as the
      // last one.
      reach = max(2 * (end - line), 64)
    }
    guard isStart else { return .needsMoreBytes(guess: guess) }
    return .proved(followed(.outside(at: 0), from: 0, scanner)?.lastBorder ?? 0)
  }

  /// The last border, which is proved if both interpretations from a line on agree, or if the one
  /// within quotes is wrong.
  private func lastBorder(from line: Int, _ scanner: CSVScanner) -> CSVBorder {
    let end = scanner.bytes.count
    // Up to the first quote, each line is a record in the interpretation outside of quotes.
    let quote = scanner.bytes.firstIndex(of: .quote, in: line..<end) ?? end
    let start = scanner.lastLineStart(in: line..<quote + 1)
    guard let outside = followed(.outside(at: start), from: start, scanner) else {
      return .guessed(start)
    }
    let border = outside.lastBorder ?? start
    guard let inside = followed(.inside(since: line), from: start, scanner) else {
      return .proved(border)
    }
    guard let other = inside.lastBorder else { return .guessed(border) }
    if other == border { return .proved(border) }
    return .guessed(inside.violations < outside.violations ? other : border)
  }

  /// Follows an interpretation to the end of the bytes; returns nil if it ends within quotes, or is
  /// refuted.
  private func followed(
    _ reading: CSVReading, from start: Int, _ scanner: CSVScanner
  ) -> CSVReading? {
    var reading = reading
    for offset in start..<scanner.bytes.count {
      _ = reading.advance(over: offset, scanner)
    }
    return reading.finish(at: scanner.bytes.count, scanner.dialect) ? reading : nil
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes without a trailing record end, which may be a single carriage return.
  fileprivate var withoutRecordEnd: UnsafeRawBufferPointer {
    guard let last, last.isLineEnd else { return self }
    let isPair = last == .lineFeed && count > 1 && self[count - 2] == .carriageReturn
    return UnsafeRawBufferPointer(rebasing: dropLast(isPair ? 2 : 1))
  }
}

/// The start of a record, as far as the given bytes determine it.
public enum CSVBorder: Equatable, Sendable {
  /// A record begins, or the text ends, at this offset from the first of the given bytes,
  /// regardless of the text before the bytes.
  case proved(Int)
  /// A record most likely begins here; more bytes would hardly improve the guess.
  case guessed(Int)
  /// More bytes are needed: after the given ones for a forward search, before them for a backward
  /// search.
  ///
  /// The guess follows from the given bytes; it is nil if no line ends in them.
  case needsMoreBytes(guess: Int?)

  /// The offset, proved or guessed; nil if the bytes allow no guess.
  public var offset: Int? {
    switch self {
    case .proved(let offset), .guessed(let offset): offset
    case .needsMoreBytes(let guess): guess
    }
  }

  /// Whether the offset is proved.
  public var isProved: Bool {
    if case .proved = self { true } else { false }
  }
}
