/// A letter and the line that it marks.
package struct Mark: Hashable, Sendable {
  /// Where the reader has left a file: a mark that is set by leaving.
  package static let left: Unicode.Scalar = "'"

  package let letter: Unicode.Scalar
  /// Bytes before the line; nil for a mark that is forgotten.
  package let bytes: Int?

  package init(_ letter: Unicode.Scalar, at bytes: Int?) {
    (self.letter, self.bytes) = (letter, bytes)
  }
}
