import Testing

@MainActor @Suite struct `A table under a reader who does anything` {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `agrees with a model that lays out all from scratch`(start: UInt64) {
    walk(RandomReader(start: start))
  }

  @Test(arguments: [(7, false), (8, true), (9, true)] as [(UInt64, Bool)])
  func `agrees with it where sections have headers, footers and separators`(
    start: UInt64, hasHeader: Bool
  ) {
    let header = hasHeader ? "head\ners" : nil
    walk(RandomReader(start: start, header: header, hasSupplements: true))
  }

  private func walk(_ reader: RandomReader) {
    for _ in 0..<200 where !reader.hasFailed { reader.step() }
  }
}
