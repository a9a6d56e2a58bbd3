/// One thing the terminal has sent.
public enum Input: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse was used.
  case mouse(MouseEvent)
  /// Text was pasted.
  ///
  /// It is data, never commands, and not made safe: it may hold control characters. What exceeds
  /// 4096 bytes is cut off, which `isCut` says; invalid UTF-8 is repaired with U+FFFD.
  case paste(String, isCut: Bool = false)
  /// The terminal has gained the focus (true) or lost it.
  case focus(Bool)
  /// The terminal has answered a question.
  case reply(TerminalReply)
}
