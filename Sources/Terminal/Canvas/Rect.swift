/// A region of a canvas: a corner and an extent.
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// The extent.
  public var size: Size

  /// Creates a region from its corner and its extent.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a region from its four numbers, in lines and columns.
  public init(line: Int, column: Int, lines: Int, columns: Int) {
    self.init(
      origin: Point(line: line, column: column), size: Size(lines: lines, columns: columns))
  }

  /// The lines of the region, half-open.
  public var lines: Range<Int> { origin.line..<origin.line.addingSaturated(size.lines) }

  /// The columns of the region, half-open.
  public var columns: Range<Int> {
    origin.column..<origin.column.addingSaturated(size.columns)
  }

  /// The part that two regions share; an empty one where they share nothing.
  public func intersection(_ other: Rect) -> Rect {
    let lines = self.lines.clamped(to: other.lines)
    let columns = self.columns.clamped(to: other.columns)
    return Rect(
      line: lines.lowerBound, column: columns.lowerBound, lines: lines.count,
      columns: columns.count)
  }
}
