import Foundation

/// The files that the guides name, generated from numbers, so that an example always shows the same
/// text.
enum GuideSamples {
  /// All files, by name.
  static let files: [String: String] = {
    let requests = (1...600).map(Request.init)
    return [
      "server.log": (1...2_000).map(serverLine).joined(),
      "app.log": (1...300).map(appLine).joined(),
      "access.log": requests.map(\.nginx).joined(),
      "access.jsonl": requests.map(\.json).joined(),
      "app.jsonl": requests.map(\.log).joined(),
      "export.csv": "name,price,stock\n"
        + goods.map { "\($0.name),\($0.price),\($0.stock)\n" }.joined(),
      "german.csv": "sep=;\nname;preis\n"
        + goods.map { "\($0.name);\($0.price.replacing(".", with: ","))\n" }.joined(),
      "data.json": "{\n  \"items\": [\n    \(items(",\n    "))\n  ],\n  \"total\": 6\n}\n",
      "answer.json": #"{"status":"ok","data":{"rows":[\#(items(","))],"tags":["a","b"]}}"# + "\n",
      "package.json": """
      {
        "name": "endless",
        "version": "0.3.0",
        "tags": ["a", "b"],
        "deep": {"none": [], "one": {"two": 2}}
      }

      """,
      "logs/auth.log": logins, "logs/cron.log": logins, "logs/kern.log": logins,
      "Makefile": "all:\n\t@echo built\n", "token": "hush-4712\n",
    ]
  }()

  private static let goods: [(name: String, price: String, stock: Int)] = [
    ("lamp", "12.5", 4), ("desk", "149", 0), ("chair", "79.9", 12),
    ("shelf", "34", 7), ("sofa", "649", 2), ("mirror", "25.25", 0),
  ]

  private static let logins = String(
    repeating: "Nov 24 10:11:12 mail sshd[123]: Accepted publickey for ann from 192.0.2.7\n",
    count: 20)

  private static func items(_ separator: String) -> String {
    goods.enumerated().map {
      #"{"id":\#($0 + 1),"name":"\#($1.name)","price":\#($1.price)}"#
    }.joined(separator: separator)
  }

  /// The time of day at a number of seconds after nine o'clock.
  private static func clock(_ seconds: Int) -> String {
    [9 + seconds / 3_600, seconds / 60 % 60, seconds % 60]
      .map { "0\($0)".suffix(2) }.joined(separator: ":")
  }

  private static func serverLine(_ number: Int) -> String {
    let text =
      switch number {
      case let n where n.isMultiple(of: 40): "WARN retrying the feed in 2 s"
      case let n where n % 250 == 7: "ERROR timed out after 30 s"
      case let n where n.isMultiple(of: 7): "INFO cache: \(1_000 + n) entries, \(30 + n % 9) MB"
      case let n where n.isMultiple(of: 5): "WARN GET /api/users/\(n % 97) 404 2 ms"
      default: "INFO GET /api/posts/\(number) 200 \(number % 23 + 2) ms"
      }
    return "2026-11-24 \(clock((number - 1) * 5)) \(text)\n"
  }

  private static func appLine(_ number: Int) -> String {
    let time = "2026-11-24 \(clock((number - 1) * 30)).345"
    if number.isMultiple(of: 50) {
      return """
        \(time) [worker-2] ERROR com.example.Orders - order \(number) was not saved
        java.sql.SQLException: deadlock detected
        \tat com.example.Orders.save(Orders.java:71)
        \tat com.example.Shop.run(Shop.java:12)

        """
    }
    let text =
      number.isMultiple(of: 20)
      ? "WARN  com.example.Shop - slow query, \(1_000 + number) ms"
      : "INFO  com.example.Shop - order \(number) saved"
    return "\(time) [main] \(text)\n"
  }

  /// A request that a server has logged.
  private struct Request {
    let number: Int

    private var time: String { clock((number - 1) * 12) }

    private var status: Int {
      number.isMultiple(of: 3)
        ? 200 : [200, 200, 200, 304, 404, 200, 200, 201, 200, 500][number % 10]
    }

    private var method: String { status == 201 ? "POST" : "GET" }

    private var path: String {
      ["/", "/api/posts", "/health", "/api/users/\(number % 9)"][number % 4]
    }

    private var level: String { status >= 500 ? "error" : status >= 400 ? "warn" : "info" }

    var nginx: String {
      "192.0.2.\(number % 50 + 1) - - [24/Nov/2026:\(time) +0000] \"\(method) \(path) HTTP/1.1\" "
        + "\(status) \(100 + number * 7) \"-\" \"curl/8.5.0\"\n"
    }

    var json: String {
      #"{"time":"2026-11-24T\#(time)Z","request":{"method":"\#(method)","path":"\#(path)"},"#
        + #""status":\#(status),"took":"\#(number * 37 % 2_500)ms"}"# + "\n"
    }

    var log: String {
      #"{"time":"2026-11-24T\#(time)Z","level":"\#(level)","msg":"\#(method) \#(path)","#
        + #""status":\#(status)}"# + "\n"
    }
  }

  /// Statements that create the shop, for SQLite and for PostgreSQL.
  static let shop =
    [
      "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
      """
      CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER NOT NULL REFERENCES customers (id),
      placed TEXT, total REAL, note TEXT)
      """,
      "CREATE TABLE posts (id INTEGER PRIMARY KEY, text TEXT)",
      "CREATE INDEX orders_by_total ON orders (total, id)",
      "CREATE INDEX orders_by_placed ON orders (placed, total)",
      "CREATE VIEW large AS SELECT * FROM orders WHERE total > 90",
      "INSERT INTO customers VALUES " + list(1...20) { "(\($0), 'Customer \($0)')" },
      "INSERT INTO posts VALUES " + list(1...60) { "(\($0), 'post \($0)')" },
      "INSERT INTO orders VALUES " + list(1...1_000, order),
    ].joined(separator: ";\n") + ";\n"

  private static func list(_ numbers: ClosedRange<Int>, _ row: (Int) -> String) -> String {
    numbers.map(row).joined(separator: ", ")
  }

  private static func order(_ id: Int) -> String {
    let total = id.isMultiple(of: 4) ? "NULL" : "\(id * 37 % 1_000 / 10).\(id * 37 % 10)"
    let (month, day) = ("0\(id % 11 + 1)".suffix(2), "0\(id % 28 + 1)".suffix(2))
    return "(\(id), \(id % 20 + 1), '2026-\(month)-\(day)', \(total), 'order \(id)')"
  }
}
