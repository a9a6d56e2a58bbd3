package import Randomness
import Records

/// Any bytes as comma-separated values: what the reader makes of them, and where it finds borders.
package let csvTrial = Trial<UInt8>(
  "CSV", drawing: { Noise.drawn(from: $0) { $0.csv(delimiter: ",") } },
  brokenRule: { bytes in
    // A low limit makes quotes ordinary that are closed late, as 1 MiB hardly ever does.
    for limit in [1 << 20, 9] {
      let text = ReadCSV(bytes, limit: limit)
      if let rule = CSVRules.all.broken(by: text) { return rule }
    }
    return nil
  })

/// Bytes and the records that are in them.
struct ReadCSV {
  let bytes: [UInt8]
  let reader: CSVReader
  /// What the oracle finds.
  let rows: [CSVOracle.Row]
  /// Where records begin, and the end.
  let borders: [Int]

  init(_ bytes: [UInt8], limit: Int) {
    self.bytes = bytes
    reader = CSVReader(CSVDialect(maximumQuotedSize: limit))
    rows = CSVOracle(bytes, delimiter: UInt8(ascii: ","), limit: limit).records
    borders = rows.map(\.start) + [bytes.count]
  }

  /// The record at an offset, as it is with some of the bytes.
  func extent(at offset: Int, with count: Int) -> RecordExtent? {
    bytes[..<count].withUnsafeBytes {
      reader.record(at: offset, in: $0, isComplete: count == bytes.count)
    }
  }

  /// The border after an offset, as some of the bytes tell, of which the first is not the text's.
  func border(from offset: Int, in range: Range<Int>) -> CSVBorder {
    bytes[range].withUnsafeBytes {
      reader.border(
        from: offset - range.lowerBound, in: $0, isComplete: range.upperBound == bytes.count)
    }.moved(by: range.lowerBound)
  }

  /// The border before another one, as the bytes from a first one on tell.
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
