import CEndless
import Glibc
import Processes
import Synchronization

/// A round that measures parts of a file on up to two threads, each of which takes the next
/// remaining part.
final class MeasuringRound: Sendable {
  /// Measures a part.
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
  private let start: Starting
  private let state: Mutex<State>
  /// A descriptor that is readable when the second thread has nothing left to do.
  private let end = endless_event_counter(1)

  /// Creates a round of the parts with the given numbers.
  ///
  /// - Parameter start: called once on each thread.
  init(_ numbers: Range<Int>, _ start: @escaping Starting) {
    (self.numbers, self.start) = (numbers, start)
    state = Mutex(State(left: numbers))
  }

  deinit { close(end) }

  /// Measures the parts; returns them in order, except for some or all of those after the end of
  /// the file.
  ///
  /// - Throws: an error if the file cannot be read.
  func run() throws(FileError) -> [MeasuredPart] {
    let hasHelper = numbers.count >= Self.leastOfTwo && end >= 0 && startHelper()
    work()
    if hasHelper {
      var count: UInt64 = 0
      while read(end, &count, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
    }
    let (parts, failure) = state.withLock { ($0.parts, $0.failure) }
    if let failure { throw failure }
    return numbers.compactMap { parts[$0] }
  }

  private func startHelper() -> Bool {
    let started: ()? = try? WaitingThread.start("decoding") { [self] in
      work()
      var one: UInt64 = 1
      _ = write(end, &one, MemoryLayout<UInt64>.size)
    }
    return started != nil
  }

  private func work() {
    let measure = start()
    while let number = state.withLock({ $0.left.popFirst() }) {
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
