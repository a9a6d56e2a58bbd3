import Terminal

/// A color in sRGB with 8 bits per channel.
struct RGB: Hashable, Sendable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  /// The squared distance to another color, from 0 to 195,075.
  func distance(to other: RGB) -> Int {
    let red = Int(self.red) - Int(other.red)
    let green = Int(self.green) - Int(other.green)
    let blue = Int(self.blue) - Int(other.blue)
    return red * red + green * green + blue * blue
  }

  /// The brightness, from 0 to 255, with the weights of ITU-R BT.709 in 256ths.
  var brightness: Int { (54 * Int(red) + 183 * Int(green) + 19 * Int(blue)) / 256 }
}

extension RGB {
  /// Creates a color from the squares of its channels, from 0 to 65,025.
  init(squares red: Int, _ green: Int, _ blue: Int) {
    self.init(red: Self.root(of: red), green: Self.root(of: green), blue: Self.root(of: blue))
  }

  /// The squares of the channels.
  ///
  /// The squares are close to linear light, in which colors mix, because the exponent of sRGB is
  /// about 2.2.
  var squares: (red: Int, green: Int, blue: Int) {
    (Int(red) * Int(red), Int(green) * Int(green), Int(blue) * Int(blue))
  }

  /// The integer nearest to the root, found bit by bit: for an integer v, v² − v < square holds
  /// exactly if v − ½ is at most the root.
  private static func root(of square: Int) -> UInt8 {
    var root = 0
    for bit in [128, 64, 32, 16, 8, 4, 2, 1] {
      let next = root | bit
      if next * next - next < square { root = next }
    }
    return UInt8(root)
  }
}

/// A shade built from the eight base colors: a color alone, over black, or under white.
///
/// Other pairs would give more mixtures, but their dots would have two hues, which the eye does not
/// blend.
struct BaseShade {
  /// The glyph, which covers part of the background.
  let glyph: Glyph
  /// The foreground and background.
  let style: Style
  private let color: RGB

  /// All 47 shades; solid ones first, so that they win ties, because they look calmer.
  private static let all: [BaseShade] = {
    let (black, white) = (0, 7)
    let full = (0...7).map { BaseShade(full: $0) }
    let dark = (1...7).flatMap { color in (1...3).map { BaseShade(color, over: black, $0) } }
    let light = (1...6).flatMap { color in (1...3).map { BaseShade(white, over: color, $0) } }
    return full + dark + light
  }()

  /// The colors of xterm; a theme of the terminal may alter them, but usually keeps their hues.
  private static let colors = [
    RGB(red: 0, green: 0, blue: 0), RGB(red: 205, green: 0, blue: 0),
    RGB(red: 0, green: 205, blue: 0), RGB(red: 205, green: 205, blue: 0),
    RGB(red: 0, green: 0, blue: 238), RGB(red: 205, green: 0, blue: 205),
    RGB(red: 0, green: 205, blue: 205), RGB(red: 229, green: 229, blue: 229),
  ]

  /// The nearest shade to a color, found by comparing all 47.
  static func nearest(to color: RGB) -> BaseShade {
    all.min { $0.color.distance(to: color) < $1.color.distance(to: color) }
      ?? BaseShade(full: 0)
  }

  private init(full index: Int) {
    glyph = .space
    style = Style(background: .indexed(UInt8(index)))
    color = Self.colors[index]
  }

  private init(_ front: Int, over back: Int, _ quarters: Int) {
    glyph = [Glyph("░"), Glyph("▒"), Glyph("▓")][quarters - 1]
    style = Style(foreground: .indexed(UInt8(front)), background: .indexed(UInt8(back)))
    color = Self.mixture(Self.colors[front], Self.colors[back], quarters)
  }

  /// Mixes two colors in linear light, as `BoxAverage` does.
  private static func mixture(_ front: RGB, _ back: RGB, _ quarters: Int) -> RGB {
    let (front, back, rest) = (front.squares, back.squares, 4 - quarters)
    return RGB(
      squares: (front.red * quarters + back.red * rest) / 4,
      (front.green * quarters + back.green * rest) / 4,
      (front.blue * quarters + back.blue * rest) / 4)
  }
}

/// Ten ASCII characters from dark to bright on a dark background.
enum BrightnessRamp {
  private static let glyphs = " .:-=+*#%@".unicodeScalars.map { Glyph($0) }

  /// The character whose coverage corresponds to the brightness of a color.
  static func glyph(for color: RGB) -> Glyph { glyphs[color.brightness * glyphs.count / 256] }
}
