import CEndless
import Glibc

/// Turns signals into values, so that nothing runs in a handler.
///
/// They are blocked on the main thread, and read from a descriptor (signalfd(2)); the workers of
/// Dispatch block all signals by themselves.
final class SignalReader {
  /// Those that ask the process to end.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let watched = ending + [SIGTSTP, SIGCONT, SIGWINCH]

  /// Can be read when a signal has come.
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

  /// Lets signals do what they did before.
  ///
  /// - Parameter terminalIsGone: keeps SIGHUP blocked, because the kernel ends reads of a terminal
  ///   before it sends that signal, which would then kill a process that is already leaving.
  func close(terminalIsGone: Bool) {
    guard isOpen else { return }
    isOpen = false
    Glibc.close(descriptor)
    var set = Self.set(of: Self.watched.filter { !terminalIsGone || $0 != SIGHUP })
    signal(SIGPIPE, pipeHandler)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Says whether changes of the size are told; one that comes meanwhile is told afterwards.
  func tellResizes(_ tells: Bool) {
    var set = Self.set(of: Self.watched.filter { tells || $0 != SIGWINCH })
    endless_set_signals(descriptor, &set)
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
    guard isOpen else { return }
    var set = Self.set(of: [SIGTSTP])
    kill(0, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Stops the process, as the kernel does with one that uses a terminal of others, until it is in
  /// front; returns whether it is: a signal may ask it to end before, or no shell be there to
  /// continue it.
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
