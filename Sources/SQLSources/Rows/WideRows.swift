/// Tables with many columns, of which only those near to what is in sight are read.
extension RowRelation {
  /// Columns from which on not all are read: fewer cost less than asking again as the reader goes to the side.
  private static let many = 128
  /// Columns that are read on each side of those in sight.
  private static let margin = 48

  /// The same rows with the values of all columns, as a search needs them.
  package var readingAll: RowRelation {
    var all = self
    all.layout.skipped = []
    return all
  }

  /// The same rows with the values of some columns and of those beside them; nil where these are read already.
  ///
  /// Columns of the order are always read.
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
