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

  /// When colours are used.
  public var colors: ColorUse
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
