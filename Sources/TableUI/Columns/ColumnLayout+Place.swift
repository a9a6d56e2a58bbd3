nonisolated extension ColumnLayout {
  /// Where a column in sight stands.
  public struct Place: Hashable, Sendable {
    /// Which column it is, from 0.
    public let column: Int
    /// Its first column of the screen, from 0.
    public let x: Int
    /// Its columns of the screen, at least 1; fewer than it needs at the right edge.
    public let width: Int
    /// The first column of the screen that is none of its own.
    public var end: Int { x + width }
    /// How values stand in it.
    public let alignment: Alignment
  }

  /// How values stand in a column.
  public enum Alignment: Hashable, Sendable {
    /// All begin at the left.
    case leading
    /// The points of numbers stand below each other, with n columns from the point on; other values end
    /// at the right, as the name does.
    case decimal(after: Int)
  }
}
