import CEndless
import Glibc
import Processes
import Synchronization

/// A thread that helps to measure one round after the other, and waits between two rounds.
///
/// The system usually continues a thread on the processor on which it ran before. A new thread for
/// each round often began on the processor of the thread that had created it, and the other
/// processor was idle for about 10 ms of a round of 16 ms.
final class MeasuringHelper: Sendable {
  /// The state that the thread shares with the helper; the thread does not retain the helper.
  private final class Desk: Sendable {
    struct State {
      var round: MeasuringRound?
      var isClosed = false
    }

    private let state = Mutex(State())
    /// A descriptor that wakes the thread.
    private let bell = endless_event_counter(1)

    var isUsable: Bool { bell >= 0 }

    deinit { close(bell) }

    func change(_ change: (inout State) -> Void) {
      state.withLock { change(&$0) }
      var one: UInt64 = 1
      _ = write(bell, &one, MemoryLayout<UInt64>.size)
    }

    /// Helps with each round until the desk is closed.
    func serve() {
      var isClosed = false
      while !isClosed {
        var count: UInt64 = 0
        while read(bell, &count, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
        let next = state.withLock { state in
          defer { state.round = nil }
          return state
        }
        next.round?.help()
        isClosed = next.isClosed
      }
    }
  }

  private let desk = Desk()

  /// Starts the thread; nil if the system cannot create it.
  init?() {
    let desk = desk
    guard desk.isUsable, (try? WaitingThread.start("decoding") { desk.serve() }) != nil else {
      return nil
    }
  }

  /// Ends the thread.
  deinit { desk.change { $0.isClosed = true } }

  /// Lets the thread help with a round; it does not wait.
  func help(with round: MeasuringRound) { desk.change { $0.round = round } }
}
