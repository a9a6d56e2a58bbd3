import Foundation
import GRDB
import Paging
import SQLSources

/// A row with a sort key that has ties and NULLs.
struct Entry: FetchableRecord, Identifiable, Hashable, Sendable {
  let id: Int64
  let key: Int?

  init(row: Row) throws {
    id = try row.decode(forColumn: "id")
    key = try row.decode(forColumn: "key")
  }

  /// Creates a table of `count` rows that share a few keys; every fourth row has no key.
  static func table(
    of count: Int, named name: String = "entry", in database: DatabaseQueue
  ) throws {
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE \(name) (id INTEGER PRIMARY KEY, key INTEGER, other TEXT);
          CREATE INDEX \(name)ByKey ON \(name) (key, id);
          """)
      for index in 0..<count {
        try db.execute(
          sql: "INSERT INTO \(name) VALUES (?, ?, 'x')",
          arguments: [index * 37 % 1_009, index % 4 == 1 ? nil : index * 7_919 % 13 - 6])
      }
    }
  }
}

/// All rows, sorted by a plain `ORDER BY`.
func sorted(_ database: DatabaseQueue, _ direction: String) throws -> [Entry] {
  try database.read {
    try Entry.fetchAll($0, sql: "SELECT * FROM entry ORDER BY key \(direction), id \(direction)")
  }
}

/// The items of all pages from a position on, in the order of the list, and the number of pages.
func walk<Source: PagingSource>(
  _ source: Source, from start: PageRequest<Source.Cursor>.Position, by count: Int
) async throws -> (items: [Source.Item], pages: Int) {
  var items: [Source.Item] = []
  var pages = 0
  var position: PageRequest<Source.Cursor>.Position? = start
  while let place = position {
    let page = try await source.load(PageRequest(reason: .append, position: place, count: count))
    pages += 1
    switch place {
    case .start, .after, .number:
      items += page.items
      position = page.after.cursor.map { .after($0) }
    case .end, .before:
      items = page.items + items
      position = if case .more(let cursor) = page.before { .before(cursor) } else { nil }
    }
  }
  return (items, pages)
}

extension SQLValue {
  /// The value as GRDB represents it; all text in these tests is UTF-8.
  var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let bytes): String(decoding: bytes, as: UTF8.self).databaseValue
    case .blob(let bytes): Data(bytes).databaseValue
    }
  }
}
