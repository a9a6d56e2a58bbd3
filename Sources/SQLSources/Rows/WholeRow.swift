import Paging

extension RowRelation {
  /// The same rows with values of any length.
  package var withWholeValues: RowRelation {
    var whole = self
    whole.layout = RowLayout(names: layout.columns, writesBlobs: layout.writesBlobs)
    return whole
  }
}

extension SQLiteReader {
  /// A row as it is now; nil where it has gone, or has moved in the order.
  ///
  /// - Parameter relation: what it was read from, in the order that it was read in.
  package func row(
    at row: TableRow, _ relation: RowRelation
  ) throws(SQLError) -> TableRow? {
    let place = KeysetCursor(row.cursor.values, isBefore: true)
    let walk: KeysetWalk
    do throws(PagingError) {
      walk = try KeysetWalk(
        PageRequest(reason: .gap, position: .after(place), count: 1), over: relation.query)
    } catch {
      throw SQLError(.mistaken, error.description)
    }
    return try steps(of: walk, relation).first.flatMap { $0.item.id == row.id ? $0.item : nil }
  }
}
