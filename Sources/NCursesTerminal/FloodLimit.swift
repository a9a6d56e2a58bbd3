import Glibc
import Terminal

/// Holds back a terminal's input, with the clocks of this process: by bytes, and by what they cost.
///
/// There is one for a screen, because whoever asks for the debt counts what was worked until then.
final class FloodLimit {
  /// Bytes that are read at a time, so that what they cost is seen soon: some ten or thirty keys.
  static let slice = 32
  /// Bytes that may wait while nothing is read; who sends more does not mean each of them.
  static let mostWaiting = 64
  /// How long the terminal is left alone before it is looked at again.
  static let pause = Duration.milliseconds(100)
  /// How long more may come than passes: longer than any key is held down or any paste takes.
  private static let floodLimit = Duration.seconds(5)

  private var bytes: InputMeter
  private var work = WorkMeter()
  private var worked = FloodLimit.processorTime
  private let start = ContinuousClock.now

  init(bytesPerSecond limit: Int) { bytes = InputMeter(bytesPerSecond: limit) }

  /// How long nothing may be read, because of the work done; zero if more may come.
  ///
  /// What the whole process has worked since it was last asked counts: also loads and pictures, on
  /// their own threads.
  func debt() -> Duration {
    let now = start.duration(to: .now)
    let worked = Self.processorTime
    work.charge(worked - self.worked, at: now)
    self.worked = worked
    return work.debt(at: now)
  }

  /// How many of the bytes that have come may pass.
  func admit(_ count: Int) -> Int { bytes.admit(count, at: start.duration(to: .now)) }

  /// Counts bytes that were thrown away.
  func drop(_ count: Int) { _ = bytes.admit(count, at: start.duration(to: .now)) }

  /// Whether somebody does nothing but send; who only makes much work does not.
  var isFlooded: Bool { bytes.floodTime >= Self.floodLimit }

  /// The time that all threads have worked (clock_gettime(2)).
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
