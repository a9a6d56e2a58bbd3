import Foundation
import GRDB

/// A database of a shop, in the home of a test.
struct SampleShop {
  let home: SampleHome
  let database: DatabaseQueue

  /// The path of the file in the home.
  static let name = "shop.db"
  static let orders = 1_003

  /// Creates the database: customers, their orders with NULLs, an index, a view, and a table
  /// without row numbers.
  static func run<Result>(
    _ body: (SampleShop) async throws -> Result
  ) async throws -> Result {
    try await SampleHome.run(filled: false) { home in
      let database = try DatabaseQueue(path: home.directory.path + "/" + name)
      try await database.write { try fill($0) }
      return try await body(SampleShop(home: home, database: database))
    }
  }

  private static func fill(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE orders (
          id INTEGER PRIMARY KEY, customer INTEGER NOT NULL REFERENCES customers (id),
          total REAL, note TEXT, photo BLOB);
        CREATE INDEX orders_by_total ON orders (total, id);
        CREATE VIEW large AS SELECT * FROM orders WHERE total > 90;
        CREATE TABLE words (word TEXT PRIMARY KEY, count INTEGER) WITHOUT ROWID;
        INSERT INTO words VALUES ('pear', 1), ('apple', 2);
        """)
    for id in 1...20 {
      try db.execute(
        sql: "INSERT INTO customers VALUES (?, ?)", arguments: [id, "Customer \(id)"])
    }
    for id in 1...orders {
      try db.execute(
        sql: "INSERT INTO orders VALUES (?, ?, ?, ?, ?)",
        arguments: [
          id, id % 20 + 1, id % 4 == 0 ? nil : Double(id * 37 % 1_000) / 10, "order \(id)",
          id % 5 == 0 ? Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) : nil,
        ])
    }
  }

  /// Runs the program without a screen; returns its result.
  func plain(
    _ arguments: String..., environment: [String: String?] = [:]
  ) async throws -> CommandResult {
    try await Command.run(home.launch(["--plain"] + arguments, environment: environment))
  }

  /// The files next to the database that no test has created, such as SQLite's journal.
  var strangers: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: home.directory.path).filter {
        $0.hasPrefix(Self.name) && $0 != Self.name
      }
    }
  }
}
