public import Terminal

nonisolated extension ColumnLayout {
  /// A column: its name, and what its values have needed of it so far.
  ///
  /// One that is taken out and put back elsewhere is as wide as it was.
  public struct Column: Hashable, Sendable {
    /// What it is called.
    public let name: SafeText
    /// Columns of the screen that it takes, where a reader has set them, from 1 to `widest`; nil where its
    /// width follows its name and its values.
    public var fixedWidth: Int? {
      didSet { fixedWidth = fixedWidth.map { min(max(1, $0), Self.widest) } }
    }
    /// The widest that a reader can make a column: wider than any screen.
    public static let widest = 10_000

    var extent = ColumnExtent()

    /// Creates a column of which no value was seen.
    ///
    /// - Parameters:
    ///   - name: what it is called.
    ///   - fixedWidth: columns of the screen that it takes; those of its values by default.
    public init(_ name: SafeText, fixedWidth: Int? = nil) {
      self.name = name
      self.fixedWidth = fixedWidth.map { min(max(1, $0), Self.widest) }
    }

    /// The columns that show all of every value, and the name.
    var need: Int { max(extent.width, name.width) }
  }
}
