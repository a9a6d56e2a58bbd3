public import EventLoop
import Glibc
public import Terminal

/// The real screen, painted by ncurses, or with bytes of its own what ncurses cannot express.
///
/// Open it once in a process, on the main thread, before other threads are started: signals are
/// blocked from then on, in all threads that are started later, and arrive as events. `close()`
/// gives the terminal back.
///
/// Standard input is the terminal; where it is not one, as behind a pipe, `/dev/tty` is.
public final class NCursesScreen: Screen {
  private let parts: ScreenParts
  private let session: TerminalSession
  private let emoji: EmojiProbe
  private let input: TerminalInput
  private let extent: TerminalExtent
  private let jobs: JobControl
  private let watches: ScreenWatches
  private var watchdog: Watchdog?

  /// Opens the terminal: the alternate screen, raw keys, no cursor.
  ///
  /// `open(options:_:)` is safer, because it closes it too.
  ///
  /// - Throws: `.noTerminal` where there is none, `.unknownTerminal` where its type is not known, and the other errors
  ///   where the system has no thread or descriptor left or fails a call.
  public init(options: NCursesOptions = NCursesOptions()) throws(NCursesScreenError) {
    let term = environmentVariable("TERM") ?? ""
    let gate = options.inputLimit.map { FloodLimit(bytesPerSecond: $0) }
    parts = try ScreenParts(options: options, term: term)
    let isECMA48 = parts.painter.capabilities.isECMA48
    let modes = TerminalModes(
      mouse: options.mouse, asks: TerminalName.answersQueries(term), isECMA48: isECMA48)
    reportsMouse = options.mouse && isECMA48
    takesSequences = modes.asks
    session = TerminalSession(parts, modes: modes, options: options)
    emoji = EmojiProbe(
      parts, session, isAllowed: options.joinsEmoji && gate == nil && modes.asks)
    input = TerminalInput(parts, session, emoji, gate: gate, escapeDelay: options.escapeDelay)
    extent = TerminalExtent(parts, gate: gate)
    jobs = JobControl(parts, session, extent)
    watches = ScreenWatches(parts, session, input, jobs)
    if options.catchesCrashes { watchdog = try Watchdog(of: parts.device) }
    parts.loop.willWait = { [weak self] in self?.willWait() }
    parts.loop.didWait = { [weak self] in self?.watchdog?.work() }
    if jobs.begin() { parts.writer.write(modes.query) }
  }

  isolated deinit { close() }

  /// Opens the terminal, runs a program on it and gives the terminal back, whatever happens.
  ///
  /// - Throws: where the terminal cannot be opened, and what the program throws.
  public static func open<Result>(
    options: NCursesOptions = NCursesOptions(), _ body: (NCursesScreen) throws -> Result
  ) throws -> Result {
    let screen = try NCursesScreen(options: options)
    defer { screen.close() }
    return try body(screen)
  }

  // MARK: Frames and events

  /// Called when events wait or the terminal takes frames again.
  public var onWake: (@MainActor () -> Void)? {
    get { parts.events.onWake }
    set { parts.events.onWake = newValue }
  }
  /// The extent, clamped to 300 lines and 500 columns; 80×24 for a terminal that says 0×0.
  public var size: Size { extent.size }
  /// How many colours it shows.
  public var colorDepth: ColorDepth { parts.painter.depth }
  /// Whether the terminal was asked to report the mouse.
  public let reportsMouse: Bool
  /// Whether it ignores what it does not know, and so may be told anything.
  private let takesSequences: Bool
  /// Whether the terminal has taken the last frame.
  public var isReady: Bool { parts.writer.isReady && session.state == .ours }

  /// Takes out all events that wait, oldest first.
  public func readEvents() -> [ScreenEvent] { parts.events.removeAll() }

  /// Sends what differs from the last frame as one write; what the terminal does not take at once
  /// is sent when it does, and until then `isReady` is false.
  ///
  /// Nothing happens after `close()`, nor when the terminal is gone, lent or the shell's. It does not wait. Cost: the
  /// canvas's glyphs.
  public func present(_ canvas: Canvas) {
    guard session.state == .ours else { return }
    defer { session.trimErrors() }
    let frame = parts.painter.paint(canvas)
    guard !frame.isEmpty else { return }
    parts.writer.write(input.isSynchronized ? TerminalModes.synchronized(frame) : frame)
    parts.writer.write(emoji.question(behind: canvas))
  }

  /// Sends a text in UTF-8 for the clipboard by OSC 52, through tmux and screen, too; not to the kernel's console and
  /// the like, which would print it.
  ///
  /// Cost: a third more than the text's bytes are sent, and twice that within tmux. It does not wait.
  ///
  /// - Returns: whether it was sent: not after `close()`, nor while the terminal is gone, lent or the shell's.
  public func copy(_ text: [UInt8]) -> Bool {
    guard session.state == .ours, takesSequences else { return false }
    let multiplexer = Multiplexer(environmentVariable)
    parts.writer.write(ClipboardSequence.bytes(for: text, through: multiplexer))
    return true
  }

  /// Called with what was found out about sequences of emoji, if the terminal was asked; for a log.
  public var onEmojiFinding: ((EmojiFinding) -> Void)? {
    get { emoji.onFinding }
    set { emoji.onFinding = newValue }
  }

  /// Whether it can show only ASCII, because the system has no locale for UTF-8 and the terminal is ncurses' to
  /// paint; everything else is a question mark there.
  public var isASCII: Bool { parts.painter.isASCII }
  /// Who paints the screen, and why.
  public var painter: PainterFinding { parts.painter.finding }
  /// Called when another painter takes over, once at most; for a log.
  public var onPainterFinding: ((PainterFinding) -> Void)? {
    get { parts.painter.onFinding }
    set { parts.painter.onFinding = newValue }
  }

  /// Makes the next frame be sent whole.
  public func repaint() { parts.painter.repaint() }

  /// Does something once after a time, while the screen runs, and not after `close()`.
  public func after(_ time: Duration, _ action: @escaping @MainActor () -> Void) {
    parts.loop.after(time) { [session] in if session.state != .closed { action() } }
  }

  /// A clock whose sleeps end while the screen runs, also after `close()`.
  public var clock: MainLoopClock { MainLoopClock(parts.loop) }

  /// The loop that runs it, for other descriptors to wait at.
  public var loop: MainLoop { parts.loop }

  // MARK: Life

  /// Gives the terminal back, stops the process, and takes the terminal when it is continued.
  ///
  /// Returns then, and waits before as `close()` does. Nothing happens after `close()`, nor when the terminal is gone.
  public func suspend() { jobs.suspend() }

  /// Gives the terminal to another program, in the same process group; until it is taken back `^C` and
  /// `^Z` are that program's.
  ///
  /// Waits as `close()` does.
  public func lend() { jobs.lend() }

  /// Takes the terminal back from the other program; does nothing where it was not lent.
  public func takeBack() { jobs.takeBack() }

  /// Gives the terminal back as it was; nothing is shown after that, and a second call does
  /// nothing.
  ///
  /// Waits up to half a second for the terminal to take the last bytes, and up to two seconds more for its answer where
  /// it was asked about sequences of emoji just before (`NCursesOptions.joinsEmoji`).
  public func close() {
    guard session.state != .closed else { return }
    let terminalIsGone = session.state == .gone
    session.close()
    watchdog = nil
    parts.signals.close(terminalIsGone: terminalIsGone)
  }

  /// Runs the main thread's loop until told; everything of the main actor happens in here.
  ///
  /// To be called on the main thread. Cost while idle: none, the thread sleeps. After `close()` it
  /// still does what others have left on the main actor.
  ///
  /// - Parameter isFinished: asked at the start and whenever something has happened; it should cost
  ///   next to nothing.
  public func run(until isFinished: @MainActor () -> Bool) {
    while true {
      do throws(EventLoopError) {
        return try parts.loop.run(until: isFinished)
      } catch {
        fail(error)
      }
    }
  }

  /// The thread is about to sleep: what it does next may take long again.
  private func willWait() {
    watches.update()
    if watchdog?.rest() == true { session.renewModes() }
  }

  /// Without events nothing can go on.
  private func fail(_ error: EventLoopError) {
    jobs.end()
    parts.events.report(.failed(reason: "the screen has failed: \(error)"))
    parts.events.ringIfAny()
  }

  /// Ends the process after a time, even if the main thread is stuck; a little after
  /// `Session.limit(_:clock:)` would, whose reader is told.
  ///
  /// Only with `NCursesOptions.catchesCrashes`, and until `close()`: else nothing happens. Another call takes the place
  /// of the last one.
  public func end(after time: Duration) { watchdog?.limit(time) }
}

/// What a program can ask of its screen.
public struct NCursesOptions: Sendable {
  /// When colours are used.
  public enum ColorUse: Sendable {
    /// As the terminal's type says: 256, eight or none; all mixtures where `COLORTERM` says so, too.
    ///
    /// `NO_COLOR` is the program's to read.
    case auto
    /// Eight at least, also where the terminal's type says none.
    case always
    /// Never; attributes alone.
    case never
  }

  /// Who paints the screen.
  public nonisolated enum PainterChoice: String, CaseIterable, Sendable {
    /// ncurses, and this library where it has to: from the first frame on that ncurses cannot express on a
    /// terminal that could show it, or where the system has no locale for UTF-8.
    case auto
    /// ncurses alone; what it cannot express becomes what is nearest to it.
    case ncurses
    /// This library, except on terminals that are not of ECMA-48's kind.
    case direct
  }

  /// When colours are used.
  public var colors: ColorUse
  /// Who paints the screen; `auto` by default.
  public var painter = PainterChoice.auto
  /// Whether the mouse is reported; the terminal's own selection then needs Shift.
  public var mouse: Bool
  /// How long a lone escape waits for the rest of a sequence; 25 ms by default, some 100 ms are
  /// better over a network.
  public var escapeDelay: Duration

  /// Whether the screen gives the terminal back on a crash: a trap, a stack overflow of the main
  /// thread, an abort, or `exit` while it is open.
  ///
  /// It takes SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV and SIGSYS until it is closed, and
  /// all other signals that end a process unless they are handled, as SIGXCPU and SIGUSR1. An
  /// earlier handler gets the signal after the terminal is back; code that sets one later should
  /// call the one that it finds. Without this option a program has to do this by itself.
  public var catchesCrashes = true
  /// Whether standard error, where it is the terminal, is held back while the screen is open, so
  /// that it does not draw over it; the last 4 KiB of it are written out at the end, made safe.
  ///
  /// Needs `catchesCrashes`, because a crash writes its reason there.
  public var holdsStandardError = true

  /// Whether the terminal may be asked, when a sequence of emoji is first to be seen, if it shows such
  /// sequences whole; false by default, and never where `inputLimit` is set.
  ///
  /// `ScreenEvent.emojiJoined` is reported if it does; `Session` passes that on to its controllers.
  public var joinsEmoji = false

  /// Bytes of input taken a second; without a limit if nil.
  ///
  /// What exceeds them is dropped. While the process has worked more than a seventh of the time
  /// nothing is read: a few keys come later, and of many none; `^C` is a signal then, which
  /// `Session` is ended by. After five seconds of far more bytes, `ScreenEvent.flooded` is
  /// reported.
  public var inputLimit: Int?

  /// Creates options; the defaults are right for a local terminal.
  public init(
    colors: ColorUse = .auto, mouse: Bool = false, escapeDelay: Duration = .milliseconds(25)
  ) {
    self.colors = colors
    self.mouse = mouse
    self.escapeDelay = escapeDelay
  }
}

/// Why a terminal cannot be used full-screen.
public enum NCursesScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Neither standard input nor the controlling terminal can be read.
  case noTerminal
  /// ncurses does not know the terminal's type, or it cannot move its cursor.
  case unknownTerminal(String)
  /// No thread can be made: a limit on processes or on memory is reached.
  case noThreads
  /// No file descriptor is left.
  case noDescriptors
  /// A call of the system failed, with that `errno`.
  case system(call: String, code: Int32)

  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .noTerminal: "there is no terminal to draw on; --plain writes lines instead"
    case .unknownTerminal(let name):
      "the terminal type '\(name)' is not known here; set TERM, for example to xterm-256color"
    case .noThreads:
      "no thread can be started; see the limits on processes and memory (ulimit -u, ulimit -d)"
    case .noDescriptors: "no more files can be opened; see the limit on open files (ulimit -n)"
    case .system(let call, let code): "the terminal cannot be opened: \(call) failed (\(code))"
    }
  }
}
