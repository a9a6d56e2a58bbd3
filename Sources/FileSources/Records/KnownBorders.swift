/// Where items begin and end that were handed out, so that what follows them needs no search and is always the same.
///
/// Two for each page; of too many every second one is forgotten, and found again where it is needed.
struct KnownBorders: Sendable {
  /// In the order of the file.
  private var all: [RecordBorder] = []

  /// Those of 2,000 pages; 64 KiB of memory.
  static let most = 4_096

  /// The last one at an offset or before it.
  func last(upTo offset: Int) -> RecordBorder? {
    let index = index(after: offset)
    return index > 0 ? all[index - 1] : nil
  }

  /// The last one at an offset or before it that is certain.
  func lastProved(upTo offset: Int) -> RecordBorder? {
    all[..<index(after: offset)].last { $0.isProved }
  }

  /// Those in a range that are not certain.
  func guessed(in range: ClosedRange<Int>) -> [RecordBorder] {
    all[index(after: range.lowerBound - 1)..<index(after: range.upperBound)].filter { !$0.isProved }
  }

  mutating func forgetGuesses(in range: ClosedRange<Int>) {
    all.removeAll { range.contains($0.offset) && !$0.isProved }
  }

  /// What is proved stays.
  mutating func note(_ border: RecordBorder) {
    let index = index(after: border.offset)
    if index > 0, all[index - 1].offset == border.offset {
      if !all[index - 1].isProved { all[index - 1] = border }
      return
    }
    all.insert(border, at: index)
    guard all.count > Self.most else { return }
    all = all.indices.filter { $0.isMultiple(of: 2) }.map { all[$0] }
  }

  private func index(after offset: Int) -> Int {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
