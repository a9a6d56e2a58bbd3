import Foundation
import GRDB
import Testing

/// Databases on a screen, by the program that was named for a text.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `A database on a screen` {
  private static func onScreen(
    _ words: [String], lines: Int = 14, _ body: (Tmux, SampleShop) async throws -> Void
  ) async throws {
    try await SampleShop.run { shop in
      try await Tmux.run(shop.home.launch(words), lines: lines) { try await body($0, shop) }
    }
  }

  @Test func `lists tables, opens one, and leads back`() async throws {
    try await Self.onScreen(["shop.db"]) { tmux, _ in
      try await tmux.waitUntil("four tables") { lines in
        ["customers", "large", "orders", "words"].allSatisfy { name in
          lines.contains { $0.hasSuffix(" \(name)") }
        }
      }
      try await tmux.type("jj")
      try await tmux.send("Enter")
      try await tmux.waitFor("order 5")
      #expect(try await tmux.capture().first?.contains("customer") == true)
      try await tmux.type("q")
      try await tmux.waitUntil("the tables") { lines in lines.contains { $0.hasSuffix(" words") } }
      try await tmux.quit()
    }
  }

  @Test func `goes to both ends of a table, and opens at its end`() async throws {
    try await Self.onScreen(["shop.db:orders", "+G"]) { tmux, _ in
      try await tmux.waitFor("order \(SampleShop.orders)")
      try await tmux.type("g")
      try await tmux.waitUntil("the first row") { lines in
        lines.contains { $0.hasSuffix("order 1") }
      }
      try await tmux.type("G")
      try await tmux.waitFor("order \(SampleShop.orders)")
      try await tmux.quit()
    }
  }

  @Test func `is opened from a folder and by its name, and has the terminal until it is left`()
    async throws
  {
    try await SampleShop.run { shop in
      try await Tmux.run(shop.home.launch("."), lines: 12) { tmux in
        try await tmux.waitFor("shop.db")
        try await tmux.type("/shop\r")
        try await tmux.send("Enter")
        try await tmux.waitUntil("the tables") { lines in lines.contains { $0.hasSuffix(" words") }
        }
        try await tmux.type("q")
        try await tmux.waitFor("shop.db")
        try await tmux.type(":e shop.db:customers\r")
        try await tmux.waitFor("Customer 5")
        try await tmux.type("q")
        try await tmux.waitFor("shop.db")
        try await tmux.quit()
      }
    }
  }

  @Test func `shows what another program writes`() async throws {
    try await Self.onScreen(["shop.db:customers", "+G"], lines: 30) { tmux, shop in
      try await tmux.waitFor("Customer 20")
      try await shop.database.write {
        try $0.execute(sql: "UPDATE customers SET name = 'Somebody else' WHERE id = 20")
      }
      try await tmux.waitFor("Somebody else")
      try await shop.database.write {
        try $0.execute(sql: "INSERT INTO customers VALUES (21, 'Newcomer')")
      }
      try await tmux.type("G")
      try await tmux.waitFor("Newcomer")
      #expect(try shop.strangers.isEmpty)
      try await tmux.quit()
    }
  }

  @Test func `says that a table has gone, and goes on when it is back`() async throws {
    try await Self.onScreen(["shop.db:words"]) { tmux, shop in
      try await tmux.waitFor("pear")
      try await shop.database.write { try $0.execute(sql: "DROP TABLE words") }
      try await tmux.type("r")
      try await tmux.waitFor("no such table: words")
      try await shop.database.write {
        try $0.execute(
          sql: """
            CREATE TABLE words (word TEXT PRIMARY KEY, count INTEGER) WITHOUT ROWID;
            INSERT INTO words VALUES ('plum', 3);
            """)
      }
      try await tmux.type("r")
      try await tmux.waitFor("plum")
      try await tmux.quit()
    }
  }

  @Test func `reads a log of another program, and says so`() async throws {
    try await SampleShop.run { shop in
      let pool = try DatabasePool(path: shop.home.directory.path + "/log.db")
      try await pool.write {
        try $0.execute(sql: "CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT)")
        try $0.execute(sql: "INSERT INTO entry VALUES (1, 'in the log')")
      }
      try await Tmux.run(shop.home.launch("log.db:entry"), lines: 10) { tmux in
        try await tmux.waitFor("in the log")
        try await pool.write { try $0.execute(sql: "INSERT INTO entry VALUES (2, 'later')") }
        try await tmux.type("r")
        try await tmux.waitFor("later")
        try await tmux.type("=")
        try await tmux.waitFor("-wal")
        try await tmux.quit()
      }
    }
  }
}
