/// An answer of the terminal that a program has use for.
///
/// A reply is input from outside and may be forged; every other kind is swallowed.
public enum TerminalReply: Hashable, Sendable {
  /// The state of a private mode: 0 unknown, 1 set, 2 reset, 3 always set, 4 never set.
  ///
  /// Source: DECRPM, `CSI ? number ; state $ y`, in the VT510 manual.
  case mode(number: Int, state: Int)
  /// Where the cursor is, counted from 1; never on line 1, where the same bytes are a key.
  ///
  /// Source: CPR, `CSI line ; column R`, in ECMA-48 8.3.14. F3 with modifiers is `CSI 1 ; modifiers R`.
  case cursor(line: Int, column: Int)
  /// What the terminal is, whatever that may be: the answer that every terminal has.
  ///
  /// Source: DA1, `CSI ? … c`, in the VT510 manual.
  case attributes
}
