import CEndless
import Glibc

/// A reader that turns signals into values, so that no code runs in a signal handler.
///
/// The signals are blocked on the main thread and read from a descriptor (signalfd(2)); Dispatch's
/// threads block all signals themselves.
final class SignalReader {
  /// The signals that ask the process to exit.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let watched = ending + [SIGTSTP, SIGCONT, SIGWINCH]

  /// A descriptor that is readable when a signal has arrived.
  let descriptor: Int32
  private let pipeHandler: sighandler_t?
  private(set) var isOpen = true

  init() throws(NCursesScreenError) {
    var set = Self.set(of: Self.watched)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    pipeHandler = signal(SIGPIPE, SIG_IGN)
    descriptor = endless_signal_descriptor(&set)
    guard descriptor >= 0 else { throw .system(call: "signalfd", code: errno) }
  }

  isolated deinit { close(terminalIsGone: false) }

  /// Restores the previous handling of signals.
  ///
  /// - Parameter terminalIsGone: whether the terminal is gone. SIGHUP then stays blocked: the
  ///   kernel sends this signal only after it has ended all reads of the terminal, so the signal
  ///   would kill a process that is already exiting.
  func close(terminalIsGone: Bool) {
    guard isOpen else { return }
    isOpen = false
    Glibc.close(descriptor)
    var set = Self.set(of: Self.watched.filter { !terminalIsGone || $0 != SIGHUP })
    signal(SIGPIPE, pipeHandler)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Sets whether changes to the terminal's size are reported; a change that happens while they are
  /// not reported is reported later.
  func tellResizes(_ tells: Bool) {
    var set = Self.set(of: Self.watched.filter { tells || $0 != SIGWINCH })
    endless_set_signals(descriptor, &set)
  }

  /// Removes and returns the waiting signals.
  func read() -> [Int32] {
    var signals: [Int32] = []
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    while Glibc.read(descriptor, &information, size) == size {
      signals.append(Int32(information.ssi_signo))
    }
    return signals
  }

  /// Stops the whole process group, as `^Z` would, and returns when it is continued.
  func stopProcess() {
    guard isOpen else { return }
    var set = Self.set(of: [SIGTSTP])
    kill(0, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Stops the process until it is in the foreground, as the kernel does with a background process
  /// that uses the terminal.
  ///
  /// - Returns: whether the process is in the foreground; false if a signal asks the process to
  ///   exit first, or if it may have no shell that could continue it.
  func waitForForeground(_ isInForeground: () -> Bool) -> Bool {
    while !isInForeground() {
      guard !isPending(Self.ending) else { return false }
      forget(SIGCONT)
      kill(0, SIGTTOU)
      guard isPending([SIGCONT]) else { return false }
    }
    return true
  }

  private func isPending(_ signals: [Int32]) -> Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return signals.contains { sigismember(&pending, $0) == 1 }
  }

  private func forget(_ signal: Int32) {
    var (set, none) = (Self.set(of: [signal]), timespec())
    while sigtimedwait(&set, nil, &none) == signal {}
  }

  /// A set of signals (sigsetops(3)).
  static func set(of signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}
