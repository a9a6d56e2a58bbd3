/// A point on a grid, counted from the top left corner; points with negative values lie outside and
/// are clipped.
public struct Point: Hashable, Sendable {
  /// The line, zero-based from the top.
  public var line: Int
  /// The column, zero-based from the left.
  public var column: Int

  /// The top left corner.
  public static let zero = Point(line: 0, column: 0)

  /// Creates a point from its line and column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Converts this point, which is relative to a corner, to the coordinates in which that corner is
  /// given.
  func moved(by corner: Point) -> Point {
    Point(
      line: corner.line.addingSaturated(line), column: corner.column.addingSaturated(column))
  }
}

/// The size of a screen or of a region, in lines and columns.
public struct Size: Hashable, Sendable {
  /// The height in lines; negative values count as zero.
  public var lines: Int { didSet { lines = max(0, lines) } }
  /// The width in columns; negative values count as zero.
  public var columns: Int { didSet { columns = max(0, columns) } }

  /// Creates a size; negative values count as zero.
  public init(lines: Int, columns: Int) {
    self.lines = max(0, lines)
    self.columns = max(0, columns)
  }
}

extension Size: CustomStringConvertible {
  /// The size as a string: columns × lines.
  public var description: String { "\(columns)×\(lines)" }
}

/// A region of a canvas: a corner and a size.
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// The size.
  public var size: Size

  /// Creates a region from its corner and its size.
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

  /// The part that two regions share; it is empty if they share nothing.
  public func intersection(_ other: Rect) -> Rect {
    let lines = self.lines.clamped(to: other.lines)
    let columns = self.columns.clamped(to: other.columns)
    return Rect(
      line: lines.lowerBound, column: columns.lowerBound, lines: lines.count,
      columns: columns.count)
  }
}

extension Int {
  /// The sum, limited to the range of `Int`.
  package func addingSaturated(_ other: Int) -> Int {
    let (sum, isBeyond) = addingReportingOverflow(other)
    guard isBeyond else { return sum }
    return other < 0 ? .min : .max
  }
}
