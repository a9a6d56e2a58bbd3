/// The bytes of a blob of a row.
package struct RowBlob: Sendable {
  /// What its column is called here.
  package let column: String
  package let bytes: [UInt8]
}

/// Which blobs of a row are read, because each may have any size.
package struct BlobChoice: Sendable {
  /// The most that are read of a row.
  let most: Int
  /// The longest, in bytes.
  let longest: Int
  /// Whether one is wanted, by its first bytes.
  let isWanted: @Sendable ([UInt8]) -> Bool

  /// How many bytes are looked at.
  private static let head = 16

  package init(
    most: Int, longest: Int, beginningWith isWanted: @escaping @Sendable ([UInt8]) -> Bool
  ) { (self.most, self.longest, self.isWanted) = (most, longest, isWanted) }

  /// Those of the row that a query stands at.
  func blobs(of statement: SQLiteStatement, _ layout: RowLayout) -> [RowBlob] {
    var blobs: [RowBlob] = []
    for (index, name) in layout.names.enumerated() where blobs.count < most {
      guard case .blob(let bytes) = statement.value(shownAt: index), bytes.count <= longest,
        isWanted(Array(bytes.prefix(Self.head)))
      else { continue }
      blobs.append(RowBlob(column: name, bytes: Array(bytes)))
    }
    return blobs
  }
}

extension SQLiteReader {
  /// Blobs of a row as it is now; none where it has gone, or has moved in the order.
  ///
  /// - Parameter relation: what it was read from, in the order that it was read in.
  package func blobs(
    of row: TableRow, _ relation: RowRelation, _ choice: BlobChoice
  ) throws(SQLError) -> [RowBlob] {
    let relation = relation.readingAll
    var blobs: [RowBlob]?
    _ = try walk(from: KeysetCursor(row.cursor.values, isBefore: true), relation).steps {
      sql, values throws(SQLError) -> [KeysetWalk.Step<TableRow>] in
      let statement = try connection.statement(sql)
      defer { statement.reset() }
      try statement.bind(values)
      guard blobs == nil, try statement.step() else { return [] }
      let found = relation.row(at: statement)
      blobs = found.id == row.id ? choice.blobs(of: statement, relation.layout) : []
      return [KeysetWalk.Step(item: found, cursor: found.cursor)]
    }
    return blobs ?? []
  }

  /// Blobs of a row of a query, which is run again up to it; none where another row is at its place.
  ///
  /// - Parameter shown: how the row was shown.
  package func blobs(
    of row: TableRow, ofQuery sql: String, _ shown: RowLayout, _ choice: BlobChoice
  ) throws(SQLError) -> [RowBlob] {
    try statement(at: row, ofQuery: sql, shown).map { choice.blobs(of: $0, shown) } ?? []
  }
}
