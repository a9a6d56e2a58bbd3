/// Takes the terminal and gives it back, and knows who has it.
///
///     shells ◀──enter, leave──▶ ours ──hang up──▶ gone        any ──close──▶ closed
final class TerminalSession {
  /// Who has the terminal.
  enum State {
    /// The program: frames are shown and keys are read.
    case ours
    /// A shell for now: before the first entry, while the process is stopped, and in the
    /// background.
    case shells
    /// No one: nothing can be read from it, nor written to it, ever again.
    case gone
    /// A shell for good.
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
  /// Whether `^C` is a signal.
  private let interrupts: Bool
  /// Called before the shell has its keys back, when the terminal has taken all that was to be sent.
  var willRestore: (() -> Void)?

  /// Begins with a terminal that is the shell's.
  init(_ parts: ScreenParts, modes: TerminalModes, options: NCursesOptions) {
    (device, painter, writer) = (parts.device, parts.painter, parts.writer)
    (signals, self.modes) = (parts.signals, modes)
    restoring = TerminalRestoring(painter.capabilities, modes: modes, device.size)
    crashGuard = options.catchesCrashes ? CrashGuard(device) : nil
    if options.holdsStandardError { crashGuard?.holdErrors() }
    interrupts = options.inputLimit != nil
  }

  /// Whether the terminal may still be used, by whomever.
  var isThere: Bool { state == .ours || state == .shells }

  /// Takes the terminal, where the process is in front: its keys, and what else is not as at its
  /// start.
  ///
  /// A process of the background leaves it to the one in front, which is a shell, and is stopped
  /// meanwhile; says whether the terminal is taken.
  func enter() -> Bool {
    guard isThere, signals.waitForForeground({ device.isInForeground }) else { return false }
    crashGuard?.arm(restoring.all)
    device.enterRawMode(interrupts: interrupts)
    writer.write(modes.enter)
    state = .ours
    return true
  }

  /// Gives it back, if it is taken; what it does not take in half a second is given up.
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

  /// Sets mode 2027, which is reset whenever the terminal is given back; or resets it, if it was set so.
  func joinEmoji(_ joins: Bool) {
    guard joins != modes.joinsEmoji else { return }
    modes.joinsEmoji = joins
    restoring = TerminalRestoring(painter.capabilities, modes: modes, device.size)
    guard state == .ours else { return }
    crashGuard?.arm(restoring.all)
    writer.write(TerminalModes.emoji(joins))
  }

  /// Gives the terminal back and stops the process, until it is continued.
  func suspend() {
    leave()
    signals.stopProcess()
  }

  /// The terminal is gone; says whether it was there until now.
  func hangUp() -> Bool {
    guard isThere else { return false }
    state = .gone
    return true
  }

  /// Gives everything back for good.
  func close() {
    leave()
    state = .closed
    crashGuard?.close()
  }

  /// Sets the terminal's modes again, which somebody has loosened (`Watchdog`).
  func renewModes() {
    if state == .ours { device.enterRawMode(interrupts: interrupts) }
  }

  /// Keeps what is held of standard error short.
  func trimErrors() { crashGuard?.trimErrors() }
}

/// The modes that no description has, switched on and off again.
struct TerminalModes {
  private let mouse: Bool
  /// Whether the terminal is of ECMA-48's kind: it ignores the modes that it does not know, and others print
  /// them.
  private let isECMA48: Bool
  /// Whether the terminal may be asked for what it knows.
  let asks: Bool
  /// Whether mode 2027 is set: a sequence of emoji, and any other cluster, is one character.
  var joinsEmoji = false

  init(mouse: Bool, asks: Bool, isECMA48: Bool = true) {
    (self.mouse, self.isECMA48) = (mouse && isECMA48, isECMA48)
    self.asks = asks && isECMA48
  }

  /// Bracketed paste, so that pasted text is data and no commands; the mouse's buttons and wheel in
  /// SGR form, its motion only while a button is held (1002), where the terminal knows that.
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

  /// Sets mode 2027, or resets it.
  static func emoji(_ joins: Bool) -> [UInt8] { Array("\u{1B}[?2027\(joins ? "h" : "l")".utf8) }

  /// Asks whether synchronized updates are known (DECRQM of mode 2026).
  var query: [UInt8] { asks ? Array("\u{1B}[?2026$p".utf8) : [] }

  /// Ends a frame that was cut; for terminals that may be asked, the others print it.
  var endOfFrame: [UInt8] { asks ? Array("\u{1B}[?2026l".utf8) : [] }

  /// A frame that is shown at once, not while it arrives.
  static func synchronized(_ frame: [UInt8]) -> [UInt8] {
    Array("\u{1B}[?2026h".utf8) + frame + Array("\u{1B}[?2026l".utf8)
  }
}
