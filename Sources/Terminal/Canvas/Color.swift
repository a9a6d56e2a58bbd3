/// A colour of the terminal's palette, one that is mixed, or the terminal's own.
public enum Color: Hashable, Sendable, BitwiseCopyable {
  /// What the reader's terminal draws with when nothing is said: right on dark and light.
  case `default`
  /// An entry of xterm's palette of 256: 0–15 as themed, 16–231 a cube of 6×6×6, 232–255 greys.
  case indexed(UInt8)
  /// A colour in sRGB, 8 bits a channel.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)

  /// The colour as a screen of some colours shows it: the nearest that it has.
  ///
  /// Cost: constant.
  public func shown(in depth: ColorDepth) -> Color {
    switch (self, depth) {
    case (_, .none): .default
    case (.default, _), (_, .trueColor), (.indexed, .palette256): self
    case (.rgb(let red, let green, let blue), .palette256):
      .indexed(XtermPalette.nearest(toRed: red, green: green, blue: blue))
    case (.rgb(let red, let green, let blue), .eight):
      .indexed(XtermPalette.nearestOfEight(toRed: red, green: green, blue: blue))
    case (.indexed(let entry), .eight):
      .indexed(XtermPalette.nearestOfEight(to: entry))
    }
  }
}
