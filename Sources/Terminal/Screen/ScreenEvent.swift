/// What a screen reports.
public enum ScreenEvent: Hashable, Sendable {
  /// A key, the mouse, a paste, a change of focus or an answer of the terminal.
  case input(Input)
  /// The extent has changed to this one, which the screen has by now.
  case resized(Size)
  /// The process was continued after it had been stopped; the screen has to be drawn whole.
  case resumed
  /// The terminal is known to show sequences of emoji whole from now on, in two columns each: see
  /// `SafeText.init(_:joinsEmoji:)`.
  case emojiJoined
  /// A signal asks the process to end; the number is the signal's.
  case terminated(signal: Int32)
  /// For seconds, far more input has come than the screen takes.
  case flooded
  /// The system does not let the screen go on; the reason is one line.
  case failed(reason: String)
  /// The terminal is gone; nothing can be shown on it any more.
  case hungUp
}
