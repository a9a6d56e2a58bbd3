import CEndless
import EventLoop
import Glibc
import Terminal

/// The terminal's device: its descriptors, its line discipline and its size.
///
/// Output has a separate file description if the device can be opened again, so that its
/// non-blocking mode is not shared with the shell or with standard input.
final class TerminalDevice {
  /// The largest size that is drawn: a canvas needs 16 bytes for each column of each line, and a
  /// remote client can choose any size.
  static let largest = Size(lines: 300, columns: 500)
  /// The size that is assumed if the terminal reports none, as in terminfo.
  static let fallback = Size(lines: 24, columns: 80)

  let input: Int32
  let output: Int32
  private let ownsInput: Bool
  /// The modes of the terminal before the program changed them.
  let original: termios

  init() throws(NCursesScreenError) {
    ownsInput = isatty(STDIN_FILENO) == 0
    input = ownsInput ? open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC) : STDIN_FILENO
    guard input >= 0 else { throw .noTerminal }
    var attributes = termios()
    guard tcgetattr(input, &attributes) == 0 else { throw .noTerminal }
    original = attributes
    output = Self.openOutput(fallback: input)
  }

  deinit {
    if output != input { close(output) }
    if ownsInput { close(input) }
  }

  /// Opens the output, if possible: the device may have no name, as in a container, and its file
  /// may belong to another user, as after su(1).
  private static func openOutput(fallback: Int32) -> Int32 {
    let name = ttyname(fallback).map { String(cString: $0) }
    for path in [name, "/proc/self/fd/\(fallback)", "/dev/tty"].compactMap(\.self) {
      let opened = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if opened >= 0, endless_same_terminal(opened, fallback) { return opened }
      if opened >= 0 { close(opened) }
    }
    return fallback
  }

  /// Makes the terminal deliver keys one by one, without echo and without signals (termios(3)).
  ///
  /// - Parameter interrupts: whether `^C` is still a signal, so that it works while keys are not
  ///   read.
  func enterRawMode(interrupts: Bool) {
    var raw = original
    cfmakeraw(&raw)
    raw.c_oflag = original.c_oflag & ~tcflag_t(OPOST)
    if interrupts { Self.letInterrupt(&raw) }
    set(raw)
  }

  private static func letInterrupt(_ modes: inout termios) {
    modes.c_lflag |= tcflag_t(ISIG)
    withUnsafeMutableBytes(of: &modes.c_cc) {
      $0[Int(VINTR)] = 3
      // Zero disables the character, so that `^\` and `^Z` have no effect in the kernel.
      ($0[Int(VQUIT)], $0[Int(VSUSP)]) = (0, 0)
    }
  }

  /// Restores the previous modes.
  func restoreMode() { set(original) }

  /// Whether the process is in the foreground of the terminal; a background process must not use
  /// the terminal.
  ///
  /// The process counts as being in the foreground if the terminal is not its controlling terminal.
  var isInForeground: Bool {
    let group = tcgetpgrp(input)
    return group < 0 || group == getpgrp()
  }

  /// Sets modes, unless the process is in the background, where SIGTTOU would stop it.
  ///
  /// It does not wait for output, because a terminal that accepts none would block the call.
  private func set(_ attributes: termios) {
    guard isInForeground else { return }
    var attributes = attributes
    tcsetattr(input, TCSANOW, &attributes)
  }

  /// Discards output that the terminal has not accepted, so that it can accept necessary bytes
  /// (tcflow(3), tcflush(3)).
  func discardOutput() {
    guard isInForeground else { return }
    tcflow(output, TCOON)
    tcflush(output, TCOFLUSH)
  }

  /// The size, limited to `largest` (ioctl_tty(2)).
  var size: Size {
    var extent = winsize()
    guard ioctl(input, UInt(TIOCGWINSZ), &extent) == 0, extent.ws_row > 0, extent.ws_col > 0 else {
      return Self.fallback
    }
    return Size(
      lines: min(Int(extent.ws_row), Self.largest.lines),
      columns: min(Int(extent.ws_col), Self.largest.columns))
  }

  /// The number of bytes typed but not read, at most 4 KiB (ioctl_tty(2)).
  var waitingCount: Int {
    var count: Int32 = 0
    _ = ioctl(input, UInt(FIONREAD), &count)
    return Int(count)
  }

  /// Discards all bytes typed but not read (tcflush(3)).
  func discardInput() { tcflush(input, TCIFLUSH) }

  /// Waits for input until a point in time; returns true if there is input and the other descriptor
  /// has no event.
  func waitForInput(until moment: ContinuousClock.Instant, or other: Int32) -> Bool {
    var waited = [input, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let left = (moment - .now) / .milliseconds(1)
    return left > 0 && poll(&waited, 2, Int32(left) + 1) > 0 && waited[1].revents == 0
  }

  /// The result of a read.
  enum Reading {
    case bytes([UInt8])
    case nothing
    case hungUp
  }

  /// Reads up to `most` bytes.
  ///
  /// Call it after poll(2) has reported input or a hang-up; otherwise a read would block, or, on a
  /// terminal that is gone, repeatedly return nothing.
  func read(_ most: Int) -> Reading {
    var error: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { memory, count in
      let taken = Glibc.read(input, memory.baseAddress, most)
      error = taken < 0 ? errno : 0
      count = max(0, taken)
    }
    if error == EINTR || error == EAGAIN { return .nothing }
    return bytes.isEmpty ? .hungUp : .bytes(bytes)
  }
}

/// A tracker of the terminal's size, which reports its changes.
final class TerminalExtent {
  /// The size, limited to 300 lines and 500 columns; 80×24 if the terminal reports none.
  private(set) var size: Size
  private let device: TerminalDevice
  private let painter: ScreenPainter
  private let signals: SignalReader
  private let gate: FloodLimit?
  private let loop: MainLoop
  private let events: ScreenEvents
  /// Whether a resize is waiting for the end of a required pause.
  private var isWaiting = false

  init(_ parts: ScreenParts, gate: FloodLimit?) {
    (device, painter, signals) = (parts.device, parts.painter, parts.signals)
    (loop, events) = (parts.loop, parts.events)
    (size, self.gate) = (device.size, gate)
  }

  /// Reports the size if it has changed.
  func updateIfChanged() { if device.size != size { update() } }

  /// Reports the size after a change, even if the size is the same again, because the terminal had
  /// a different size in the meantime and may have cut its lines or reset its margins.
  private func update() {
    size = device.size
    painter.repaint()
    events.report(.resized(size))
  }

  /// Reports the size, but combines changes during a required pause: each change requires a whole
  /// frame, and a terminal may send a thousand changes per second.
  func updateWhenPaid() {
    guard let debt = gate?.debt(), debt > .zero else { return update() }
    guard !isWaiting else { return }
    isWaiting = true
    // Each reported signal would wake the process, up to ten thousand times per second.
    signals.tellResizes(false)
    loop.after(min(debt, FloodLimit.pause)) { [weak self] in self?.endWait() }
  }

  private func endWait() {
    guard signals.isOpen else { return }
    isWaiting = false
    signals.tellResizes(true)
    updateWhenPaid()
    events.ringIfAny()
  }
}
