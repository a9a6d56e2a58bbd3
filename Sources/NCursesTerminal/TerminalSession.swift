/// A session that takes and restores the terminal, and tracks which program has it.
///
///     shells ◀──enter, leave──▶ ours     both ──hang up──▶ gone     all ──close──▶ closed
final class TerminalSession {
  /// The owner of the terminal.
  enum State {
    /// The program, which shows frames and reads keys.
    case ours
    /// Another program temporarily: before the terminal is taken, while the process is stopped or
    /// in the background, and while the terminal is lent.
    case shells
    /// None, because the terminal is gone.
    case gone
    /// The shell permanently.
    case closed
  }

  private(set) var state = State.shells
  private let device: TerminalDevice
  private let painter: ScreenPainter
  private let writer: FrameWriter
  private let signals: SignalReader
  private var modes: TerminalModes
  private var restoring: TerminalRestoring
  private let crashGuard: CrashGuard?
  /// Whether `^C` sends a signal instead of being read as a key.
  private let interrupts: Bool
  /// Called before the modes are restored, when the terminal has accepted all output.
  var willRestore: (() -> Void)?

  /// Creates a session whose terminal belongs to the shell.
  init(_ parts: ScreenParts, modes: TerminalModes, options: NCursesOptions) {
    (device, painter, writer) = (parts.device, parts.painter, parts.writer)
    (signals, self.modes) = (parts.signals, modes)
    restoring = TerminalRestoring(painter.capabilities, modes: modes, device.size)
    crashGuard = options.catchesCrashes ? CrashGuard(device) : nil
    if options.holdsStandardError { crashGuard?.holdErrors() }
    interrupts = options.inputLimit != nil
  }

  /// Whether the terminal still exists.
  var isThere: Bool { state == .ours || state == .shells }

  /// Takes the terminal and sets its modes if the process is in the foreground; returns whether the
  /// terminal was taken.
  ///
  /// A background process leaves the terminal to the foreground process, and is stopped until it is
  /// in the foreground.
  func enter() -> Bool {
    guard isThere, signals.waitForForeground({ device.isInForeground }) else { return false }
    crashGuard?.arm(restoring.all)
    device.enterRawMode(interrupts: interrupts)
    writer.write(modes.enter)
    state = .ours
    return true
  }

  /// Restores the terminal, if it was taken; drops output that the terminal does not accept within
  /// half a second.
  func leave() {
    guard state == .ours else { return }
    state = .shells
    writer.write(modes.leave + (painter.isOpen ? restoring.screen : []))
    painter.close()
    if writer.drain() {
      willRestore?()
    } else {
      writer.discard()
      device.discardOutput()
      writer.write(restoring.all)
    }
    device.restoreMode()
    crashGuard?.disarm()
  }

  /// Sets mode 2027, or resets it if this session has set it; it is also reset whenever the
  /// terminal is restored.
  func joinEmoji(_ joins: Bool) {
    guard joins != modes.joinsEmoji else { return }
    modes.joinsEmoji = joins
    restoring = TerminalRestoring(painter.capabilities, modes: modes, device.size)
    guard state == .ours else { return }
    crashGuard?.arm(restoring.all)
    writer.write(TerminalModes.emoji(joins))
  }

  /// Restores the terminal and stops the process until it is continued.
  func suspend() {
    leave()
    signals.stopProcess()
  }

  /// Records that the terminal is gone; returns whether it existed until now.
  func hangUp() -> Bool {
    guard isThere else { return false }
    state = .gone
    return true
  }

  /// Restores the terminal permanently.
  func close() {
    leave()
    state = .closed
    crashGuard?.close()
  }

  /// Sets the terminal's modes again after the watchdog has made `^C` a signal (`Watchdog`).
  func renewModes() {
    if state == .ours { device.enterRawMode(interrupts: interrupts) }
  }

  /// Limits the amount of output to standard error that is held back.
  func trimErrors() { crashGuard?.trimErrors() }
}

/// The sequences that set and reset the modes that terminal descriptions do not contain.
struct TerminalModes {
  private let mouse: Bool
  /// Whether the terminal follows ECMA-48 and ignores unknown modes; other terminals would print
  /// their sequences.
  private let isECMA48: Bool
  /// Whether the terminal may be queried.
  let asks: Bool
  /// Whether mode 2027 is set; in this mode, an emoji sequence or any other grapheme cluster is one
  /// character.
  var joinsEmoji = false

  init(mouse: Bool, asks: Bool, isECMA48: Bool = true) {
    (self.mouse, self.isECMA48) = (mouse && isECMA48, isECMA48)
    self.asks = asks && isECMA48
  }

  /// The sequences that set the modes: bracketed paste, so that pasted text is data and not
  /// commands; with the mouse, reports of its buttons and wheel in SGR form, and of its motion
  /// while a button is held (1002); and mode 2027 if `joinsEmoji` is true.
  var enter: [UInt8] {
    guard isECMA48 else { return [] }
    let reports = mouse ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : ""
    return Array("\u{1B}[?2004h\(reports)".utf8) + (joinsEmoji ? Self.emoji(true) : [])
  }

  var leave: [UInt8] {
    guard isECMA48 else { return [] }
    let reports = mouse ? "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l" : ""
    return (joinsEmoji ? Self.emoji(false) : []) + Array("\(reports)\u{1B}[?2004l".utf8)
  }

  /// Returns the sequence that sets or resets mode 2027.
  static func emoji(_ joins: Bool) -> [UInt8] { Array("\u{1B}[?2027\(joins ? "h" : "l")".utf8) }

  /// The query that asks whether synchronized updates are supported (DECRQM for mode 2026).
  var query: [UInt8] { asks ? Array("\u{1B}[?2026$p".utf8) : [] }

  /// The sequence that ends an interrupted frame; it is empty for terminals that may not be
  /// queried, because they would print it.
  var endOfFrame: [UInt8] { asks ? Array("\u{1B}[?2026l".utf8) : [] }

  /// The frame between the sequences that make the terminal show it all at once, and not while it
  /// arrives.
  static func synchronized(_ frame: [UInt8]) -> [UInt8] {
    Array("\u{1B}[?2026h".utf8) + frame + Array("\u{1B}[?2026l".utf8)
  }
}
