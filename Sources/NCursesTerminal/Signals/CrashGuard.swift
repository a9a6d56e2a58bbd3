import CEndless
import EventLoop
import Glibc
import Terminal

/// Gives the terminal back where nothing else can: on a trap, a stack overflow, an abort, `exit`.
///
/// The work is done in C (`CEndless`), from a signal's handler. Whoever had the signals before gets them
/// afterwards, and has them again when the guard is closed.
final class CrashGuard {
  private var isHeld: Bool

  /// Takes the signals; in a process that has a guard already it does nothing.
  init(_ device: TerminalDevice) {
    var attributes = device.original
    isHeld = endless_crash_open(device.input, device.output, &attributes)
  }

  isolated deinit { close() }

  /// Keeps standard error from the screen, if it leads there.
  func holdErrors() { if isHeld { endless_crash_hold_errors() } }

  /// From now on the terminal has to be given back.
  func arm(_ bytes: [UInt8]) { if isHeld { endless_crash_arm(bytes, bytes.count) } }

  /// From now on it is the shell's.
  func disarm() { if isHeld { endless_crash_disarm() } }

  /// Forgets the beginning of a long standard error; costs one call of the system a frame.
  func trimErrors() { if isHeld { endless_crash_trim_errors() } }

  /// Gives everything back, and writes out what was kept of standard error, its last 4 KiB.
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

/// The bytes that give a terminal back whatever it was doing, made while there is time to make them.
struct TerminalRestoring {
  /// Gives the screen back: all lines scroll again, the pen is plain, the cursor shown, the first screen
  /// there.
  let screen: [UInt8]
  /// Everything, whatever the terminal was doing: a sequence that was cut is ended by the escape of the
  /// next one (ECMA-48, 5.3).
  let all: [UInt8]

  /// For a terminal, by its description (terminfo(5)).
  ///
  /// - Parameter size: the terminal's.
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

  /// Where there is no second screen, or the terminal has it switched off, the shell goes on below; a
  /// terminal of ECMA-48's kind takes what is too far down for its last line, however high it is by then.
  private static let lastLine = Array("\u{1B}[999;1H".utf8)
}

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
