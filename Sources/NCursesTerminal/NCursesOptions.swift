/// What a program can ask of its screen.
public struct NCursesOptions: Sendable {
  /// When colours are used.
  public enum ColorUse: Sendable {
    /// As the terminal's type says.
    case auto
    /// Always, at least eight.
    case always
    /// Never; attributes alone.
    case never
  }

  /// When colours are used.
  public var colors: ColorUse
  /// Whether the mouse is reported; the terminal's own selection then needs Shift.
  public var mouse: Bool
  /// How long a lone escape waits for the rest of a sequence.
  public var escapeDelay: Duration

  /// Creates options; a slow line needs a longer delay than a local one.
  public init(
    colors: ColorUse = .auto, mouse: Bool = false, escapeDelay: Duration = .milliseconds(25)
  ) {
    self.colors = colors
    self.mouse = mouse
    self.escapeDelay = escapeDelay
  }
}
