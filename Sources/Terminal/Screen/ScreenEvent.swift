/// What a screen reports.
public enum ScreenEvent: Hashable, Sendable {
  /// A key, the mouse, a paste, a change of focus or an answer of the terminal.
  case input(Input)
  /// The extent has changed.
  case resized(Size)
  /// The process was continued after it had been stopped.
  case resumed
  /// A signal asks the process to end; the number is the signal's.
  case terminated(signal: Int32)
  /// The terminal is gone.
  case hungUp
}
