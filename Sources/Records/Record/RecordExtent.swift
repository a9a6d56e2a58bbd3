/// Where a record, or another line, is among bytes.
public struct RecordExtent: Equatable, Sendable {
  /// The offsets of its bytes, without the line end; empty for an empty line.
  public let content: Range<Int>
  /// Where the next record begins: after the line end, or the end of all.
  public let end: Int

  /// Creates one.
  public init(content: Range<Int>, end: Int) {
    (self.content, self.end) = (content, end)
  }
}
