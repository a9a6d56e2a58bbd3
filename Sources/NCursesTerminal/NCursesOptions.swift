/// What a program can ask of its screen.
public struct NCursesOptions: Sendable {
  /// When colours are used.
  public enum ColorUse: Sendable {
    /// As the terminal's type says: 256, eight or none. `NO_COLOR` is the program's to read.
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
  /// How long a lone escape waits for the rest of a sequence; 25 ms if not said, some 100 ms are
  /// better over a network.
  public var escapeDelay: Duration

  /// Bytes of input taken a second; without a limit if nil.
  ///
  /// What exceeds them is dropped, also where the process works more than a sixth of the time. After
  /// five seconds of far more, `ScreenEvent.flooded` is reported.
  public var inputLimit: Int?

  /// Creates options; what is not said is right for a local terminal.
  public init(
    colors: ColorUse = .auto, mouse: Bool = false, escapeDelay: Duration = .milliseconds(25)
  ) {
    self.colors = colors
    self.mouse = mouse
    self.escapeDelay = escapeDelay
  }
}
