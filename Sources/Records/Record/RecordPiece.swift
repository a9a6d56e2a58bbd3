/// A record among the bytes of a block, or a piece of a line that is too long to be one.
public struct RecordPiece: Sendable {
  /// The bytes of it, without the line end.
  public let range: Range<Int>
  /// Whether it begins in the middle of a line.
  public var isContinuation = false
  /// Whether the line goes on in the next piece.
  public var isContinued = false

  /// Creates a record or a piece by its place in a block.
  public init(range: Range<Int>, isContinuation: Bool = false) {
    (self.range, self.isContinuation) = (range, isContinuation)
  }

  /// Whether it is a record or a line, and no piece.
  public var isWhole: Bool { !isContinuation && !isContinued }
}
