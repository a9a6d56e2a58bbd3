public import EventLoop
import Glibc
public import Terminal

/// The real screen, painted by ncurses, or directly, for example if ncurses cannot express a frame.
///
/// Open it once in a process, on the main thread, before other threads are started: it blocks
/// signals in the main thread and in all threads started later, and reports them as events.
/// `close()` restores the terminal.
///
/// It uses standard input if that is a terminal, and otherwise `/dev/tty`, for example if the
/// program reads from a pipe.
public final class NCursesScreen: Screen {
  private let parts: ScreenParts
  private let session: TerminalSession
  private let emoji: EmojiProbe
  private let input: TerminalInput
  private let extent: TerminalExtent
  private let jobs: JobControl
  private let watches: ScreenWatches
  private var watchdog: Watchdog?

  /// Opens the terminal and makes it deliver keys one by one; the first frame shows the alternate
  /// screen and hides the cursor.
  ///
  /// Prefer `open(options:_:)`, which also closes the screen.
  ///
  /// - Throws: `.noTerminal` if the process has no terminal, `.unknownTerminal` if its type is not
  ///   known, and other errors if the system has no thread or descriptor left or a system call
  ///   fails.
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

  /// Opens the terminal, runs a program on it, and always restores the terminal.
  ///
  /// - Throws: an error if the terminal cannot be opened, or the error of `body`.
  public static func open<Result>(
    options: NCursesOptions = NCursesOptions(), _ body: (NCursesScreen) throws -> Result
  ) throws -> Result {
    let screen = try NCursesScreen(options: options)
    defer { screen.close() }
    return try body(screen)
  }

  // MARK: Frames and events

  /// Called when events are waiting or the terminal accepts frames again.
  public var onWake: (@MainActor () -> Void)? {
    get { parts.events.onWake }
    set { parts.events.onWake = newValue }
  }
  /// The size, limited to 300 lines and 500 columns; 80×24 if the terminal reports none.
  public var size: Size { extent.size }
  /// The number of colors that the screen shows.
  public var colorDepth: ColorDepth { parts.painter.depth }
  /// Whether the terminal was asked to report the mouse.
  public let reportsMouse: Bool
  /// Whether the terminal ignores unknown sequences; if so, any sequence may be sent.
  private let takesSequences: Bool
  /// Whether the screen has the terminal, and the terminal has accepted all bytes.
  public var isReady: Bool { parts.writer.isReady && session.state == .ours }

  /// Removes and returns all waiting events, the oldest first.
  public func readEvents() -> [ScreenEvent] { parts.events.removeAll() }

  /// Sends the differences from the last frame in one write; bytes that the terminal does not
  /// accept immediately are sent later, and until then `isReady` is false.
  ///
  /// It does nothing after `close()`, or while the terminal is gone, lent or used by the shell. It
  /// does not wait. Cost: proportional to the number of glyphs on the canvas.
  public func present(_ canvas: Canvas) {
    guard session.state == .ours else { return }
    defer { session.trimErrors() }
    let frame = parts.painter.paint(canvas)
    guard !frame.isEmpty else { return }
    parts.writer.write(input.isSynchronized ? TerminalModes.synchronized(frame) : frame)
    parts.writer.write(emoji.question(behind: canvas))
  }

  /// Sends UTF-8 text for the clipboard with OSC 52, also through tmux and screen, but not to
  /// terminals that would print it, such as the Linux console.
  ///
  /// It does not wait. It sends a third more bytes than the text has; within tmux, it sends them
  /// twice.
  ///
  /// - Returns: whether the text was sent; false if the terminal would print the sequence, after
  ///   `close()`, and while the terminal is gone, lent or used by the shell.
  public func copy(_ text: [UInt8]) -> Bool {
    guard session.state == .ours, takesSequences else { return false }
    let multiplexer = Multiplexer(environmentVariable)
    parts.writer.write(ClipboardSequence.bytes(for: text, through: multiplexer))
    return true
  }

  /// Called with the result of the query about emoji sequences, if the terminal was queried, for
  /// example to write a log.
  public var onEmojiFinding: ((EmojiFinding) -> Void)? {
    get { emoji.onFinding }
    set { emoji.onFinding = newValue }
  }

  /// Whether only ASCII can be shown; other characters then become question marks.
  ///
  /// It is true if ncurses must paint and the system has no UTF-8 locale.
  public var isASCII: Bool { parts.painter.isASCII }
  /// The painter of the screen, and the reason for its choice.
  public var painter: PainterFinding { parts.painter.finding }
  /// Called, at most once, when another painter takes over, for example to write a log.
  public var onPainterFinding: ((PainterFinding) -> Void)? {
    get { parts.painter.onFinding }
    set { parts.painter.onFinding = newValue }
  }

  /// Makes the next frame repaint the whole screen.
  public func repaint() { parts.painter.repaint() }

  /// Runs an action once, after the given time, while the screen runs; does not run it after
  /// `close()`.
  public func after(_ time: Duration, _ action: @escaping @MainActor () -> Void) {
    parts.loop.after(time) { [session] in if session.state != .closed { action() } }
  }

  /// A clock whose sleeps end only while `run(until:)` runs; it also works after `close()`.
  public var clock: MainLoopClock { MainLoopClock(parts.loop) }

  /// The loop that runs the screen, to which other descriptors can be added.
  public var loop: MainLoop { parts.loop }

  // MARK: Life cycle

  /// Restores the terminal, stops the process, takes the terminal again when the process is
  /// continued, and then returns.
  ///
  /// Before the process stops, this call waits for the terminal as `close()` does. It does nothing
  /// after `close()` or when the terminal is gone.
  public func suspend() { jobs.suspend() }

  /// Lends the terminal to another program in the same process group; until the terminal is taken
  /// back, `^C` only affects that program, and `^Z` may stop both programs.
  ///
  /// It waits for the terminal as `close()` does.
  public func lend() { jobs.lend() }

  /// Takes the terminal back from the other program; it does nothing if the terminal was not lent.
  public func takeBack() { jobs.takeBack() }

  /// Restores the terminal; nothing is shown after that, and a second call does nothing.
  ///
  /// It waits up to half a second for the terminal to accept the last bytes, and up to two more
  /// seconds for the answer to a recent query about emoji sequences (`NCursesOptions.joinsEmoji`).
  public func close() {
    guard session.state != .closed else { return }
    let terminalIsGone = session.state == .gone
    session.close()
    watchdog = nil
    parts.signals.close(terminalIsGone: terminalIsGone)
  }

  /// Runs the main thread's loop until `isFinished` returns true; all work of the main actor runs
  /// in it.
  ///
  /// Call it on the main thread. The loop sleeps while it is idle. After `close()` it still runs
  /// the remaining work of the main actor.
  ///
  /// - Parameter isFinished: called at the start and after each turn of the loop; it should be
  ///   cheap.
  public func run(until isFinished: @MainActor () -> Bool) {
    while true {
      do throws(EventLoopError) {
        return try parts.loop.run(until: isFinished)
      } catch {
        fail(error)
      }
    }
  }

  /// Called before the thread sleeps; the watchdog then stops measuring the thread's work.
  private func willWait() {
    watches.update()
    if watchdog?.rest() == true { session.renewModes() }
  }

  /// Reports an error of the loop, because the program cannot continue without events.
  private func fail(_ error: EventLoopError) {
    jobs.end()
    parts.events.report(.failed(reason: "cannot use the terminal: \(error)"))
    parts.events.ringIfAny()
  }

  /// Terminates the process after the given time, even if the main thread is stuck.
  ///
  /// Pass a slightly longer time than to `Session.limit(_:clock:)`, because only the session warns
  /// the reader before it ends.
  ///
  /// It works only with `NCursesOptions.catchesCrashes`, and until `close()`. Another call replaces
  /// the previous one.
  public func end(after time: Duration) { watchdog?.limit(time) }
}

/// Options of a screen.
public struct NCursesOptions: Sendable {
  /// The use of colors.
  public enum ColorUse: Sendable {
    /// The colors that the description of the terminal's type has: 256, eight or none; or, instead
    /// of 256, all RGB colors if `COLORTERM` declares them and the painter can show them.
    ///
    /// The program must read `NO_COLOR` itself.
    case auto
    /// At least eight colors, even if the terminal's type has none, unless it cannot reset them.
    case always
    /// No colors, only attributes.
    case never
  }

  /// The painter of the screen; if ncurses does not support the terminal, this library paints in
  /// any case.
  public nonisolated enum PainterChoice: String, CaseIterable, Sendable {
    /// ncurses, until the first frame that ncurses cannot express but the terminal can show; from
    /// then on, this library.
    ///
    /// On a terminal that does not follow ECMA-48, only ncurses paints. Otherwise, if the system
    /// has no UTF-8 locale, this library paints from the start.
    case auto
    /// Only ncurses; anything that it cannot express is replaced by the nearest equivalent.
    case ncurses
    /// This library, except on terminals that do not follow ECMA-48.
    case direct
  }

  /// The use of colors.
  public var colors: ColorUse
  /// The painter of the screen; `auto` by default.
  public var painter = PainterChoice.auto
  /// Whether the mouse is reported; the terminal's own selection then needs Shift.
  public var mouse: Bool
  /// How long an escape waits for the remaining bytes of a sequence; the default is 25 ms, and
  /// about 100 ms is better over a network.
  public var escapeDelay: Duration

  /// Whether the screen restores the terminal on a crash: a trap, a stack overflow of the main
  /// thread, an abort, or `exit` while the screen is open.
  ///
  /// It handles SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV and SIGSYS until it is closed,
  /// and all other signals whose default action terminates a process, such as SIGXCPU and SIGUSR1,
  /// unless they are handled or ignored. An earlier handler gets the signal after the terminal is
  /// restored; code that sets a handler later should call the previous handler. Without this
  /// option, the program must restore the terminal itself.
  public var catchesCrashes = true
  /// Whether output to standard error is held back while the screen is open, if it goes to the
  /// terminal; its last 4 KiB are made safe and written at the end.
  ///
  /// It requires `catchesCrashes`, because a crash writes its reason to standard error.
  public var holdsStandardError = true

  /// Whether the terminal may be queried, when an emoji sequence is first shown, to find out
  /// whether it shows such sequences as one picture; false by default, and ignored if `inputLimit`
  /// is set.
  ///
  /// If the terminal shows them as one picture, `ScreenEvent.emojiJoined` is reported, which
  /// `Session` passes on to its controllers.
  public var joinsEmoji = false

  /// The number of input bytes accepted per second; nil for no limit.
  ///
  /// Bytes beyond the limit are dropped. While the process works more than a seventh of the time,
  /// nothing is read: a few keys are delayed, and larger amounts are dropped. If there is a limit,
  /// `^C` is a signal, which ends the `Session`. If more bytes than the limit keep arriving for
  /// five seconds, `ScreenEvent.flooded` is reported.
  public var inputLimit: Int?

  /// Creates options; the defaults suit a local terminal.
  public init(
    colors: ColorUse = .auto, mouse: Bool = false, escapeDelay: Duration = .milliseconds(25)
  ) {
    self.colors = colors
    self.mouse = mouse
    self.escapeDelay = escapeDelay
  }
}

/// The error of a terminal that cannot be used full-screen.
public enum NCursesScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Neither standard input nor the controlling terminal can be used.
  case noTerminal
  /// ncurses does not know the terminal's type, or the terminal cannot move its cursor or clear its
  /// screen.
  case unknownTerminal(String)
  /// No thread can be created, because a limit on processes or memory is reached.
  case noThreads
  /// No file descriptor is left.
  case noDescriptors
  /// A system call failed with this error number (errno(3)).
  case system(call: String, code: Int32)

  /// The error and its remedy in one line.
  public var description: String {
    switch self {
    case .noTerminal: "no terminal to draw on: use --plain to write lines"
    case .unknownTerminal(let name):
      "unknown terminal type '\(name)': set TERM, for example to xterm-256color"
    case .noThreads:
      "cannot start a thread: see the limits on processes and memory (ulimit -u, ulimit -d)"
    case .noDescriptors: "cannot open more files: see the limit on open files (ulimit -n)"
    case .system(let call, let code):
      "cannot open the terminal: \(call) failed: \(String(cString: strerror(code)))"
    }
  }
}
