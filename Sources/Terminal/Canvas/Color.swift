/// A colour of the terminal's palette, or the terminal's own.
public enum Color: Hashable, Sendable, BitwiseCopyable {
  /// What the reader's terminal draws with when nothing is said: right on dark and light.
  case `default`
  /// An entry of xterm's palette of 256: 0–15 as themed, 16–231 a cube of 6×6×6, 232–255 greys.
  ///
  /// A screen of fewer colours cannot show them all; `Screen.colorDepth` says how many there are.
  case indexed(UInt8)
}
