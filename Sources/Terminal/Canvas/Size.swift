/// The extent of a screen or of a region of it, in terminal units.
public struct Size: Hashable, Sendable {
  /// The height in lines, never below zero.
  public var lines: Int { didSet { lines = max(0, lines) } }
  /// The width in columns, never below zero.
  public var columns: Int { didSet { columns = max(0, columns) } }

  /// Creates a size; what is below zero counts as zero.
  public init(lines: Int, columns: Int) {
    self.lines = max(0, lines)
    self.columns = max(0, columns)
  }
}

extension Size: CustomStringConvertible {
  /// The size as people write it: columns × lines.
  public var description: String { "\(columns)×\(lines)" }
}
