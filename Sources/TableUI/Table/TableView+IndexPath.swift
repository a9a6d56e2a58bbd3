extension TableView {
  /// A row's place: a section, and a row in it, both zero-based.
  ///
  /// It is nested because Foundation has an `IndexPath` too: a program that imports both could
  /// name neither.
  public struct IndexPath: Hashable, Comparable, Sendable {
    /// The section; in a paged list each item is one.
    public var section: Int
    /// The row in the section.
    public var row: Int

    /// Creates a place.
    public init(row: Int, section: Int) {
      self.section = section
      self.row = row
    }

    /// Whether the first stands above the second.
    public nonisolated static func < (a: IndexPath, b: IndexPath) -> Bool {
      (a.section, a.row) < (b.section, b.row)
    }
  }
}
