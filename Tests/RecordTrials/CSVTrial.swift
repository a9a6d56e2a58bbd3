package import Randomness
import Records

/// A trial that reads arbitrary bytes as comma-separated values, and checks the records and the
/// borders that the reader finds.
package let csvTrial = Trial<UInt8>(
  "CSV", drawing: { Noise.drawn(from: $0) { $0.csv(delimiter: ",") } },
  brokenRule: { bytes in
    // With a low limit, quotes that are closed late are ordinary characters, which hardly ever
    // happens with 1 MiB.
    for limit in [1 << 20, 9] {
      let text = ReadCSV(bytes, limit: limit)
      if let rule = CSVRules.all.broken(by: text) { return rule }
    }
    return nil
  })

/// Bytes, and the records in them.
struct ReadCSV {
  let bytes: [UInt8]
  let reader: CSVReader
  /// The records that the oracle finds.
  let rows: [CSVOracle.Row]
  /// The offsets where records begin, and the end of the bytes.
  let borders: [Int]

  init(_ bytes: [UInt8], limit: Int) {
    self.bytes = bytes
    reader = CSVReader(CSVDialect(maximumQuotedSize: limit))
    rows = CSVOracle(bytes, delimiter: UInt8(ascii: ","), limit: limit).records
    borders = rows.map(\.start) + [bytes.count]
  }

  /// The record at an offset, if only some of the bytes are available; nil if they are not enough.
  func extent(at offset: Int, with count: Int) -> RecordExtent? {
    bytes[..<count].withUnsafeBytes {
      reader.record(at: offset, in: $0, isComplete: count == bytes.count)
    }
  }

  /// The border after an offset, found in a range of the bytes, which may begin after the start of
  /// the text.
  func border(from offset: Int, in range: Range<Int>) -> CSVBorder {
    bytes[range].withUnsafeBytes {
      reader.border(
        from: offset - range.lowerBound, in: $0, isComplete: range.upperBound == bytes.count)
    }.moved(by: range.lowerBound)
  }

  /// The border before another one, found in the bytes from `first` to `end`.
  func border(before border: Int, from first: Int, to end: Int) -> CSVBorder {
    bytes[first..<end].withUnsafeBytes {
      reader.border(before: border - first, in: $0, isStart: first == 0)
    }.moved(by: first)
  }
}

extension CSVBorder {
  fileprivate func moved(by distance: Int) -> CSVBorder {
    switch self {
    case .proved(let offset): .proved(offset + distance)
    case .guessed(let offset): .guessed(offset + distance)
    case .needsMoreBytes(let guess): .needsMoreBytes(guess: guess.map { $0 + distance })
    }
  }
}
