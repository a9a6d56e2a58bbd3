import Bytes
import Feeds
package import Paging
package import Records
package import SQLSources
package import TableUI
import Terminal
package import Viewers

/// The tables of a database: a line for each, with its kind, approximate number of rows, and size;
/// Enter opens a table.
package struct TableListFeed: Feed {
  private let asked: AskedDatabase
  private let tables: TableListSource

  init(_ asked: AskedDatabase, _ database: any RowDatabase) {
    self.asked = asked
    tables = TableListSource(database: database)
  }

  package var title: String { asked.title }
  package var shortTitle: String? { title.split(separator: "/").last.map(String.init) }
  package var notice: String? { asked.notice ?? tables.database.notice }
  package var itemNames: (one: String, many: String) { ("table", "tables") }
  package var source: any PagingSource<TableEntry, Int> { tables }
  package func close() { tables.database.close() }

  @MainActor package func row(of entry: TableEntry, _ theme: Theme) -> LineCell.Content {
    [
      (SafeText(entry.facts), theme.faint),
      (SafeText(entry.table.name, joinsEmoji: theme.joinsEmoji), .plain),
    ]
  }

  package func address(of entry: TableEntry) -> [UInt8]? {
    asked.address.with(table: entry.table.name).word
  }

  package func copied(of entry: TableEntry) -> [UInt8] { Array(entry.table.name.utf8) }

  package func texts(of entry: TableEntry) -> [ArraySlice<UInt8>] {
    [entry.table.name, entry.table.kind.name].map { Array($0.utf8)[...] }
  }

  package func line(of entry: TableEntry) -> String { entry.facts + entry.table.name }

  package func fields(of entry: TableEntry) -> [JSONField] {
    [
      JSONField("name", .string(entry.table.name)),
      JSONField("type", .string(entry.table.kind.name)),
      entry.rows.map { JSONField("rows", .number($0)) },
      entry.bytes.map { JSONField("bytes", .number($0)) },
      JSONField("columns", .string(entry.columns.joined(separator: ", "))),
      JSONField("schema", .string(entry.table.sql)),
    ].compactMap { $0 }
  }
}

/// A table in the list.
package struct TableEntry: Identifiable, Sendable {
  package let table: DatabaseTable
  /// The approximate number of rows; nil if it is unknown without a full scan.
  let rows: Int?
  /// The size in bytes; nil if it is unknown, for example because it was not found in time.
  let bytes: Int?
  /// The columns with their types.
  let columns: [String]
  package var id: String { table.name }

  /// The widths of the columns before the name, which are the same for all tables.
  fileprivate var widths = FactWidths()

  /// The columns before the name.
  fileprivate var facts: String {
    "\(table.kind.name.padded(to: widths.kind, isLeft: true))  "
      + "\(rowWords.padded(to: widths.rows))  \(sizeWords.padded(to: widths.size))  "
  }

  private var rowWords: String { rows.map { "~\($0.grouped)" } ?? "-" }
  private var sizeWords: String { bytes.map { "\(ByteCount($0))" } ?? "-" }

  /// The widths of the columns before the names.
  fileprivate struct FactWidths {
    private(set) var (kind, rows, size) = (0, 0, 0)

    mutating func add(_ entry: TableEntry) {
      kind = max(kind, entry.table.kind.name.count)
      rows = max(rows, entry.rowWords.count)
      size = max(size, entry.sizeWords.count)
    }
  }
}

extension [TableEntry] {
  /// The entries with aligned columns.
  fileprivate var aligned: [TableEntry] {
    var widths = TableEntry.FactWidths()
    for entry in self { widths.add(entry) }
    return map { entry in
      var entry = entry
      entry.widths = widths
      return entry
    }
  }
}

extension DatabaseTable.Kind {
  /// The words for the kind in the list of tables.
  var name: String {
    switch self {
    case .table: "table"
    case .view: "view"
    case .virtual: "virtual table"
    case .partitioned: "partitioned table"
    case .materialized: "materialized view"
    case .foreign: "foreign table"
    }
  }
}

extension String {
  fileprivate func padded(to width: Int, isLeft: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - count))
    return isLeft ? self + blanks : blanks + self
  }
}

/// A source of the tables and views of a database, in one page.
struct TableListSource: PagingSource {
  typealias Item = TableEntry
  typealias Cursor = Int

  let database: any RowDatabase

  /// The time limit for determining the sizes.
  ///
  /// For an SQLite file, all of its pages are read while the reader is waiting.
  private static let timeForSizes = Duration.milliseconds(50)

  func updates() -> AsyncStream<Void>? { database.updates() }

  func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<TableEntry, Int> {
    do throws(SQLError) {
      let sizes = await database.tableSizes(within: Self.timeForSizes) ?? [:]
      let entries = try await database.ask { reader throws(SQLError) in
        try reader.listedTables().map { table in
          TableEntry(
            table: table.table, rows: table.rows, bytes: sizes[table.table.name],
            columns: table.columns)
        }
      }
      return Page(items: entries.aligned, after: .end)
    } catch {
      throw error.pagingError
    }
  }
}
