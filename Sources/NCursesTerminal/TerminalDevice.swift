import CEndless
import EventLoop
import Glibc
import Terminal

/// The terminal's device: its descriptors, its line discipline and its size.
///
/// Output has its own file description where the device can be opened again, so that its
/// non-blocking mode is not shared with the shell, nor with standard input.
final class TerminalDevice {
  /// Largest extent that is drawn: a canvas costs 12 bytes a place, and a remote client chooses the number.
  static let largest = Size(lines: 300, columns: 500)
  /// What a terminal that says 0×0 is taken for, as terminfo does.
  static let fallback = Size(lines: 24, columns: 80)

  let input: Int32
  let output: Int32
  private let ownsInput: Bool
  /// Its modes from before.
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

  /// Its name may be missing, as in a container, and its file another user's, as after su(1).
  private static func openOutput(fallback: Int32) -> Int32 {
    let name = ttyname(fallback).map { String(cString: $0) }
    for path in [name, "/proc/self/fd/\(fallback)", "/dev/tty"].compactMap(\.self) {
      let opened = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if opened >= 0, endless_same_terminal(opened, fallback) { return opened }
      if opened >= 0 { close(opened) }
    }
    return fallback
  }

  /// Keys come one by one, without echo, and none of them is a signal (termios(3)).
  ///
  /// - Parameter interrupts: whether `^C` is one all the same, so that it is heard where keys are
  ///   not read for a while.
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
      // Zero is no key: neither `^\\` nor `^Z` does anything by itself.
      ($0[Int(VQUIT)], $0[Int(VSUSP)]) = (0, 0)
    }
  }

  /// What it was before.
  func restoreMode() { set(original) }

  /// Whether the process is the one that the terminal is for now; another must not touch it.
  ///
  /// A terminal that controls no process here has no such process.
  var isInForeground: Bool {
    let group = tcgetpgrp(input)
    return group < 0 || group == getpgrp()
  }

  /// A background process that sets modes is stopped by SIGTTOU, which would leave it hanging; and
  /// waiting for output, a terminal that takes none would.
  private func set(_ attributes: termios) {
    guard isInForeground else { return }
    var attributes = attributes
    tcsetattr(input, TCSANOW, &attributes)
  }

  /// Throws away what the terminal has not taken, so that it can take what it must get
  /// (tcflow(3), tcflush(3)).
  func discardOutput() {
    guard isInForeground else { return }
    tcflow(output, TCOON)
    tcflush(output, TCOFLUSH)
  }

  /// The extent, clamped (ioctl_tty(2)).
  var size: Size {
    var extent = winsize()
    guard ioctl(input, UInt(TIOCGWINSZ), &extent) == 0, extent.ws_row > 0, extent.ws_col > 0 else {
      return Self.fallback
    }
    return Size(
      lines: min(Int(extent.ws_row), Self.largest.lines),
      columns: min(Int(extent.ws_col), Self.largest.columns))
  }

  /// How many bytes were typed and not read, at most 4 KiB (ioctl_tty(2)).
  var waitingCount: Int {
    var count: Int32 = 0
    _ = ioctl(input, UInt(FIONREAD), &count)
    return Int(count)
  }

  /// Throws away what was typed and not read, however much it is (tcflush(3)).
  func discardInput() { tcflush(input, TCIFLUSH) }

  /// Waits for something to read until a moment; says whether there is, and nothing at another descriptor.
  func waitForInput(until moment: ContinuousClock.Instant, or other: Int32) -> Bool {
    var waited = [input, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let left = (moment - .now) / .milliseconds(1)
    return left > 0 && poll(&waited, 2, Int32(left) + 1) > 0 && waited[1].revents == 0
  }

  /// What a read found.
  enum Reading {
    case bytes([UInt8])
    case nothing
    case hungUp
  }

  /// Takes up to `most` bytes, after poll(2) has told of them or of a hang-up: a terminal that is
  /// there would be waited for, and one that is gone reads as nothing for ever.
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

/// The extent of the terminal, and the changes of it that are told.
final class TerminalExtent {
  /// Clamped to 300 lines and 500 columns; 80×24 for a terminal that says 0×0.
  private(set) var size: Size
  private let device: TerminalDevice
  private let painter: ScreenPainter
  private let signals: SignalReader
  private let gate: FloodLimit?
  private let loop: MainLoop
  private let events: ScreenEvents
  /// Whether a resize waits for what was done to be paid.
  private var isWaiting = false

  init(_ parts: ScreenParts, gate: FloodLimit?) {
    (device, painter, signals) = (parts.device, parts.painter, parts.signals)
    (loop, events) = (parts.loop, parts.events)
    (size, self.gate) = (device.size, gate)
  }

  /// Tells a change, if there is one.
  func updateIfChanged() { if device.size != size { update() } }

  /// Tells the extent after a change, also where it is as it was before: the terminal has been another
  /// meanwhile, and has cut its lines or set its margins.
  private func update() {
    size = device.size
    painter.repaint()
    events.report(.resized(size))
  }

  /// The same, but resizes are joined while there is a debt: each costs a whole frame, and a terminal may
  /// send a thousand a second.
  func updateWhenPaid() {
    guard let debt = gate?.debt(), debt > .zero else { return update() }
    guard !isWaiting else { return }
    isWaiting = true
    // Each would wake the process, ten thousand times a second.
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
