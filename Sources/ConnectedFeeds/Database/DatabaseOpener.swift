import EventLoop
import Feeds
import SQLSources
import SpilledSources
package import Viewers

/// Databases: the list of their tables, a table, or a query.
package enum DatabaseFeeds {
  /// Takes databases.
  package static let opener = FeedOpener(
    options: { [DatabaseOptions.options] }, takesDatabases: true
  ) { address, options throws(Failure) in
    guard case .database(let database, let start) = address else { return nil }
    if let restriction = options.restriction { throw restriction.failure("databases") }
    let isNamed = options.namedDatabases.contains(database)
    return try feed(of: try AskedDatabase(database, options, isNamed: isNamed), start)
  }

  private static func feed(
    of asked: AskedDatabase, _ start: StartPosition?
  ) throws(Failure) -> any Feed {
    let database = SQLiteDatabase(path: asked.address.path, limit: asked.limit)
    do throws(SQLError) {
      switch asked.rows {
      case nil:
        _ = try database.readNow { reader throws(SQLError) in reader.version }
        return TableListFeed(asked, database)
      case .table(let name):
        let opening = try database.readNow { reader throws(SQLError) in
          try reader.opening(ofTable: name, asked.request)
        }
        return try feed(of: opening, asked, database, start)
      case .query(let sql):
        let opening = try database.readNow { reader throws(SQLError) in
          try reader.opening(ofQuery: sql, asked.request)
        }
        return try feed(of: opening, asked, database, start)
      }
    } catch {
      throw Failure(error, in: asked.fileName)
    }
  }

  private static func feed(
    of opening: TableOpening, _ asked: AskedDatabase, _ database: SQLiteDatabase,
    _ start: StartPosition?
  ) throws(SQLError) -> any Feed {
    if let relation = opening.relation {
      return TableFeed(asked, opening, relation, database, start)
    }
    do throws(SpillError) {
      return try QueryFeed(asked, opening, database)
    } catch {
      throw SQLError(.unwritable, error.description)
    }
  }
}
