import CEndless
import Glibc
import Synchronization

/// A round that measures parts of a file on up to two threads, each of which takes the next
/// remaining parts.
final class MeasuringRound: Sendable {
  /// A function that measures the parts with the given numbers, up to the last part of the file.
  typealias Measuring = (Range<Int>) throws(FileError) -> [MeasuredPart]
  /// Returns a function for the calling thread, with memory that only this thread uses.
  typealias Starting = @Sendable () -> Measuring

  private struct State {
    var left: Range<Int>
    /// The measured parts by the number of the first one of them.
    var parts: [Int: [MeasuredPart]] = [:]
    var failure: FileError?
  }

  /// The minimum number of parts for which a second thread is worthwhile.
  static let leastOfTwo = 8

  /// The minimum number of parts of a round in which several parts are taken at once; in a shorter
  /// round, one thread would wait for the other one.
  private static let leastOfGroups = 64

  private let numbers: Range<Int>
  /// The time after which no further part is begun, because a search waits for the round, and the
  /// file may be read slowly.
  private let end: ContinuousClock.Instant
  private let start: Starting
  private let state: Mutex<State>
  /// A descriptor that is readable when the second thread has nothing left to do.
  private let helperEnd = endless_event_counter(1)

  /// Creates a round of the parts with the given numbers.
  ///
  /// - Parameters:
  ///   - duration: the time after which no further part is begun, except the first one.
  ///   - start: called once on each thread.
  init(
    _ numbers: Range<Int>, atMost duration: Duration = .milliseconds(100),
    _ start: @escaping Starting
  ) {
    (self.numbers, self.start) = (numbers, start)
    end = .now + duration
    state = Mutex(State(left: numbers))
  }

  deinit { close(helperEnd) }

  /// Measures the parts, and returns them in order, up to the first one that was not measured.
  ///
  /// No further part is begun when the time is over, when the end of the file has been read, or
  /// after an error.
  ///
  /// - Parameter helper: the helper with the second thread; nil for one thread.
  /// - Throws: an error if the first part cannot be read.
  func run(with helper: MeasuringHelper? = nil) throws(FileError) -> [MeasuredPart] {
    let helper = helperEnd >= 0 ? helper : nil
    helper?.help(with: self)
    work()
    if helper != nil {
      var count: UInt64 = 0
      while read(helperEnd, &count, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
    }
    let (parts, failure) = state.withLock { ($0.parts, $0.failure) }
    var measured: [MeasuredPart] = []
    while let next = parts[numbers.lowerBound + measured.count], !next.isEmpty { measured += next }
    // After some parts, the next round throws the error.
    if let failure, measured.isEmpty { throw failure }
    return measured
  }

  /// Measures parts on the second thread, and reports its end.
  func help() {
    work()
    var one: UInt64 = 1
    _ = write(helperEnd, &one, MemoryLayout<UInt64>.size)
  }

  /// Takes the next parts; nil if none is left, or if the time is over and a part was taken before.
  private func next() -> Range<Int>? {
    state.withLock { state in
      let left = state.left
      guard !left.isEmpty, left.lowerBound == numbers.lowerBound || .now < end else { return nil }
      let count = numbers.count < Self.leastOfGroups ? 1 : DecodedParts.mostOfRead
      let taken = left.prefix(count)
      state.left = taken.upperBound..<left.upperBound
      return taken
    }
  }

  private func work() {
    let measure = start()
    while let numbers = next() {
      do throws(FileError) {
        try note(numbers, by: measure)
      } catch {
        state.withLock { state in
          (state.failure, state.left) = (error, numbers.upperBound..<numbers.upperBound)
        }
      }
    }
  }

  private func note(_ numbers: Range<Int>, by measure: Measuring) throws(FileError) {
    do throws(FileError) {
      let parts = try measure(numbers)
      state.withLock { state in
        state.parts[numbers.lowerBound] = parts
        if parts.last?.isLast ?? true { state.left = numbers.upperBound..<numbers.upperBound }
      }
    } catch {
      guard numbers.count > 1 else { throw error }
      // Only one of the parts may be unreadable.
      for number in numbers { try note(number..<number + 1, by: measure) }
    }
  }
}
