import Testing

@MainActor @Suite struct `A table under a reader who does anything` {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `agrees with a model that lays out all from scratch`(start: UInt64) {
    let reader = RandomReader(start: start)
    for _ in 0..<200 where !reader.hasFailed { reader.step() }
  }
}
