package import Feeds

/// The options for databases, shared by `endless-connect`, which opens databases, and by `endless`,
/// which passes them on to it.
nonisolated package enum DatabaseOptions {
  package static let table = "--table"
  package static let query = "--query"
  package static let order = "--order-by"
  package static let listen = "--listen"

  /// The options for the command line.
  package static var options: SourceOptions {
    SourceOptions(
      "Databases", need: "a database: an SQLite file, or postgres://HOST/DATABASE",
      [
        SourceOption(table, "name", "Show this table instead of the list of tables.") {
          text throws(Failure) in try check(text, of: table, "a table name")
        },
        SourceOption(query, "sql", "Show the rows of this query. It cannot change the database.") {
          text throws(Failure) in try check(text, of: query, "a query")
        },
        SourceOption(
          order, "columns",
          "Sort rows: a,b:desc:nullslast,\"odd, name\". An index on the columns makes that fast."
        ) { text throws(Failure) in try check(text, of: order, "column names") },
        SourceOption(
          listen, "channel",
          "Refresh whenever a session on the server runs NOTIFY on this channel, as a trigger can "
            + "(PostgreSQL)."
        ) { text throws(Failure) in try check(text, of: listen, "a channel name") },
      ], isFor: { $0.isDatabase })
  }

  private static func check(_ text: String, of name: String, _ what: String) throws(Failure) {
    if text.isEmpty { throw .usage("\(name) needs \(what), not an empty value") }
  }
}
