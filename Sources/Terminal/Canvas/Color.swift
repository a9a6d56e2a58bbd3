/// A color: an entry of the terminal's palette, an RGB color, or the terminal's default.
public enum Color: Hashable, Sendable, BitwiseCopyable {
  /// The terminal's default color, which is readable on dark and light backgrounds.
  case `default`
  /// An entry of xterm's palette of 256 colors: 0–15 depend on the theme, 16–231 form a cube of
  /// 6×6×6 colors, and 232–255 are grays.
  case indexed(UInt8)
  /// A color in sRGB, 8 bits per channel.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)

  /// The nearest color that a screen with the given number of colors can show.
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

/// The number of colors that a screen can show.
public enum ColorDepth: Int, Comparable, Sendable {
  /// No colors, only attributes (`NO_COLOR`, `--color never`, vt100).
  case none = 0
  /// The eight colors of ECMA-48.
  case eight = 8
  /// xterm's palette.
  case palette256 = 256
  /// Any RGB color, and xterm's palette.
  case trueColor = 16_777_216

  /// Whether the first depth has fewer colors than the second.
  public static func < (a: ColorDepth, b: ColorDepth) -> Bool { a.rawValue < b.rawValue }
}

/// The cube and the grays of xterm's palette, which themes do not change, and its eight base
/// colors.
enum XtermPalette {
  private typealias Channels = (red: Int, green: Int, blue: Int)

  /// Finds the entry nearest to a color among the entries from 16 to 255.
  static func nearest(toRed red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
    let color = (red: Int(red), green: Int(green), blue: Int(blue))
    let cube = 16 + 36 * level(of: color.red) + 6 * level(of: color.green) + level(of: color.blue)
    let mean = (color.red + color.green + color.blue) / 3
    let grey = 232 + min(max(0, (mean - 3) / 10), 23)
    return UInt8(distance(color, cube) <= distance(color, grey) ? cube : grey)
  }

  /// The nearest of the eight base colors, by thresholds; black or white for grays.
  static func nearestOfEight(toRed red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
    nearestOfEight(to: nearest(toRed: red, green: green, blue: blue))
  }

  /// The base color that is nearest to an entry.
  static func nearestOfEight(to entry: UInt8) -> UInt8 {
    switch entry {
    case 0..<8: return entry
    case 8..<16: return entry - 8
    case 232...: return entry < 244 ? 0 : 7
    default:
      let cube = entry - 16
      return bit(cube / 36) | bit(cube / 6 % 6) << 1 | bit(cube % 6) << 2
    }
  }

  private static func bit(_ level: UInt8) -> UInt8 { level >= 3 ? 1 : 0 }

  /// The color of an entry from 16 to 255.
  private static func color(at entry: Int) -> Channels {
    guard entry < 232 else {
      let grey = 8 + 10 * (entry - 232)
      return (grey, grey, grey)
    }
    let index = entry - 16
    return (level(at: index / 36), level(at: index / 6 % 6), level(at: index % 6))
  }

  /// The channel value at an index of the cube of entries 16–231: 0, 95, 135, 175, 215, 255
  /// (xterm's `256colres.pl`).
  private static func level(at index: Int) -> Int { index == 0 ? 0 : 55 + 40 * index }

  /// The index in the cube that is nearest to a channel's value; the thresholds lie midway between
  /// the values of adjacent indices.
  private static func level(of value: Int) -> Int {
    switch value {
    case ..<48: 0
    case ..<115: 1
    default: (value - 35) / 40
    }
  }

  private static func distance(_ color: Channels, _ entry: Int) -> Int {
    let other = self.color(at: entry)
    let (red, green, blue) = (
      color.red - other.red, color.green - other.green, color.blue - other.blue
    )
    return red * red + green * green + blue * blue
  }
}
