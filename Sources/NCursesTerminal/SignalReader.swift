import CNCurses
import Dispatch
import Glibc

/// Turns signals into values, so that nothing runs in a handler.
///
/// They are blocked on the main thread, and read from a descriptor (signalfd(2)); the workers of
/// Dispatch block all signals by themselves. ncurses' own handlers never run.
final class SignalReader {
  static let watched = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]

  private let descriptor: Int32
  private let source: any DispatchSourceRead

  init(onSignal: @escaping @MainActor () -> Void) throws(NCursesScreenError) {
    var set = Self.set(of: Self.watched)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    signal(SIGPIPE, SIG_IGN)
    descriptor = endless_signal_descriptor(&set)
    guard descriptor >= 0 else { throw .system(call: "signalfd", code: errno) }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { onSignal() } }
    source.activate()
  }

  isolated deinit {
    source.cancel()
    close(descriptor)
    var set = Self.set(of: Self.watched)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Takes out the signals that wait.
  func read() -> [Int32] {
    var signals: [Int32] = []
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    while Glibc.read(descriptor, &information, size) == size {
      signals.append(Int32(information.ssi_signo))
    }
    return signals
  }

  /// Stops the whole foreground group, as the shell would, and returns when it is continued.
  func stopProcess() {
    var set = Self.set(of: [SIGTSTP])
    kill(0, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  private static func set(of signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}
