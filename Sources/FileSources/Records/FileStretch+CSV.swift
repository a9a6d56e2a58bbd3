import Bytes
import Records

/// Where records of comma-separated values begin.
extension FileStretch {
  /// Whether there is no quote within a range: records are lines there.
  func isUnquoted(_ range: Range<Int>) -> Bool {
    bytes.withUnsafeBytes {
      $0.firstIndex(of: .quote, in: range.lowerBound - start..<range.upperBound - start) == nil
    }
  }

  /// A border from an offset on that the bytes prove; near, but not always the next one.
  func provedBorder(from offset: Int, to end: Int, isBorder: Bool, _ reader: CSVReader) -> Int? {
    bytes.withUnsafeBytes { all in
      let bytes = UnsafeRawBufferPointer(rebasing: all[..<(end - start)])
      guard offset - start <= bytes.count else { return nil }
      let found = reader.border(from: offset - start, in: bytes, isComplete: isBorder)
      return found.isProved ? reader.lineBorder(of: found, in: bytes).map { start + $0 } : nil
    }
  }

  /// The last border before another one, where the bytes prove it.
  func provedBorder(before border: Int, _ reader: CSVReader) -> Int? {
    bytes.withUnsafeBytes {
      reader.lineBorder(before: border - start, in: $0).map { start + $0 }
    }
  }

  /// Where a record begins most likely, near an offset and not after a limit.
  func guessedBorder(from offset: Int, upTo limit: Int, _ reader: CSVReader) -> Int? {
    bytes.withUnsafeBytes {
      let found = reader.border(from: offset - start, in: $0, isComplete: false)
      let border = reader.lineBorder(of: found, in: $0).map { start + $0 }
      return border.flatMap { $0 <= limit ? $0 : nil }
    }
  }
}
