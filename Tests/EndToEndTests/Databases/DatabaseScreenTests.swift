import Foundation
import GRDB
import Testing

/// Databases on a screen, opened with the same command as a text.
@Suite(.serialized, .timeLimit(.minutes(15))) struct `A database on a screen` {
  private static func onScreen(
    _ words: [String], lines: Int = 14, _ body: (Tmux, SampleShop) async throws -> Void
  ) async throws {
    try await SampleShop.run { shop in
      // The test writes while the program may be reading.
      try await shop.database.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA busy_timeout = 60000")
      }
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

  @Test func `shows the names of tables on a narrow screen`() async throws {
    try await SampleShop.run { shop in
      try await Tmux.run(shop.home.launch(["shop.db"]), lines: 10, columns: 40) { tmux in
        try await tmux.waitUntil("four tables") { lines in
          ["customers", "large", "orders", "words"].allSatisfy { name in
            lines.contains { $0.hasSuffix(" \(name)") }
          }
        }
        try await tmux.quit()
      }
    }
  }

  @Test func `goes to both ends of a table, and opens at its end`() async throws {
    try await Self.onScreen(["shop.db:orders", "+G"]) { tmux, _ in
      try await tmux.waitFor("order \(SampleShop.orders)")
      try await tmux.type("g")
      try await tmux.waitUntil("the first row") { lines in
        lines.contains { $0.contains("order 1 ") }
      }
      try await tmux.type("G")
      try await tmux.waitFor("order \(SampleShop.orders)")
      try await tmux.quit()
    }
  }

  @Test func `opens where it was left, but not where one of the same name in another folder was`()
    async throws
  {
    try await SampleShop.run { shop in
      let other = shop.home.directory.path + "/other"
      try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
      try FileManager.default.copyItem(
        atPath: shop.home.directory.path + "/" + SampleShop.name,
        toPath: other + "/" + SampleShop.name)
      var launch = shop.home.launch(["shop.db:orders"])
      try await Tmux.run(launch, lines: 14) { tmux in
        try await tmux.waitFor("order 5")
        try await tmux.type("G")
        try await tmux.waitFor("order \(SampleShop.orders)")
        try await tmux.quit()
      }
      try await Tmux.run(launch, lines: 14) { tmux in
        try await tmux.waitFor("order \(SampleShop.orders)")
        try await tmux.quit()
      }
      launch.directory = other
      try await Tmux.run(launch, lines: 14) { tmux in
        try await tmux.waitUntil("the first row") { lines in
          lines.contains { $0.contains("order 1 ") }
        }
        try await tmux.quit()
      }
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

  @Test func `goes to a row by its key, and a part of the way`() async throws {
    try await Self.onScreen(["shop.db:orders"]) { tmux, _ in
      try await tmux.waitFor("order 5")
      try await tmux.type(":key 500\r")
      try await tmux.waitUntil("row 500 at the top") { $0.count > 1 && $0[1].contains("order 500") }
      try await tmux.type("50%")
      try await tmux.waitUntil("the middle at the top") { lines in
        (495...510).contains { lines.count > 1 && lines[1].contains("order \($0)") }
      }
      try await tmux.type(":key 5000\r")
      try await tmux.waitFor("no row has the key 5000 or a later one")
      try await tmux.quit()
    }
  }

  @Test func `sorts by a column, and asks before it sorts without an index`() async throws {
    try await Self.onScreen(["shop.db:orders"], lines: 24) { tmux, _ in
      try await tmux.waitFor("order 5")
      try await tmux.type("C/total\rS")
      try await tmux.waitFor("sorted by total, descending")
      try await tmux.waitUntil("the greatest at the top") { $0.count > 1 && $0[1].contains("99.9") }
      #expect(try await tmux.capture().first?.contains("total ↓") == true)
      try await tmux.type("/note\rs")
      try await tmux.waitFor("no index supports this order")
      try await tmux.type("s")
      try await tmux.waitFor("sorted by note")
      try await tmux.type("q")
      try await tmux.type("=")
      try await tmux.waitFor("by note, id")
      try await tmux.quit()
    }
  }

  @Test func `counts, filters and searches`() async throws {
    try await Self.onScreen(["shop.db:orders"]) { tmux, _ in
      try await tmux.waitFor("order 5")
      try await tmux.type("=")
      try await tmux.waitFor("table orders in shop.db, by id")
      try await tmux.waitFor(" 1,003 rows")
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

  @Test func `shows a row whole, and follows its foreign key and back`() async throws {
    try await Self.onScreen(["shop.db:orders"], lines: 24) { tmux, _ in
      try await tmux.waitFor("order 5")
      try await tmux.send("Enter")
      try await tmux.waitUntil("the row") { lines in
        lines.contains { $0.contains("2 →") }
          && lines.contains { $0.contains("photo") && $0.contains("NULL") }
      }
      try await tmux.type("j")
      try await tmux.send("Enter")
      try await tmux.waitUntil("its customer") { lines in
        lines.contains { $0.hasSuffix("Customer 2") }
      }
      let styled = try await tmux.captureWithStyles()
      let place = try #require(styled.firstIndex { $0.contains("Customer 2") })
      #expect(styled[place].contains("▌") && !styled[place + 1].contains("▌"))
      try await tmux.send("Escape")
      try await tmux.waitFor("2 →")
      try await tmux.type("qq")
      #expect(try await tmux.waitForExit() == .exited(0))
    }
  }

  @Test func `reads a log of another program, and says so`() async throws {
    try await SampleShop.run { shop in
      let pool = try DatabasePool(path: shop.home.directory.path + "/log.db")
      try await pool.write {
        try $0.execute(sql: "CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT)")
        try $0.execute(sql: "INSERT INTO entry VALUES (1, 'in the log')")
      }
      try await Tmux.run(shop.home.launch("log.db:entry"), lines: 10, columns: 200) { tmux in
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

  /// Some values are longer than the part that a list keeps, and some are blobs.
  @Test(arguments: [
    ["shop.db:papers"], ["shop.db:papers", "--order-by", "text:desc"],
    ["shop.db:papers", "--filter", "id>2"], ["shop.db:papers", "--filter", "text~xy$"],
    ["shop.db:papers", "--order-by", "text:desc", "--filter", "id>2"],
    ["shop.db", "--query", "select * from papers"],
    ["shop.db", "--query", "select * from papers union all select * from papers"],
    ["shop.db", "--query", "select * from papers union all select 8, 'z', 1", "--filter", "id>3"],
    ["shop.db:none"], ["shop.db", "--query", "select * from none union all select * from none"],
  ])
  func `writes rows whole, all of those that are shown`(words: [String]) async throws {
    try await SampleShop.run { shop in
      try await shop.database.write {
        try $0.execute(
          sql: """
            CREATE TABLE none (id INTEGER PRIMARY KEY, text TEXT);
            CREATE TABLE papers (id INTEGER PRIMARY KEY, text TEXT, data BLOB);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
            INSERT INTO papers
            SELECT i, i % 7 || replace(hex(zeroblob(iif(i % 100 = 3, 10000, 2))), '00', 'xy'),
              iif(i % 3 = 0, NULL, iif(i % 3 = 1, x'00ff', zeroblob(20000))) FROM n;
            """)
      }
      let plain = try await Command.run(
        shop.home.launch(["--plain"] + words), within: .seconds(200))
      #expect(plain.status == .exited(0), "\(plain.error)")
      #expect(plain.output.hasPrefix("id\ttext"))
      let path = shop.home.directory.path + "/out.tsv"
      try await Tmux.run(shop.home.launch(words), lines: 14) { tmux in
        try await tmux.waitFor("F1 help")
        try await tmux.type(":w out.tsv\r")
        try await tmux.waitFor("wrote", within: .seconds(200))
        try await tmux.type(":w! shop.db\r")
        try await tmux.waitFor("shop.db is the file that is being read")
        try await tmux.quit()
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == plain.output)
    }
  }

  @Test(arguments: [
    ["shop.db:orders"],
    ["shop.db", "--query", "SELECT * FROM orders UNION ALL SELECT * FROM orders"],
  ])
  func `shows the picture that a blob is, or what it says that it is`(
    words: [String]
  ) async throws {
    try await SampleShop.run { shop in
      let pictures = SshServer.checkout.appending(path: "Assets/timeline/pictures")
      let picture = try Data(contentsOf: pictures.appending(path: "aurora.jpg"))
      try await shop.database.write {
        try $0.execute(
          sql: "UPDATE orders SET photo = ? WHERE id = 1", arguments: [picture])
      }
      let launch = shop.home.launch(words, environment: ["COLORTERM": "truecolor"])
      try await Tmux.run(launch, lines: 24) { tmux in
        try await tmux.waitFor("order 5")
        try await tmux.send("Enter")
        try await tmux.waitUntil("the picture") { lines in
          lines.contains { $0.contains("JPEG, ") } && lines.contains { $0.contains("▀▀▀▀▀▀▀▀") }
        }
        try await tmux.type("JJJJ")
        try await tmux.waitUntil("a blob that only begins as a picture") { lines in
          lines.contains { $0.contains("PNG, 8 bytes") } && !lines.contains { $0.contains("▀") }
        }
        try await tmux.type("qq")
      }
    }
  }

  @Test func `runs a query again that the database did not wait for`() async throws {
    let sql = "SELECT name FROM customers UNION ALL SELECT note FROM orders"
    try await Self.onScreen(["shop.db", "--query", sql]) { tmux, shop in
      try await tmux.waitFor("Customer 5")
      try await shop.database.write {
        try $0.execute(sql: "UPDATE customers SET name = 'Somebody else' WHERE id = 1")
      }
      try await tmux.type("G")
      try await tmux.waitFor(
        "the database changed while the query ran: run it again · r: run again")
      try await tmux.type("r")
      try await tmux.waitFor("Somebody else")
      try await tmux.type("Cs")
      try await tmux.waitFor("cannot sort a query that is run once")
      try await tmux.type("qG")
      try await tmux.waitFor("order \(SampleShop.orders)")
      try await tmux.quit()
    }
  }

  @Test func `does not write rows of which others would come`() async throws {
    let words = ["shop.db", "--query", "select random() as number, id from orders"]
    try await Self.onScreen(words) { tmux, shop in
      try await tmux.waitFor("number")
      try await tmux.type(":w out.tsv\r")
      try await tmux.waitFor(
        "cannot save: the query may now return other rows; use --plain")
      #expect(!FileManager.default.fileExists(atPath: shop.home.directory.path + "/out.tsv"))
      try await tmux.quit()
    }
  }
}
