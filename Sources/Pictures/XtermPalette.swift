import Terminal

/// The part of xterm's palette of 256 that no theme changes: the cube and the greys.
enum XtermPalette {
  /// The six levels of a channel in the cube of entries 16–231 (xterm's `256colres.pl`).
  private static let levels = [0, 95, 135, 175, 215, 255]

  /// Finds the entry nearest to a colour.
  static func nearest(to color: RGB) -> UInt8 {
    let cube = 16 + 36 * level(of: color.red) + 6 * level(of: color.green) + level(of: color.blue)
    let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
    let grey = 232 + min(max(0, (mean - 3) / 10), 23)
    return UInt8([cube, grey].min { distance(color, $0) < distance(color, $1) } ?? cube)
  }

  /// The colour of an entry from 16.
  static func color(at entry: Int) -> RGB {
    guard entry < 232 else {
      let grey = UInt8(8 + 10 * (entry - 232))
      return RGB(red: grey, green: grey, blue: grey)
    }
    let place = entry - 16
    return RGB(
      red: UInt8(levels[place / 36]), green: UInt8(levels[place / 6 % 6]),
      blue: UInt8(levels[place % 6]))
  }

  /// The level nearest to a channel's value; borders lie midway between two levels.
  private static func level(of value: UInt8) -> Int {
    switch value {
    case ..<48: 0
    case ..<115: 1
    default: (Int(value) - 35) / 40
    }
  }

  private static func distance(_ color: RGB, _ entry: Int) -> Int {
    color.distance(to: self.color(at: entry))
  }
}
