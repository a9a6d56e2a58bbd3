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
