import CEndless
import Glibc

/// Ends the process where its main thread cannot: the signals that end a program are read there, and
/// would wait as long as it does.
///
/// It is a thread in C (`CEndless`), made before the terminal is taken: where no thread can be made that
/// is said at once, and not found out with a raw terminal. It sleeps until something happens.
final class Watchdog {
  /// - Throws: where no thread can be made, or no descriptor is left.
  init(of device: TerminalDevice) throws(NCursesScreenError) {
    var set = SignalReader.set(of: SignalReader.ending)
    switch endless_watchdog_open(device.input, &set) {
    case 0: return
    case EMFILE, ENFILE: throw .noDescriptors
    case EAGAIN, ENOMEM: throw .noThreads
    case let code: throw .system(call: "pthread_create", code: code)
    }
  }

  /// For a while it still ends a process that cannot end.
  isolated deinit { endless_watchdog_leave() }

  /// The main thread waits for events; says whether the terminal's modes have to be set again.
  func rest() -> Bool { endless_watchdog_rest() }

  /// The main thread works, which is not to last long.
  func work() { endless_watchdog_work() }

  /// Ends the process after a time, whatever the main thread does.
  func limit(_ time: Duration) { endless_watchdog_limit(Int64(time / .milliseconds(1))) }
}
