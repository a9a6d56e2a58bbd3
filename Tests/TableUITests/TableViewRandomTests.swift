import Testing

@MainActor @Suite struct `A table under a reader who does anything` {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `agrees with a model that lays out all from scratch`(start: UInt64) {
    walk(RandomReader(start: start))
  }

  @Test(arguments: [(7, true, false), (8, false, true), (9, true, true)] as [(UInt64, Bool, Bool)])
  func `agrees with it under a header, and with headers, footers and separators of sections`(
    start: UInt64, hasHeader: Bool, hasSupplements: Bool
  ) {
    let header = hasHeader ? "head\ners" : nil
    walk(RandomReader(start: start, header: header, hasSupplements: hasSupplements))
  }

  private func walk(_ reader: RandomReader) {
    for _ in 0..<200 where !reader.hasFailed { reader.step() }
  }
}
