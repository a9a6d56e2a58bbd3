import Bytes

/// The record before another one.
extension CSVReader {
  /// The border before another one: where the record begins that ends there.
  ///
  /// The end of all is such a border too. Both readings of the quotes are followed from a line's start on, and one that
  /// is in quotes at the border is wrong; where they disagree, from lines further back. Nothing after the border is
  /// looked at. Cost: a line or two; up to a few MiB where quotes are rare.
  ///
  /// - Parameters:
  ///   - border: where a record begins, or the end of all; more than 0.
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  ///   - isStart: whether nothing is before the bytes.
  public func border(
    before border: Int, in bytes: UnsafeRawBufferPointer, isStart: Bool
  ) -> CSVBorder {
    // The border proves that quotes before it which are not closed by then never are.
    let scanner = CSVScanner(
      bytes: UnsafeRawBufferPointer(rebasing: bytes[..<border]).withoutRecordEnd, dialect: dialect,
      isComplete: true)
    let end = scanner.bytes.count
    var (reach, last, guess) = (0, end + 1, Int?.none)
    while let line = scanner.lineStart(before: end - reach) ?? scanner.lineStart(from: 1),
      line < last
    {
      last = line
      let answer = lastBorder(from: line, scanner)
      if answer.isProved { return answer }
      guess = answer.offset
      if end - line > dialect.maximumQuotedSize { return answer }
      // Twice as far each time, so that all of them together cost little more than the last.
      reach = max(2 * (end - line), 64)
    }
    guard isStart else { return .needsMoreBytes(guess: guess) }
    return .proved(followed(.outside(at: 0), from: 0, scanner)?.lastBorder ?? 0)
  }

  /// The last border, if both readings from a line on have the same, or one is wrong.
  private func lastBorder(from line: Int, _ scanner: CSVScanner) -> CSVBorder {
    let end = scanner.bytes.count
    // Without quotes between, the reading outside begins a record in each line.
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

  /// A reading of all bytes; nil if it ends in quotes, or is wrong for another reason.
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
  /// The bytes without what ends a record at their end, if they have it: also a carriage return alone.
  fileprivate var withoutRecordEnd: UnsafeRawBufferPointer {
    guard let last, last.isLineEnd else { return self }
    let isPair = last == .lineFeed && count > 1 && self[count - 2] == .carriageReturn
    return UnsafeRawBufferPointer(rebasing: dropLast(isPair ? 2 : 1))
  }
}

/// Where a record begins, as far as some bytes tell.
public enum CSVBorder: Equatable, Sendable {
  /// A record begins here, in bytes from the first of those given, or all ends, whatever is before the bytes.
  case proved(Int)
  /// A record most likely begins here; more bytes would hardly tell more.
  case guessed(Int)
  /// More bytes are needed: after those given for a search forward, before them for one back.
  ///
  /// The guess is what these bytes suggest; nil where no line ends in them.
  case needsMoreBytes(guess: Int?)

  /// The offset, proved or guessed; nil where there is no guess.
  public var offset: Int? {
    switch self {
    case .proved(let offset), .guessed(let offset): offset
    case .needsMoreBytes(let guess): guess
    }
  }

  /// Whether it is certain.
  public var isProved: Bool {
    if case .proved = self { true } else { false }
  }
}
