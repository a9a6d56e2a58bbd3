/// A letter and the line that it marks.
nonisolated package struct Mark: Hashable, Sendable {
  /// Where the reader has left a file: a mark that is set by leaving.
  static let left: Unicode.Scalar = "'"

  let letter: Unicode.Scalar
  /// Bytes before the line; nil for a mark that is forgotten.
  let bytes: Int?

  init(_ letter: Unicode.Scalar, at bytes: Int?) {
    (self.letter, self.bytes) = (letter, bytes)
  }
}
