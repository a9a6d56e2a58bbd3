package import Terminal

/// The lines of each picture in the values of a row, by the name of the column.
package typealias DrawnPictures = [String: [StyledText]]

/// The area for a picture, and the colors and characters in which it is drawn.
nonisolated package struct PictureArea: Hashable, Sendable {
  /// The maximum number of lines and columns.
  package let size: Size
  package let depth: ColorDepth
  /// Whether only ASCII is shown.
  package let isASCII: Bool

  package init(size: Size, depth: ColorDepth, isASCII: Bool) {
    (self.size, self.depth, self.isASCII) = (size, depth, isASCII)
  }
}
