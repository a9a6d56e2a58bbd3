/// A record among the bytes of a block, or a piece of a line that is too long to be one.
nonisolated struct RecordPiece {
  /// The bytes of it, without the line end.
  let range: Range<Int>
  /// Whether it begins in the middle of a line.
  var isContinuation = false
  /// Whether the line goes on in the next piece.
  var isContinued = false

  /// Whether it is a record or a line, and no piece.
  var isWhole: Bool { !isContinuation && !isContinued }
}
