/// Where a record of CSV is.
public struct CSVExtent: Equatable, Sendable {
  /// The offsets of its bytes, without the line end; empty for an empty line.
  public let content: Range<Int>
  /// Where the next record begins: after the line end, or the end of all.
  public let end: Int
}
