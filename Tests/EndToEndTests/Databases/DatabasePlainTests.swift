import Foundation
import GRDB
import Testing

/// Databases without a screen, opened with the same command as a text.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A database without a screen` {
  @Test func `is the list of its tables`() async throws {
    try await SampleShop.run { shop in
      let result = try await shop.plain("shop.db")
      #expect(result.status == .exited(0), "\(result.error)")
      let names = result.output.split(separator: "\n").map { $0.split(separator: " ").last }
      #expect(names == ["customers", "large", "orders", "words"])
      #expect(try shop.strangers.isEmpty)
    }
  }

  @Test(arguments: [
    ["shop.db:orders"], ["sqlite:shop.db:orders"], ["shop.db", "--table", "ORDERS"],
  ])
  func `gives each row of a table once, in the order of the key`(words: [String]) async throws {
    try await SampleShop.run { shop in
      let result = try await Command.run(shop.home.launch(["--plain", "--columns", "id"] + words))
      #expect(result.status == .exited(0), "\(result.error)")
      let lines = result.output.split(separator: "\n").map(String.init)
      #expect(lines == ["id"] + (1...SampleShop.orders).map(String.init))
      #expect(try shop.strangers.isEmpty)
    }
  }

  @Test(arguments: [
    ("total:desc", "total DESC, id DESC"),
    ("total:desc:nullsfirst", "total DESC NULLS FIRST, id DESC"),
    ("note:desc,customer", "note DESC, customer, id"),
    ("total:nullslast,id:desc", "total ASC NULLS LAST, id DESC"),
  ])
  func `sorts as the database does`(order: String, sql: String) async throws {
    try await SampleShop.run { shop in
      let result = try await shop.plain("shop.db:orders", "--order-by", order, "--columns", "id")
      let wanted = try await shop.database.read {
        try Int.fetchAll($0, sql: "SELECT id FROM orders ORDER BY \(sql)")
      }
      let ids = result.output.split(separator: "\n").dropFirst().compactMap { Int($0) }
      #expect(ids == wanted, "\(result.error)")
    }
  }

  @Test(
    arguments: [
      (["+G", "--limit", "3"], 1_001...1_003), (["+G"], 954...1_003), (["+1002"], 1_002...1_003),
      (["+500", "--limit", "2"], 500...501),
      (["+G", "--limit", "2", "--query", "orders"], 1_002...1_003),
      (["+G", "--limit", "2", "--filter", "id<100"], 98...99),
    ] as [([String], ClosedRange<Int>)])
  func `begins where the command line says`(words: [String], ids: ClosedRange<Int>) async throws {
    try await SampleShop.run { shop in
      let words = words.map { $0 == "orders" ? "SELECT * FROM orders" : $0 }
      let source = words.contains("--query") ? "shop.db" : "shop.db:orders"
      let result = try await Command.run(
        shop.home.launch(["--plain", "--columns", "id", source] + words))
      #expect(result.status == .exited(0), "\(result.error)")
      #expect(result.output.split(separator: "\n").dropFirst().compactMap { Int($0) } == Array(ids))
    }
  }

  @Test func `has only the columns that it has`() async throws {
    try await SampleShop.run { shop in
      let result = try await shop.plain("shop.db:orders", "--columns", "id,nosuch")
      #expect(result.status == .exited(1))
      #expect(result.output.isEmpty)
      #expect(result.error == "endless: shop.db:orders has no column 'nosuch'\n")
      let none = try await shop.plain(
        "shop.db", "--query", "SELECT id FROM orders WHERE id < 0", "--columns", "nosuch")
      #expect(none.status == .exited(1))
    }
  }

  @Test func `writes values as they are`() async throws {
    try await SampleShop.run { shop in
      let result = try await shop.plain("shop.db:orders", "--json", "--limit", "5")
      let lines = result.output.split(separator: "\n")
      #expect(
        lines.first
          == #"{"id":1,"customer":2,"total":3.7,"note":"order 1","photo":null}"#)
      #expect(
        lines.last
          == #"{"id":5,"customer":6,"total":18.5,"note":"order 5","photo":"x'89504e470d0a1a0a'"}"#)
    }
  }

  @Test func `runs a query`() async throws {
    try await SampleShop.run { shop in
      let grouped = "select customer, count(*) as orders from orders group by customer limit 2"
      let result = try await shop.plain("shop.db", "--query", grouped)
      #expect(result.output == "customer\torders\n1\t50\n2\t51\n")
      let filtered = try await shop.plain(
        "shop.db:orders", "--filter", "id>1001", "--columns", "note")
      #expect(filtered.output == "note\norder 1002\norder 1003\n")
    }
  }

  /// The result is like that of a CSV file with a header.
  @Test(arguments: [
    ([], "word\tcount\n"), (["--columns", "count"], "count\n"), (["--json"], ""),
    (["--filter", "count>1"], "word\tcount\n"), (["--limit", "0"], ""),
  ])
  func `has the names of its columns where it has no rows`(
    words: [String], output: String
  ) async throws {
    try await SampleShop.run { shop in
      try await shop.database.write { try $0.execute(sql: "DELETE FROM words") }
      let result = try await Command.run(
        shop.home.launch(["--plain"] + words + ["shop.db:words"]))
      #expect(result.output == output, "\(result.error)")
      let query = ["shop.db", "--query", "select word, count from words union select 1, 2 limit 0"]
      let once = try await Command.run(shop.home.launch(["--plain"] + words + query))
      #expect(once.output == output, "\(once.error)")
    }
  }

  @Test(arguments: [
    ("delete from orders", "only read-only queries are allowed"),
    ("attach 'other.db' as other", "only read-only queries are allowed"),
    ("select 1; select 2", "more than one statement"),
    ("select nosuch from orders", "no such column: nosuch"),
    ("", "--query needs a query"),
  ])
  func `refuses what is no query`(sql: String, words: String) async throws {
    try await SampleShop.run { shop in
      let result = try await shop.plain("shop.db", "--query", sql)
      #expect(result.status == .exited(2))
      #expect(result.error.contains(words), "\(result.error)")
      #expect(result.error.isOneLine && result.output.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: shop.home.directory.path + "/other.db"))
      let count = try await shop.database.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM orders")
      }
      #expect(count == SampleShop.orders)
    }
  }

  @Test(arguments: [
    (["shop.db:nosuch"], "no table 'nosuch'; available: customers, large, orders, words"),
    (["shop.db:orders", "--order-by", "nope"], "no column 'nope'"),
    (["shop.db:orders", "--order-by", "id:up"], "'up' is not an order"),
    (["shop.db", "--order-by", "id"], "--order-by needs a table"),
    (["text", "--table", "orders"], "--table, --query, --order-by and --listen need a database"),
    (["sqlite:text"], "not an SQLite database"),
    (["sqlite:none"], "No such file or directory"),
  ])
  func `says what is wrong`(words: [String], message: String) async throws {
    try await SampleShop.run { shop in
      try shop.home.directory.write(String(repeating: "no database ", count: 200), to: "text")
      let result = try await Command.run(shop.home.launch(["--plain"] + words))
      #expect(result.status != .exited(0))
      #expect(result.error.contains(message), "\(result.error)")
      #expect(result.error.isOneLine)
    }
  }

  @Test(arguments: ["shop.db", "shop.db:orders", "sqlite:shop.db"])
  func `is refused under a restriction`(word: String) async throws {
    try await SampleShop.run { shop in
      let result = try await shop.plain(word, environment: ["LESSSECURE": "1"])
      #expect(result.status == .exited(2) && result.output.isEmpty)
      #expect(result.error.contains("LESSSECURE forbids databases"), "\(result.error)")
      let guest = try await shop.plain(word, "--secure")
      #expect(guest.status != .exited(0) && guest.output.isEmpty)
    }
  }
}
