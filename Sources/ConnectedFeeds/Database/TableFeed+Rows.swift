import Feeds
import Paging
import Records
package import SQLSources
package import Viewers

/// What a table can be asked for beside its pages.
extension TableFeed {
  package var rows: RowActions<TableRow, KeysetCursor>? {
    RowActions(
      sorting: { [self] in sorting }, sort: { [self] in await sort($0) },
      place: { [self] in await place(ofKey: $0) },
      placeAtPercent: { [self] in await place(atPercent: $0) }, count: { [self] in await count() },
      whole: { [self] in await whole($0) }, reference: { [self] in reference(of: $0, in: $1) })
  }

  private var sorting: [RowActions<TableRow, KeysetCursor>.Sorting] {
    let key = Set(opening.key?.columns.map(\.name) ?? [])
    return shown.order.columns.filter { !key.contains($0.name) }
      .map { .init(column: $0.name, descending: $0.descending) }
  }

  private func sort(
    _ sorting: [RowActions<TableRow, KeysetCursor>.Sorting]
  ) async -> Result<RowActions<TableRow, KeysetCursor>.Sorted, Failure> {
    var request = asked.request
    if !sorting.isEmpty {
      request.order = sorting.map { SortTerm($0.column, descending: $0.descending) }
    }
    return await ask(questions) { [asked, request] reader throws(SQLError) in
      guard let rows = asked.rows else { throw SQLError(.mistaken, "this is the list of tables") }
      return try reader.opening(of: rows, request)
    }.flatMap { [self] opening in
      guard let relation = opening.relation else {
        return .failure(.source("the rows cannot be sorted here: nothing tells them apart"))
      }
      show(relation, sorts: opening.sorts)
      let warning = opening.sorts ? "no index serves this order: each page reads all rows" : nil
      return .success(.init(source: source, warning: warning))
    }
  }

  private func place(ofKey text: String) async -> Result<KeysetCursor, Failure> {
    let relation = shown
    return await ask(questions) { reader throws(SQLError) in
      try reader.place(ofKey: text, in: relation)
    }.flatMap { found in
      found.map { .success($0.place) } ?? .failure(.source("no row has the key \(text)"))
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
      return .success("\(count.isExact ? "" : "at least ")\(count.count) rows")
    } catch {
      return .failure(Failure(error, in: asked.fileName))
    }
  }

  /// The row with all of its values, which is read again.
  private func whole(_ row: TableRow) async -> Result<Record, Failure> {
    guard row.isCut, let record = row.record else {
      return row.record.map { .success($0) } ?? .failure(.source("the row has no values"))
    }
    let relation = shown.withWholeValues
    return await ask(questions) { reader throws(SQLError) in
      try reader.row(at: row, relation)?.record ?? record
    }
  }

  private func reference(of row: TableRow, in column: String) -> (any Feed)? { nil }

  private func ask<Value: Sendable>(
    _ database: SQLiteDatabase,
    _ body: @escaping @Sendable (SQLiteReader) throws(SQLError) -> Value
  ) async -> Result<Value, Failure> {
    do throws(SQLError) {
      return .success(try await database.read(body))
    } catch {
      return .failure(Failure(error, in: asked.fileName))
    }
  }
}
