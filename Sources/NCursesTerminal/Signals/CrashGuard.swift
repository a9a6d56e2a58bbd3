import CEndless
import EventLoop
import Glibc
import Terminal

/// A guard that restores the terminal when no other code can, for example on a trap, a stack
/// overflow, an abort, or `exit`.
///
/// The work is done in C (`CEndless`) by a signal handler or, on `exit`, by an `atexit` handler.
/// Earlier handlers of the signals are called afterwards, and are restored when the guard is
/// closed.
final class CrashGuard {
  private var isHeld: Bool

  /// Installs the handlers; does nothing in a process that already has a guard.
  init(_ device: TerminalDevice) {
    var attributes = device.original
    isHeld = endless_crash_open(device.input, device.output, &attributes)
  }

  isolated deinit { close() }

  /// Holds standard error back if it goes to the terminal.
  func holdErrors() { if isHeld { endless_crash_hold_errors() } }

  /// Records that the terminal must be restored with the given bytes from now on.
  func arm(_ bytes: [UInt8]) { if isHeld { endless_crash_arm(bytes, bytes.count) } }

  /// Records that the terminal belongs to the shell from now on.
  func disarm() { if isHeld { endless_crash_disarm() } }

  /// Drops the beginning of the output to standard error that is held back, if the output is long;
  /// takes one system call per frame.
  func trimErrors() { if isHeld { endless_crash_trim_errors() } }

  /// Restores the handlers, and writes the last 4 KiB of the output to standard error that was held
  /// back.
  func close() {
    guard isHeld else { return }
    isHeld = false
    let words = [UInt8](unsafeUninitializedCapacity: Int(ENDLESS_CRASH_WORDS)) { memory, count in
      count = endless_crash_close(memory.baseAddress, memory.count)
    }
    guard !words.isEmpty else { return }
    let text = String(decoding: words, as: UTF8.self)
    let lines = text.split(separator: "\n").map { "\(SafeText(String($0)))\n" }
    Array(lines.joined().utf8).withUnsafeBytes {
      _ = DescriptorOutput.write($0, to: STDERR_FILENO)
    }
  }
}

/// The bytes that restore a terminal in any state, prepared in advance.
struct TerminalRestoring {
  /// The bytes that restore the screen: all lines scroll again, the style is plain, the cursor is
  /// visible, and the main screen is shown.
  let screen: [UInt8]
  /// The bytes that restore everything from any state: the escape character at their start ends an
  /// interrupted sequence (ECMA-48, 5.3).
  let all: [UInt8]

  /// Creates the bytes for a terminal from its description (terminfo(5)).
  ///
  /// - Parameter size: the size of the terminal.
  init(_ capabilities: TerminalCapabilities, modes: TerminalModes, _ size: Size) {
    let margins = capabilities.string("csr")?.starts(with: [0x1B, 0x5B]) ?? false
    let lastLine =
      capabilities.isECMA48
      ? Self.lastLine : capabilities.string("cup", size.lines - 1, 0) ?? []
    func bytes(_ names: [String]) -> [UInt8] { names.flatMap { capabilities.string($0) ?? [] } }
    screen =
      bytes(["op", "sgr0"]) + (margins ? Array("\u{1B}[r".utf8) : []) + lastLine
      + Array("\r\n".utf8)
      + bytes(["cnorm", "rmkx", "rmcup"])
    all = modes.endOfFrame + modes.leave + screen
  }

  /// The sequence that moves the cursor to the last line, where the shell continues if the terminal
  /// has no alternate screen, or if that screen is disabled.
  ///
  /// An ECMA-48 terminal replaces a line number that is too large with that of its last line, so
  /// the sequence is correct for any height.
  private static let lastLine = Array("\u{1B}[999;1H".utf8)
}

/// A watchdog that terminates the process if its main thread is stuck when the process must exit,
/// or if a time limit is exceeded.
///
/// It is needed because only the main thread reads the signals that terminate a program.
///
/// It is a thread in C (`CEndless`) that sleeps until something happens. It is created before the
/// terminal is taken, so that a failure is reported immediately and not while the terminal is in
/// raw mode.
final class Watchdog {
  /// Starts the watchdog's thread.
  ///
  /// - Throws: an error if no thread or no descriptor is available.
  init(of device: TerminalDevice) throws(NCursesScreenError) {
    var set = SignalReader.set(of: SignalReader.ending)
    switch endless_watchdog_open(device.input, &set) {
    case 0: return
    case EMFILE, ENFILE: throw .noDescriptors
    case EAGAIN, ENOMEM: throw .noThreads
    case let code: throw .system(call: "pthread_create", code: code)
    }
  }

  /// Leaves the watchdog running for a while, because the main thread may wait for a thread that
  /// cannot be created.
  isolated deinit { endless_watchdog_leave() }

  /// Records that the main thread is waiting for events; returns whether the terminal's modes must
  /// be set again.
  func rest() -> Bool { endless_watchdog_rest() }

  /// Records that the main thread is busy; after a second, `^C` becomes a signal, or the process
  /// exits if no thread can be created.
  func work() { endless_watchdog_work() }

  /// Terminates the process after a time, even if the main thread is stuck.
  func limit(_ time: Duration) { endless_watchdog_limit(Int64(time / .milliseconds(1))) }
}
