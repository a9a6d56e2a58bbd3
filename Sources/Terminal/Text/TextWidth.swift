/// How many columns a scalar takes: the one rule for layout and for the bytes of a frame.
///
/// The data is Unicode 17's, made by `Scripts/make-width-table.py`. Ambiguous width counts as 1.
public enum TextWidth {
  /// The columns of a scalar: 0 (a mark), 1 or 2, and nil for what has no place on a screen:
  /// controls, surrogates, noncharacters and what Unicode 17 has not assigned.
  ///
  /// Cost: a comparison for ASCII, else a binary search of at most seven steps, mostly of none.
  public static func columns(of scalar: Unicode.Scalar) -> Int? {
    columns(of: scalar.value)
  }

  /// The columns of a code point, as above.
  package static func columns(of value: UInt32) -> Int? {
    if value < 0x7F { return value >= 0x20 ? 1 : nil }
    guard value <= 0x10FFFF else { return nil }
    let kind = runs[indexOfRun(holding: value)] & 3
    return kind == unprintable ? nil : Int(kind)
  }

  private static let unprintable: UInt32 = 3
  private static let runs = widthRuns

  /// Up to here, blocks of code points have an entry each in `firstRuns`; there are few runs beyond.
  private static let end: UInt32 = 0x20000
  private static let blockSize: UInt32 = 256

  /// For each block of code points the run that holds the first of them, so that a search is short.
  private static let firstRuns: [Int] = {
    var run = 0
    return stride(from: 0, through: end, by: UInt32.Stride(blockSize)).map { first in
      while run + 1 < runs.count, runs[run + 1] >> 2 <= first { run += 1 }
      return run
    }
  }()

  /// Finds the last run that begins at or before a code point.
  private static func indexOfRun(holding value: UInt32) -> Int {
    let block = Int(min(value, end) / blockSize)
    var low = firstRuns[block]
    var high = value < end ? firstRuns[block + 1] + 1 : runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle] >> 2 <= value { low = middle } else { high = middle }
    }
    return low
  }
}
