/// A colour in sRGB, 8 bits a channel.
struct RGB: Hashable, Sendable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  /// The square of the distance to another, from 0 to 195 075.
  func distance(to other: RGB) -> Int {
    let red = Int(self.red) - Int(other.red)
    let green = Int(self.green) - Int(other.green)
    let blue = Int(self.blue) - Int(other.blue)
    return red * red + green * green + blue * blue
  }

  /// How bright it is, from 0 to 255; weighted as ITU-R BT.709 does, in 256ths.
  var brightness: Int { (54 * Int(red) + 183 * Int(green) + 19 * Int(blue)) / 256 }
}

extension RGB {
  /// Makes a colour of the squares of its channels, from 0 to 65 025.
  init(squares red: Int, _ green: Int, _ blue: Int) {
    self.init(red: Self.root(of: red), green: Self.root(of: green), blue: Self.root(of: blue))
  }

  /// The squares of the channels: close to light, in which colours mix; sRGB's exponent is 2.2.
  var squares: (red: Int, green: Int, blue: Int) {
    (Int(red) * Int(red), Int(green) * Int(green), Int(blue) * Int(blue))
  }

  /// The nearest whole root, bit by bit: v² − v < square just when v − ½ is at most the root.
  private static func root(of square: Int) -> UInt8 {
    var root = 0
    for bit in [128, 64, 32, 16, 8, 4, 2, 1] {
      let next = root | bit
      if next * next - next < square { root = next }
    }
    return UInt8(root)
  }
}
