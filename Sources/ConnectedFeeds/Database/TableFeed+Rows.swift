import Feeds
import Paging
import Records
import TableUI
package import SQLSources
package import Viewers

/// Actions on the rows of a table.
extension TableFeed {
  package var rows: RowActions<TableRow, KeysetCursor>? {
    RowActions(
      sorting: { [self] in sorting }, sort: { [self] in await sort($0) },
      place: { [self] in await place(ofKey: $0) },
      placeAtPercent: { [self] in await place(atPercent: $0) }, count: { [self] in await count() },
      whole: { [self] in await whole($0) }, reference: { [self] in reference(of: $0, in: $1) },
      columnsInSight: { [self] in source(reading: $0) })
  }

  private var sorting: [RowActions<TableRow, KeysetCursor>.Sorting] {
    let key = Set(opening.key?.columns.map(\.name) ?? [])
    return shown.order.columns.filter { !key.contains($0.name) }
      .map { .init(column: $0.name, descending: $0.descending) }
  }

  /// Sorts the same rows in another order, which takes effect when `begin` is called.
  private func sort(
    _ sorting: [RowActions<TableRow, KeysetCursor>.Sorting]
  ) async -> Result<RowActions<TableRow, KeysetCursor>.Sorted, Failure> {
    var request = asked.request
    if !sorting.isEmpty {
      request.order = sorting.map { SortTerm($0.column, descending: $0.descending) }
    }
    return await ask(questions) { [asked, request] reader throws(SQLError) in
      guard let rows = asked.rows else {
        throw SQLError(.mistaken, "cannot sort the list of tables")
      }
      let opening = try reader.opening(of: rows, request)
      let table = opening.table
      return (
        opening,
        count: try table.flatMap { table throws(SQLError) in
          try reader.estimatedRowCount(of: table)
        }
      )
    }.flatMap { [self] opening, count in
      guard let relation = opening.relation else {
        return .failure(.source("cannot sort the rows: no key identifies them"))
      }
      let rows = count.map { "about \($0.grouped)" } ?? "all"
      let warning = "no index supports this order: each page reads \(rows) rows"
      return .success(
        .init(
          source: TableSource(relation, in: database), warning: opening.sorts ? warning : nil
        ) { [self] in show(relation, sorts: opening.sorts) })
    }
  }

  private func place(
    ofKey text: String
  ) async -> Result<RowActions<TableRow, KeysetCursor>.Place, Failure> {
    let relation = shown
    return await ask(questions) { reader throws(SQLError) in
      let found = try reader.place(ofKey: text, in: relation)
      let isBehindAll =
        if let found { try !reader.hasRow(from: found.place, of: relation) } else { false }
      return (found, isBehindAll)
    }.flatMap { found, isBehindAll in
      guard let (place, isFound) = found else {
        return .failure(.source("no row has the key \(text)"))
      }
      return .success(
        .init(cursor: isBehindAll ? nil : place, id: isFound ? relation.id(at: place) : nil))
    }
  }

  private func place(atPercent percent: Double) async -> Result<KeysetCursor, Failure> {
    let relation = shown
    return await ask(questions) { reader throws(SQLError) in
      try reader.keyRange(of: relation)?.place(atPercent: percent)
    }.flatMap { place in
      place.map { .success($0) } ?? .failure(.source("the table is empty"))
    }
  }

  private func count() async -> Result<String, Failure> {
    do throws(SQLError) {
      let count = try await questions.rowCount(of: RowScan(shown, where: .met))
      let rows = "\(count.count.grouped) \(count.count == 1 ? "row" : "rows")"
      return .success(count.isExact ? rows : "at least \(rows)")
    } catch {
      return .failure(Failure(error, in: asked.fileName))
    }
  }

  /// A source that reads the columns on the screen; nil if the current source need not change.
  private func source(reading names: [String]) -> (any PagingSource<TableRow, KeysetCursor>)? {
    guard let relation = shown.reading(names) else { return nil }
    show(relation, sorts: sorts)
    return source
  }

  /// The row with complete values; it is read again if its values are cut.
  private func whole(_ row: TableRow) async -> Result<Record, Failure> {
    guard row.isCut, let record = row.record else {
      return row.record.map { .success($0) } ?? .failure(.source("the row has no values"))
    }
    let relation = shown.withWholeValues
    return await ask(questions) { reader throws(SQLError) in
      try reader.row(at: row, relation)?.record ?? record
    }
  }

  /// The reference from a value through a foreign key; nil if the column has no foreign key, or if
  /// a value of the key is NULL or was not read.
  private func reference(
    of row: TableRow, in column: String
  ) -> RowActions<TableRow, KeysetCursor>.Reference? {
    guard let key = foreignKeys.first(where: { $0.columns.contains(column) }),
      let record = row.record,
      let values = record.values(
        of: key.columns, in: opening.names, isOfServer: opening.layout.isOfServer)
    else { return nil }
    return .init { [self] in await follow(key, from: row, showing: values) }
  }

  /// Opens the row that a foreign key refers to.
  ///
  /// - Parameter shown: the values of the key as the row shows them, which are used if the row is
  ///   not found again.
  private func follow(
    _ key: ForeignKey, from row: TableRow, showing shown: [SQLValue]
  ) async -> Result<any Feed, Failure> {
    let relation = self.shown
    let stored = await ask(questions) { reader throws(SQLError) in
      try reader.values(of: row, in: key.columns, relation) ?? shown
    }
    switch stored {
    case .success(let values): return await DatabaseFeeds.row(of: key, with: values, from: asked)
    case .failure(let failure): return .failure(failure)
    }
  }

  private func ask<Value: Sendable>(
    _ database: any RowDatabase,
    _ body: @escaping @Sendable (any RowReader) throws(SQLError) -> Value
  ) async -> Result<Value, Failure> {
    do throws(SQLError) {
      return .success(try await database.ask(body))
    } catch {
      return .failure(Failure(error, in: asked.fileName))
    }
  }
}

extension Record {
  /// The values of the given columns, as the record shows them; nil if one of them is missing, or
  /// is neither a number nor a string.
  ///
  /// - Parameter isOfServer: whether the values come from a server; if so, a number that is not a
  ///   64-bit integer is returned as text, which the server can parse.
  fileprivate func values(
    of columns: [String], in names: [String], isOfServer: Bool
  ) -> [SQLValue]? {
    var values: [SQLValue] = []
    for column in columns {
      guard let index = names.firstIndex(of: column), index < count else { return nil }
      let value = self[index].value
      switch value.kind {
      case .number:
        let text = value.text
        let other: SQLValue? = isOfServer ? .text(text) : Double(text).map { .real($0) }
        guard let number = Int64(text).map({ SQLValue.integer($0) }) ?? other else { return nil }
        values.append(number)
      case .string: values.append(.text(Array(value.utf8)))
      case .null, .bool, .array, .object: return nil
      }
    }
    return values
  }
}
