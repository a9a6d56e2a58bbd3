import Pictures
import SQLSources
import Terminal
import Viewers

/// Pictures in the blobs of a row, as lines of the detail screen.
enum BlobPictures {
  /// The blobs that are decoded: at most four, each of up to 16 MiB and 16 megapixels.
  static let choice = BlobChoice(most: 4, longest: PictureLimits().byteCount) {
    PictureFormat(of: $0) != nil
  }

  /// Decodes and draws pictures; pictures that cannot be decoded are omitted.
  @concurrent static func drawn(_ blobs: [RowBlob], _ area: PictureArea) async -> DrawnPictures {
    var pictures = DrawnPictures()
    for blob in blobs where !Task.isCancelled {
      pictures[blob.column] = try? lines(of: blob.bytes, area)
    }
    return pictures
  }

  private static func lines(
    of bytes: [UInt8], _ area: PictureArea
  ) throws(PictureError) -> [StyledText] {
    let picture = try Picture(decoding: bytes, fitting: area.size)
    let blocks = HalfBlocks(
      picture, fitting: area.size, depth: area.depth, ascii: area.isASCII)
    var canvas = Canvas(size: blocks.size)
    blocks.draw(in: &canvas)
    return canvas.styledLines
  }
}
