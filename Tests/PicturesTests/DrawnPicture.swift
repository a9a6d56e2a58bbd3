import Pictures
import Terminal
import Testing

/// A picture of letters: `#` black, `o` white, `r` red, blank transparent; a line is a row.
func picture(_ text: String) throws -> Picture {
  let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
  let pixels = rows.joined().flatMap { letter -> [UInt8] in
    switch letter {
    case "#": [0, 0, 0, 255]
    case "o": [255, 255, 255, 255]
    case "r": [255, 0, 0, 255]
    default: [0, 0, 0, 0]
    }
  }
  let size = PictureSize(width: rows.first?.count ?? 0, height: rows.count)
  return try #require(Picture(size: size, hasAlpha: true, pixels: pixels))
}

/// A picture of opaque colours, one row.
func picture(ofRow colors: [[UInt8]]) throws -> Picture {
  let size = PictureSize(width: colors.count, height: 1)
  return try #require(Picture(size: size, pixels: Array(colors.joined())))
}

/// Draws a picture at its own size on a canvas that it fills.
func drawn(_ picture: Picture, _ depth: ColorDepth, ascii: Bool = false) -> Canvas {
  let blocks = HalfBlocks(picture, scaledTo: picture.size, depth: depth, ascii: ascii)
  var canvas = Canvas(size: blocks.size)
  blocks.draw(in: &canvas)
  return canvas
}
