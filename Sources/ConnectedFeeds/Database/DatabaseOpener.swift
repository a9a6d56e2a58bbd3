import EventLoop
import Feeds
import Paging
import SQLSources
import SpilledSources
package import Viewers

/// Feeds of databases: the list of tables, a table, or a query.
package enum DatabaseFeeds {
  /// The opener of databases.
  package static let opener = FeedOpener(
    options: { DatabaseOptions.options }, takesDatabases: true
  ) { address, options throws(Failure) in
    guard case .database(let database, _) = address else { return nil }
    if let restriction = options.restriction { throw restriction.failure("databases") }
    let isNamed = options.namedDatabases.contains(database)
    return try feed(of: try AskedDatabase(database, options, isNamed: isNamed))
  }

  private static func feed(of asked: AskedDatabase) throws(Failure) -> any Feed {
    let database = asked.makeDatabase()
    do throws(SQLError) {
      guard let rows = asked.rows else {
        try database.askNow { _ throws(SQLError) in }
        return TableListFeed(asked, database)
      }
      let (opening, facts) = try database.askNow { reader throws(SQLError) in
        let opening = try reader.opening(of: rows, asked.request)
        return (opening, try TableFacts(of: opening.table, reader))
      }
      if let relation = opening.relation {
        return TableFeed(asked, opening, relation, database, facts, nil)
      }
      return try queryFeed(of: opening, asked, database)
    } catch {
      throw Failure(error, in: asked.fileName)
    }
  }

  /// Opens the table that a foreign key refers to, at the row with the given values.
  static func row(
    of key: ForeignKey, with values: [SQLValue], from asked: AskedDatabase
  ) async -> Result<any Feed, Failure> {
    let other = asked.other(table: key.table)
    let database = other.makeDatabase()
    do throws(SQLError) {
      let (opening, place, facts) = try await database.ask { reader throws(SQLError) in
        let opening = try reader.opening(ofTable: key.table, other.request)
        return (
          opening, try reader.place(of: values, by: key, in: opening),
          try TableFacts(of: opening.table, reader)
        )
      }
      guard let relation = opening.relation, let place else {
        return .failure(.source("no row of \(key.table) has this value"))
      }
      return .success(
        TableFeed(
          other, opening, relation, database, facts, .after(place),
          chosen: relation.id(at: place)))
    } catch {
      return .failure(Failure(error, in: asked.fileName))
    }
  }

  private static func queryFeed(
    of opening: TableOpening, _ asked: AskedDatabase, _ database: any RowDatabase
  ) throws(SQLError) -> QueryFeed {
    do throws(SpillError) {
      return try QueryFeed(asked, opening, database)
    } catch {
      throw SQLError(.unwritable, error.description)
    }
  }
}

extension RowReader {
  /// The position of the row that a foreign key refers to; nil if that row does not exist or cannot
  /// be identified.
  fileprivate func place(
    of values: [SQLValue], by key: ForeignKey, in opening: TableOpening
  ) throws(SQLError) -> KeysetCursor? {
    let primary = opening.columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }
    let columns = key.others.isEmpty ? primary.map(\.name) : key.others
    guard let relation = opening.relation, columns.count == values.count else { return nil }
    return try place(of: values, in: columns, of: relation)
  }

  /// Determines how rows are paged.
  ///
  /// - Throws: the error of the database, for example if a name or query is invalid.
  func opening(
    of rows: AskedDatabase.Rows, _ request: TableRequest
  ) throws(SQLError) -> TableOpening {
    switch rows {
    case .table(let name): try opening(ofTable: name, request)
    case .query(let sql): try opening(ofQuery: sql, request)
    }
  }
}
