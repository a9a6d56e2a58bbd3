import Foundation
import PostgresTrials
import Testing

/// A PostgreSQL server, opened with the same command as a text.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A server on a screen` {
  private static let shop = """
    CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL);
    CREATE TABLE orders (id int PRIMARY KEY, customer int NOT NULL REFERENCES customers,
      total numeric(8, 2), note text, photo bytea, placed timestamptz);
    CREATE INDEX ON orders (total, id);
    CREATE VIEW sums AS SELECT customer, sum(total) AS sum FROM orders GROUP BY customer;
    CREATE SCHEMA archive;
    CREATE TABLE archive.words (word text PRIMARY KEY);
    CREATE TABLE unkeyed AS SELECT i AS number, 'note ' || i AS note FROM generate_series(1, 5000) AS i;
    INSERT INTO archive.words VALUES ('pear'), ('apple');
    INSERT INTO customers SELECT i, 'Customer ' || i FROM generate_series(1, 20) AS i;
    INSERT INTO orders SELECT i, i % 20 + 1, CASE WHEN i % 4 > 0 THEN i * 37 % 1000 / 10.0 END,
      'order ' || i, CASE WHEN i % 5 = 0 THEN '\\x89504e470d0a1a0a'::bytea END,
      timestamptz '2026-01-01 00:00+00' + i * interval '1 hour' FROM generate_series(1, 1003) AS i;
    ANALYZE;
    """

  private static func onScreen(
    _ words: (TrialDatabase) -> [String], server: PostgresServer? = nil, lines: Int = 14,
    columns: Int = 100, environment: [String: String] = [:],
    _ body: (Tmux, TrialDatabase) async throws -> Void
  ) async throws {
    let database = try (server ?? PostgresServer.shared()).database(shop)
    try await SampleHome.run(filled: false) { home in
      let usual = ["TZ": "UTC", "PGTZ": "UTC"]
      let launch = home.launch(
        words(database), environment: usual.merging(environment) { $1 })
      try await Tmux.run(launch, lines: lines, columns: columns) { try await body($0, database) }
    }
  }

  @Test func `ends its query soon after the program is killed`() async throws {
    let active = """
      SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
      AND query LIKE 'FETCH %'
      """
    let query = ["--timeout", "1000", "--query", "select pg_sleep(1000) as slept"]
    let database = try PostgresServer.shared().database()
    try await SampleHome.run(filled: false) { home in
      var launch = home.launch(["--plain", database.words] + query)
      launch.arguments = ["-s", "KILL", "3", launch.program] + launch.arguments
      launch.program = "timeout"
      let result = try await Command.run(launch)
      #expect(result.status == .signalled(SIGKILL))
    }
    try await Self.wait(for: active, on: try database.writer()) { $0 == 0 }
  }

  /// Waits until the number that a query returns meets a condition.
  private static func wait(
    for query: String, on writer: TrialWriter, until holds: (Int) -> Bool
  ) async throws {
    let isSo: Bool? = try await Polling.answer(within: .seconds(120)) { () in
      (try? writer.number(query)).map(holds) == true ? true : nil
    }
    try #require(isSo == true)
  }

  @Test func `ends a query by ^C before its first row, and runs it again by a key`() async throws {
    let active = """
      SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
      AND query LIKE 'FETCH %'
      """
    let query =
      "SELECT i, pg_sleep(CASE WHEN i = 1 THEN 10 ELSE 0 END)::text FROM generate_series(1, 3) AS i"
    try await Self.onScreen({ [$0.words, "--query", query] }) { tmux, database in
      let writer = try database.writer()
      try await Self.wait(for: active, on: writer) { $0 > 0 }
      try await tmux.send("C-c")
      try await Self.wait(for: active, on: writer) { $0 == 0 }
      try await tmux.waitFor("stopped")
      try await tmux.type(".")
      try await tmux.waitUntil("rows") { lines in lines.contains { $0.hasPrefix("  3") } }
      try await tmux.quit()
    }
  }

  private static func plain(_ words: [String]) async throws -> CommandResult {
    try await SampleHome.run(filled: false) { home in
      try await Command.run(home.launch(["--plain"] + words))
    }
  }

  @Test func `lists tables of all schemas, opens one, and leads back`() async throws {
    try await Self.onScreen({ [$0.words] }) { tmux, _ in
      try await tmux.waitUntil("five tables") { lines in
        ["customers", "orders", "sums", "unkeyed", "archive.words"].allSatisfy { name in
          lines.contains { $0.hasSuffix(" \(name)") }
        }
      }
      try await tmux.type("j")
      try await tmux.send("Enter")
      try await tmux.waitFor("order 5")
      try await tmux.type("q")
      try await tmux.waitUntil("the tables") { lines in
        lines.contains { $0.hasSuffix(" archive.words") }
      }
      try await tmux.type("G")
      try await tmux.send("Enter")
      try await tmux.waitFor("apple")
      try await tmux.type("q")
      try await tmux.waitFor("orders")
      try await tmux.quit()
    }
  }

  @Test func `goes to both ends, to a key, sorts, counts, filters and searches`() async throws {
    try await Self.onScreen({ ["\($0.words):orders", "+G"] }, columns: 200) { tmux, _ in
      try await tmux.waitFor("order 1003")
      try await tmux.type(":key 500\r")
      try await tmux.waitUntil("row 500 at the top") { $0.count > 1 && $0[1].contains("order 500") }
      try await tmux.type("C/total\rS")
      try await tmux.waitFor("sorted by total, descending")
      try await tmux.type("q=")
      try await tmux.waitFor("1,003 rows")
      try await tmux.type("/order 987\r")
      try await tmux.waitFor("order 987")
      try await tmux.type("g&total>99.8\r")
      try await tmux.waitUntil("rows that meet it") { lines in
        lines.count > 2 && lines[1].contains("99.9") && !lines.contains { $0.contains("order 5 ") }
      }
      try await tmux.send("Escape")
      try await tmux.quit()
    }
  }

  @Test func `follows a foreign key and back`() async throws {
    try await Self.onScreen({ ["\($0.words):orders"] }, lines: 24) { tmux, _ in
      try await tmux.waitFor("order 5")
      try await tmux.send("Enter")
      try await tmux.waitFor("2 →")
      try await tmux.type("j")
      try await tmux.send("Enter")
      try await tmux.waitFor("Customer 2")
      try await tmux.send("Escape")
      try await tmux.waitFor("2 →")
      try await tmux.type("qq")
      #expect(try await tmux.waitForExit() == .exited(0))
    }
  }

  @Test func `goes on at the same place after a restart of the server`() async throws {
    let server = try PostgresServer()
    let words = ["--retry-for", "600"]
    try await Self.onScreen({ ["\($0.words):orders"] + words }, server: server) { tmux, _ in
      try await tmux.waitFor("order 5")
      try server.stop()
      try await tmux.type("G")
      try await tmux.waitUntil("what is wrong, and when it tries again") { lines in
        lines.contains { $0.contains(#/retry in \d+ s/#) }
      }
      try server.start()
      try await tmux.waitFor("order 1003")
      try await tmux.quit()
    }
  }

  @Test func `goes on where a process of the server was ended between two pages`() async throws {
    try await Self.onScreen({ ["\($0.words):orders"] }) { tmux, database in
      try await tmux.waitFor("order 5")
      try database.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
          + " AND datname = '\(database.name)'")
      try await tmux.type("G")
      try await tmux.waitFor("order 1003")
      try await tmux.quit()
    }
  }

  @Test func `shows what writers tell of`() async throws {
    try await Self.onScreen({ ["\($0.words):customers", "--listen", "shop", "+G"] }, lines: 30) {
      tmux, database in
      try await tmux.waitFor("Customer 20")
      try await tmux.waitUntil("the new name") { lines in
        try? database.run(
          "UPDATE customers SET name = 'Somebody else' WHERE id = 20; NOTIFY shop")
        return lines.contains { $0.contains("Somebody else") }
      }
      try await tmux.quit()
    }
  }

  @Test func `ends a long query by ^C, and gives it more time by a key`() async throws {
    let query = "SELECT i, pg_sleep(0.02)::text FROM generate_series(1, 200) AS i LIMIT 200"
    try await Self.onScreen({ [$0.words, "--query", query, "--timeout", "1"] }) { tmux, _ in
      try await tmux.waitFor("the query reached its time limit")
      try await tmux.type(".")
      try await tmux.waitUntil("rows") { lines in lines.contains { $0.hasPrefix("   5") } }
      try await tmux.quit()
    }
  }

  @Test func `says since when the transaction of a query is open`() async throws {
    let query = "SELECT i FROM generate_series(1, 5000) AS i"
    try await Self.onScreen({ [$0.words, "--query", query] }) { tmux, _ in
      try await tmux.waitFor("transaction open since")
      try await tmux.type("G")
      try await tmux.waitFor("5000")
      try await tmux.quit()
    }
  }

  @Test func `says why a file of passwords is not read, and libpq writes nothing of that`()
    async throws
  {
    let file = NSTemporaryDirectory() + "endless-pass-\(getpid())"
    try Data("*:*:*:*:secret\n".utf8).write(to: URL(filePath: file))
    defer { unlink(file) }
    #expect(chmod(file, 0o644) == 0)
    try await Self.onScreen(
      { ["\($0.words):orders"] }, columns: 160, environment: ["PGPASSFILE": file]
    ) { tmux, database in
      try await tmux.waitUntil("rows, and what to do") { lines in
        ["order 5", "chmod 600"].allSatisfy { word in lines.contains { $0.contains(word) } }
      }
      try await tmux.quit()
      let words = ["--plain", "\(database.words):orders", "--limit", "1"]
      let result = try await SampleHome.run(filled: false) { home in
        try await Command.run(home.launch(words, environment: ["PGPASSFILE": file]))
      }
      #expect(result.status == .exited(0))
      #expect(
        result.error.contains("chmod 600") && !result.error.contains("WARNING"), "\(result.error)")
    }
  }

  @Test func `pages a table without a key by its blocks, from either end`() async throws {
    try await Self.onScreen({ ["\($0.words):unkeyed", "+G"] }, columns: 200) { tmux, database in
      try await tmux.waitFor("note 5000")
      let open =
        "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in%' AND datname = current_database()"
      try await Self.wait(for: open, on: try database.writer()) { $0 == 0 }
      try await tmux.type("50%")
      try await tmux.waitUntil("rows of the middle") { lines in
        lines.contains { $0.contains("note 2") || $0.contains("note 3") }
      }
      try await tmux.type("/note 4321\r")
      try await tmux.waitFor("note 4321")
      try await tmux.type("g=")
      try await tmux.waitFor("5,000 rows")
      try await tmux.quit()
    }
  }

  @Test func `is refused under a restriction, and nothing is asked`() async throws {
    let words = "postgres://127.0.0.1:1/shop"
    try await SampleHome.run(filled: false) { home in
      let result = try await Command.run(
        home.launch(["--plain", words], environment: ["LESSSECURE": "1"]))
      #expect(result.status == .exited(2) && result.output.isEmpty)
      #expect(result.error.contains("LESSSECURE forbids databases"), "\(result.error)")
    }
    #expect(try await Self.plain([words, "--secure"]).status != .exited(0))
  }

  @Test func `writes rows whole, and says what is wrong in one line without a password`()
    async throws
  {
    let database = try PostgresServer.shared().database(Self.shop)
    let rows = try await Self.plain(["\(database.words):orders", "--json", "--limit", "5"])
    #expect(rows.output.contains("\"photo\":\"\\\\x89504e470d0a1a0a\""), "\(rows.output)")
    let one = try await Self.plain([database.words, "--query", "select 1 as one"])
    #expect(one.output == "one\n1\n")
    for (words, message) in [
      (["\(database.words):nosuch"], "no table 'nosuch'"),
      ([database.words, "--query", "drop table orders"], "SELECT, VALUES, TABLE or WITH"),
      ([database.words.replacing("postgres@", with: "reader:wrong-word@")], ".pgpass"),
      (["postgres://u:wrong-word@127.0.0.1:1/x"], "refused"),
      (["\(database.words):orders", "--order-by", "total:up"], "is not an order"),
    ] {
      let result = try await Self.plain(words)
      #expect(result.status != .exited(0))
      #expect(result.error.contains(message), "\(result.error)")
      #expect(!result.error.contains("wrong-word"), "\(result.error)")
    }
  }
}
