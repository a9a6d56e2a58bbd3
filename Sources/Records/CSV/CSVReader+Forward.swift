import Bytes

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
  ///   - offset: where it begins.
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
      guard outside.take(offset, scanner), inside.take(offset, scanner) else {
        return .needsMoreBytes(guess: start)
      }
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
      guard reading.take(next, scanner) else { return .needsMoreBytes(guess: guess) }
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
