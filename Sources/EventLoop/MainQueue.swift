import CEndless
import Dispatch
import Glibc

/// The main queue, in a loop of the main thread that also waits for other things.
///
/// A `RunLoop` hears of the terminal from a thread of Dispatch: one thread more to wake for each
/// key, a tenth of its time.
struct MainQueue {
  /// Can be read when something waits.
  let descriptor = endless_main_queue_descriptor()

  /// Does what waits; to be called on the main thread.
  func drain() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
    endless_drain_main_queue()
  }
}
