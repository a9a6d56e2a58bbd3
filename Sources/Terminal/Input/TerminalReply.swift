/// An answer of the terminal that a program has use for.
///
/// A reply is input from outside and may be forged; every other kind is swallowed.
public enum TerminalReply: Hashable, Sendable {
  /// The state of a private mode: 0 unknown, 1 set, 2 reset, 3 always set, 4 never set.
  ///
  /// Source: DECRPM, `CSI ? number ; state $ y`, in the VT510 manual.
  case mode(number: Int, state: Int)
}
