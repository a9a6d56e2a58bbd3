import CommandTrials
import Randomness
import Testing

/// The first of the inputs that `make fuzz` goes on with.
@Suite struct `Whatever is given to a command, or printed by one` {
  @Test(arguments: [1, 2] as [UInt64]) func `stays a value, whatever is around it`(seed: UInt64) {
    #expect(commandTrial.failure(from: seed, count: 40)?.description == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `is an answer or a failure`(seed: UInt64) {
    #expect(answerTrial.failure(from: seed, count: 300)?.description == nil)
  }
}
