/// A blob in a row, with its bytes.
package struct RowBlob: Sendable {
  /// The name under which the column is shown.
  package let column: String
  package let bytes: [UInt8]
}

/// The rules by which the blobs of a row are selected for reading, because a blob may have any
/// size.
package struct BlobChoice: Sendable {
  /// The maximum number of blobs that are read from a row.
  let most: Int
  /// The maximum size of a blob, in bytes.
  let longest: Int
  /// Decides from the first bytes of a blob whether the blob is wanted.
  let isWanted: @Sendable ([UInt8]) -> Bool

  /// The number of bytes at the start of a blob that are examined.
  fileprivate static let head = 16

  package init(
    most: Int, longest: Int, beginningWith isWanted: @escaping @Sendable ([UInt8]) -> Bool
  ) { (self.most, self.longest, self.isWanted) = (most, longest, isWanted) }

  /// The selected blobs of the current row of a query.
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

  package func blobs(
    of row: TableRow, ofOnce opening: TableOpening, _ choice: BlobChoice
  ) throws(SQLError) -> [RowBlob] {
    try statement(at: row, opening).map { choice.blobs(of: $0, opening.layout) } ?? []
  }
}

extension PostgresReader {
  package func blobs(
    of row: TableRow, _ relation: RowRelation, _ choice: BlobChoice
  ) throws(SQLError) -> [RowBlob] {
    let relation = relation.readingAll
    let walk = try walk(from: KeysetCursor(row.cursor.values, isBefore: true), relation)
    var query = walk.query
    query.forms?.longestBlob = choice.longest
    let own = row.cursor.values.first.flatMap { RowPlace($0) }
    let text =
      if relation.blocks != nil, let own {
        query.rows(in: own..<own.next)
      } else {
        query.page(walk.stretches, in: walk.order, limit: 1)
      }
    let result = try rows(text)
    let place = PostgresRow(result, relation.layout)
    guard result.rowCount > 0, relation.row(at: place).id == row.id else { return [] }
    return choice.blobs(of: result, relation.layout)
  }

  package func blobs(
    of row: TableRow, ofOnce opening: TableOpening, _ choice: BlobChoice
  ) throws(SQLError) -> [RowBlob] {
    try again(row, opening, opening.wholeSQL).map { choice.blobs(of: $0, opening.layout) } ?? []
  }
}

extension BlobChoice {
  /// The selected blobs in the first row of a result, which contains them as hexadecimal digits.
  fileprivate func blobs(of result: PostgresResult, _ layout: RowLayout) -> [RowBlob] {
    var blobs: [RowBlob] = []
    for (index, name) in layout.names.enumerated() where blobs.count < most {
      guard layout.forms?[index] == .bytes, let text = result.value(0, index),
        text.count / 2 <= longest + 1, let bytes = text.bytesOfDigits,
        isWanted(Array(bytes.prefix(Self.head)))
      else { continue }
      blobs.append(RowBlob(column: name, bytes: bytes))
    }
    return blobs
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes of a string such as `\x00ff`; nil for other strings.
  fileprivate var bytesOfDigits: [UInt8]? {
    guard starts(with: Array("\\x".utf8)), count.isMultiple(of: 2) else { return nil }
    return stride(from: 2, to: count, by: 2).map { self[$0].hexValue << 4 | self[$0 + 1].hexValue }
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit in lower case.
  fileprivate var hexValue: UInt8 {
    self >= UInt8(ascii: "a") ? self &- UInt8(ascii: "a") &+ 10 : self &- UInt8(ascii: "0")
  }
}
