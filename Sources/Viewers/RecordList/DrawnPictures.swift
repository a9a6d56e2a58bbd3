package import Terminal

/// Pictures that values of a row are, as lines, by the columns of the values.
package typealias DrawnPictures = [String: [StyledText]]

/// What a picture is drawn for.
nonisolated package struct PictureArea: Hashable, Sendable {
  /// The most lines and columns.
  package let size: Size
  package let depth: ColorDepth
  /// Whether nothing but ASCII is shown.
  package let isASCII: Bool

  package init(size: Size, depth: ColorDepth, isASCII: Bool) {
    (self.size, self.depth, self.isASCII) = (size, depth, isASCII)
  }
}
