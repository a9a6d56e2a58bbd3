/// A glyph's place, counted from the top left corner; negative values lie outside and are clipped.
public struct Point: Hashable, Sendable {
  /// The line, zero-based from the top.
  public var line: Int
  /// The column, zero-based from the left.
  public var column: Int

  /// The top left corner.
  public static let zero = Point(line: 0, column: 0)

  /// Creates a place from its line and column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place where this one is, counted from a corner, in the coordinates of that corner.
  func moved(by corner: Point) -> Point {
    Point(
      line: corner.line.addingSaturated(line), column: corner.column.addingSaturated(column))
  }
}
