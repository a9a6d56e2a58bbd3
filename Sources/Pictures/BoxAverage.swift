/// A picture scaled to any size: each pixel is the mean of the area that it covers.
///
/// The borders of an area need not coincide with those of pixels; partial pixels are weighted by
/// their share, in integer arithmetic. The squares of the channels are averaged, which is close to
/// linear light, so that a fine black and white pattern does not become darker. Cost: proportional
/// to the number of pixels in the picture and in the result.
struct BoxAverage {
  /// The colors, row after row; nil for a pixel that is more than half transparent.
  let colors: [RGB?]

  init(_ picture: Picture, scaledTo size: PictureSize) {
    let columns = (0..<size.width).map {
      Share(of: $0, among: size.width, from: picture.width)
    }
    var colors: [RGB?] = []
    colors.reserveCapacity(size.pixelCount)
    for row in 0..<size.height {
      var sums = [Sum](repeating: Sum(), count: size.width)
      let rows = Share(of: row, among: size.height, from: picture.height)
      for source in rows.pixels {
        Self.add(row: source, of: picture, weight: rows.weight(of: source), columns, to: &sums)
      }
      colors += sums.map(\.color)
    }
    self.colors = colors
  }

  private static func add(
    row: Int, of picture: Picture, weight: Int, _ columns: [Share], to sums: inout [Sum]
  ) {
    let stride = picture.hasAlpha ? 4 : 3
    let start = row * picture.width * stride
    for (target, column) in columns.enumerated() {
      var sum = sums[target]
      for pixel in column.pixels {
        let share = weight * column.weight(of: pixel)
        sum.add(picture.pixels, at: start + pixel * stride, stride, share)
      }
      sums[target] = sum
    }
  }
}

extension BoxAverage {
  /// The source pixels, in one dimension, that one pixel of the result covers.
  ///
  /// All borders are integers, because the unit of length is chosen as follows: the length of a
  /// result pixel is the number of source pixels, and the length of a source pixel is the number of
  /// result pixels.
  private struct Share {
    let pixels: Range<Int>
    private let borders: Range<Int>
    private let length: Int

    init(of target: Int, among targets: Int, from sources: Int) {
      borders = (target * sources)..<((target + 1) * sources)
      length = targets
      pixels = (borders.lowerBound / length)..<((borders.upperBound + length - 1) / length)
    }

    func weight(of pixel: Int) -> Int {
      min((pixel + 1) * length, borders.upperBound) - max(pixel * length, borders.lowerBound)
    }
  }

  /// The sums of squared channels of an area, weighted by opacity and share.
  ///
  /// A sum is at most 255³ times the number of pixels, so 63 bits suffice for 5 · 10¹¹ pixels.
  private struct Sum {
    var red = 0
    var green = 0
    var blue = 0
    var opacity = 0
    var weight = 0

    mutating func add(_ pixels: [UInt8], at index: Int, _ stride: Int, _ share: Int) {
      let opacity = (stride == 4 ? Int(pixels[index + 3]) : 255) * share
      red += Int(pixels[index]) * Int(pixels[index]) * opacity
      green += Int(pixels[index + 1]) * Int(pixels[index + 1]) * opacity
      blue += Int(pixels[index + 2]) * Int(pixels[index + 2]) * opacity
      self.opacity += opacity
      weight += share
    }

    var color: RGB? {
      guard opacity > 0, 2 * opacity >= 255 * weight else { return nil }
      return RGB(squares: red / opacity, green / opacity, blue / opacity)
    }
  }
}
