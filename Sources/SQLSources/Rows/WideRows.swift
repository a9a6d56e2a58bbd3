/// Reading only the columns on and near the screen, in tables with many columns.
extension RowRelation {
  /// The number of columns above which some are skipped.
  ///
  /// If there are fewer, reading all of them costs less than further queries while the user scrolls
  /// sideways.
  private static let many = 128
  /// The number of columns that are read on each side of the screen.
  private static let margin = 48

  /// The relation with all columns, which a search needs.
  package var readingAll: RowRelation {
    var all = self
    all.layout.skipped = []
    return all
  }

  /// The relation that reads only the given columns, their neighbors, and the columns of the order;
  /// nil if the relation need not change.
  ///
  /// The relation need not change if it has few columns, if it has none of the given columns, or if
  /// it already skips some columns but none of the given ones.
  package func reading(_ names: some Sequence<String>) -> RowRelation? {
    let all = layout.names
    guard all.count > Self.many else { return nil }
    let places = Dictionary(
      all.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let wanted = names.compactMap { places[$0] }
    let isRead = !layout.skipped.isEmpty && wanted.allSatisfy { !layout.skipped.contains($0) }
    guard !wanted.isEmpty, !isRead else { return nil }
    var skipped = Set(all.indices)
    for place in wanted {
      skipped.subtract(max(0, place - Self.margin)...min(all.count - 1, place + Self.margin))
    }
    skipped.subtract(order.columns.compactMap { places[$0.name] })
    var relation = self
    relation.layout.skipped = skipped
    return relation
  }
}
