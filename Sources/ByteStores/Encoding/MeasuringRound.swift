import CEndless
import Glibc
import Processes
import Synchronization

/// A round that measures parts of a file on up to two threads, each of which takes the next
/// remaining part.
final class MeasuringRound: Sendable {
  /// A function that measures the part with a given number.
  typealias Measuring = (Int) throws(FileError) -> MeasuredPart
  /// Returns a function for the calling thread, with memory that only this thread uses.
  typealias Starting = @Sendable () -> Measuring

  private struct State {
    var left: Range<Int>
    /// The measured parts by their numbers.
    var parts: [Int: MeasuredPart] = [:]
    var failure: FileError?
  }

  /// The minimum number of parts for which starting a second thread is worthwhile.
  private static let leastOfTwo = 8

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
  /// - Throws: an error if the first part cannot be read.
  func run() throws(FileError) -> [MeasuredPart] {
    let hasHelper = numbers.count >= Self.leastOfTwo && helperEnd >= 0 && startHelper()
    work()
    if hasHelper {
      var count: UInt64 = 0
      while read(helperEnd, &count, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
    }
    let (parts, failure) = state.withLock { ($0.parts, $0.failure) }
    let measured = numbers.prefix { parts[$0] != nil }.compactMap { parts[$0] }
    // After some parts, the next round throws the error.
    if let failure, measured.isEmpty { throw failure }
    return measured
  }

  private func startHelper() -> Bool {
    let started: ()? = try? WaitingThread.start("decoding") { [self] in
      work()
      var one: UInt64 = 1
      _ = write(helperEnd, &one, MemoryLayout<UInt64>.size)
    }
    return started != nil
  }

  /// Takes the next part; nil if none is left, or if the time is over and a part was taken before.
  private func next() -> Int? {
    state.withLock { state in
      state.left.lowerBound == numbers.lowerBound || .now < end ? state.left.popFirst() : nil
    }
  }

  private func work() {
    let measure = start()
    while let number = next() {
      do throws(FileError) {
        let part = try measure(number)
        state.withLock { state in
          state.parts[number] = part
          if part.isLast { state.left = number..<number }
        }
      } catch {
        state.withLock { state in
          (state.failure, state.left) = (error, number..<number)
        }
      }
    }
  }
}
