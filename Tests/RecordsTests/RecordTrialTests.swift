import Randomness
import RecordTrials
import Testing

/// The first of the inputs that `make fuzz` goes on with.
@Suite struct `Whatever is in a file` {
  @Test(arguments: [1, 2, 3] as [UInt64]) func `is JSON by the grammar alone`(seed: UInt64) {
    #expect(jsonTrial.failure(from: seed, count: 300)?.description == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `has the records of a plain reader of CSV`(
    seed: UInt64
  ) {
    #expect(csvTrial.failure(from: seed, count: 60)?.description == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `has the elements of an array of JSON`(
    seed: UInt64
  ) {
    #expect(elementTrial.failure(from: seed, count: 100)?.description == nil)
  }
}
