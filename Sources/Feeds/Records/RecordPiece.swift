/// A record among the bytes of a block, or a piece of a line that is too long to be one.
package struct RecordPiece {
  /// The bytes of it, without the line end.
  package let range: Range<Int>
  /// Whether it begins in the middle of a line.
  package var isContinuation = false
  /// Whether the line goes on in the next piece.
  package var isContinued = false

  package init(range: Range<Int>, isContinuation: Bool = false) {
    (self.range, self.isContinuation) = (range, isContinuation)
  }

  /// Whether it is a record or a line, and no piece.
  package var isWhole: Bool { !isContinuation && !isContinued }
}
