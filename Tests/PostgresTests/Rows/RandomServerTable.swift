import Randomness
import SQLSources

/// An unusual PostgreSQL table, with any key and any types, and the request for its rows.
struct RandomServerTable {
  /// The statements that create and fill the table.
  private(set) var statements: [String] = []
  /// The order of the request.
  private(set) var terms: [SortTerm] = []
  /// The columns that identify the rows if the server does not name them.
  private(set) var id: [String] = []
  /// The number of rows that have been inserted; the tag of each row is its number.
  private(set) var count = 0
  private let key: ServerKey
  private var columns: [ServerColumn] = []
  private let ties: Int
  private var random: SplitMix64

  /// The name, which must be in quotes in SQL.
  static let name = "odd \"table\""
  static let quoted = #""odd ""table""""#

  init(start: UInt64) {
    random = SplitMix64(start: start)
    key = random.pick(ServerKey.all)
    ties = random.pick([0, 30, 60, 90])
    var names = ServerColumn.names.shuffled(using: &random)
    for _ in 0..<random.within(1...4) {
      columns.append(ServerColumn(names.removeLast(), random.pick(ServerType.all)))
    }
    let parts = ["tag int"] + key.columns + columns.map(\.sql) + key.constraints
    statements.append("CREATE TABLE \(Self.quoted) (\(parts.joined(separator: ", ")))\(key.suffix)")
    statements += key.statements
    addIndexes()
    for _ in 0..<random.within(0...120) { statements.append(insertion()) }
    if random.occurs(inPercent: 50) { statements.append("ANALYZE \(Self.quoted)") }
    id = key.isFound ? [] : ["tag"]
    terms = (0..<random.within(0...min(3, columns.count))).map {
      SortTerm(
        columns[$0].name, descending: random.occurs(inPercent: 50),
        nullsFirst: random.pick([nil, true, false]))
    }
  }

  /// A statement that inserts a row with the next tag.
  mutating func insertion() -> String {
    count += 1
    var row = ["\(count)"] + key.values(count)
    for column in columns { row.append(column.type.next(ties, &random)) }
    return "INSERT INTO \(Self.quoted) VALUES (\(row.joined(separator: ", ")))"
  }

  /// A statement that changes a random column in the row with the given tag.
  mutating func update(_ tag: Int) -> String {
    let column = random.pick(columns)
    return
      "UPDATE \(Self.quoted) SET \(column.quoted) = \(column.type.next(ties, &random)) WHERE tag = \(tag)"
  }

  func deletion(of tag: Int) -> String { "DELETE FROM \(Self.quoted) WHERE tag = \(tag)" }

  private mutating func addIndexes() {
    for _ in 0..<random.within(0...3) {
      let parts = columns.prefix(random.within(1...columns.count)).map { column in
        column.quoted + random.pick(["", " DESC"])
          + random.pick(["", "", " NULLS FIRST", " NULLS LAST"])
      }
      let rest = random.occurs(inPercent: 50) ? key.names : []
      statements.append(
        "CREATE INDEX ON \(Self.quoted) (\((parts + rest).joined(separator: ", ")))")
    }
  }

  /// The request for the rows.
  var request: TableRequest {
    var request = TableRequest()
    (request.order, request.id) = (terms, id)
    return request
  }
}

/// The columns that identify the rows of a random table.
struct ServerKey: Sendable {
  let columns: [String]
  /// The names of the columns in SQL.
  var names: [String] = []
  var constraints: [String] = []
  var suffix = ""
  /// The statements that follow the creation of the table.
  var statements: [String] = []
  /// Whether the server says that these columns identify the rows.
  var isFound = true
  /// A closure that takes the number of a row and returns the values of the columns in that row, as
  /// SQL.
  let values: @Sendable (Int) -> [String]

  static let all: [ServerKey] = [
    ServerKey(columns: [], isFound: false) { _ in [] },
    ServerKey(columns: ["id int PRIMARY KEY"], names: ["id"]) { [scattered($0)] },
    ServerKey(columns: ["\"Id\" text PRIMARY KEY"], names: ["\"Id\""]) { [text($0)] },
    ServerKey(columns: ["id text COLLATE loose PRIMARY KEY"], names: ["id"]) { ["'\($0)ä'"] },
    ServerKey(columns: ["id citext PRIMARY KEY"], names: ["id"]) { [text($0)] },
    ServerKey(columns: ["id mark PRIMARY KEY"], names: ["id"]) { [scattered($0)] },
    ServerKey(columns: ["id numeric PRIMARY KEY"], names: ["id"]) {
      ["\(scattered($0)).\($0 % 3)0"]
    },
    ServerKey(
      columns: ["k int", "l text"], names: ["k", "l"], constraints: ["PRIMARY KEY (k, l)"]
    ) { ["\($0 / 7)", "'\($0 % 7)'"] },
    ServerKey(
      columns: ["k int NOT NULL", "l text NOT NULL"], names: ["k", "l"],
      statements: [
        "CREATE UNIQUE INDEX ON \(RandomServerTable.quoted) (k DESC, l) INCLUDE (tag)"
      ]
    ) { ["\($0 / 7)", "'\($0 % 7)'"] },
    // None of these indexes makes a key.
    ServerKey(
      columns: ["k int", "l int NOT NULL"], names: ["k"],
      statements: [
        "CREATE UNIQUE INDEX ON \(RandomServerTable.quoted) (k)",
        "CREATE UNIQUE INDEX ON \(RandomServerTable.quoted) (l) WHERE l > 1000",
        "CREATE UNIQUE INDEX ON \(RandomServerTable.quoted) ((l + tag * 2))",
      ], isFound: false
    ) { [$0 % 3 == 0 ? "NULL" : scattered($0), "\($0 % 2)"] },
    ServerKey(
      columns: ["id int", "part int"], names: ["id"], constraints: ["PRIMARY KEY (id, part)"],
      suffix: " PARTITION BY LIST (part)",
      statements: (0..<3).map {
        "CREATE TABLE p\($0) PARTITION OF \(RandomServerTable.quoted) FOR VALUES IN (\($0))"
      }
    ) { [scattered($0), "\($0 % 3)"] },
    ServerKey(
      columns: ["id int PRIMARY KEY"], names: ["id"],
      statements: ["CREATE TABLE heir () INHERITS (\(RandomServerTable.quoted))"], isFound: false
    ) { [scattered($0)] },
  ]

  private static func scattered(_ number: Int) -> String { "\(number * 37 % 1_009)" }
  private static func text(_ number: Int) -> String { "'\(number % 2 == 0 ? "K" : "k")\(number)'" }
}

/// A column with its type.
struct ServerColumn {
  let name: String
  let type: ServerType

  static let names = ["a", "B", "odd, name", "quo\"te", "order", "ü", "it's", "page", "x:desc"]

  init(_ name: String, _ type: ServerType) { (self.name, self.type) = (name, type) }

  var sql: String { "\(quoted) \(type.sql)" }

  var quoted: String {
    "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }
}

/// A type of a column, with possible values as SQL.
struct ServerType: Sendable {
  let sql: String
  let values: [String]

  init(_ sql: String, _ values: String...) { (self.sql, self.values) = (sql, values) }

  func next(_ ties: Int, _ random: inout SplitMix64) -> String {
    if random.occurs(inPercent: ties) { return values[0] }
    return random.occurs(inPercent: 15) ? "NULL" : random.pick(values)
  }

  /// The statements that create the types that are not built in.
  static let statements = [
    "CREATE EXTENSION IF NOT EXISTS citext",
    "CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
    "CREATE TYPE feeling AS ENUM ('sad', 'ok', 'happy')", "CREATE DOMAIN mark AS int",
    "CREATE TYPE pair AS (x int, y text)",
  ]

  static let all = [
    ServerType("int", "0", "1", "-1", "42", "2147483647", "-2147483648"),
    ServerType("bigint", "0", "9223372036854775807", "-9223372036854775808", "7"),
    ServerType("numeric", "0", "'NaN'", "'Infinity'", "'-Infinity'", "1.10", "1.1", "1e-30"),
    ServerType("float8", "0", "'-0'", "'NaN'", "'Infinity'", "'-Infinity'", "0.1", "5e-324"),
    ServerType("float4", "0", "0.1", "'NaN'", "1e30", "3.4028235e38"),
    ServerType("text", "''", "'a'", "'A'", "'ä'", "'z'", "'a b'", "'''; \\'", "'ß'"),
    ServerType("text COLLATE \"C\"", "''", "'a'", "'A'", "'ä'", "'Z'"),
    ServerType("text COLLATE loose", "'a'", "'A'", "'b'", "'B'", "'ä'", "'Ä'"),
    ServerType("varchar(9)", "''", "'a '", "'a'", "'b'"),
    ServerType("char(5)", "''", "'a'", "'a   '", "'b'"),
    ServerType("citext", "'a'", "'A'", "'b'"),
    ServerType(
      "timestamptz", "'2024-02-29 12:00+00'", "'infinity'", "'-infinity'", "'0044-03-15 BC'"),
    ServerType("date", "'2024-02-29'", "'infinity'", "'4714-11-24 BC'"),
    ServerType("interval", "'1 month'", "'30 days'", "'720:00:00'", "'-1 day'"),
    ServerType("boolean", "true", "false"),
    ServerType(
      "uuid", "'00000000-0000-0000-0000-000000000000'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'"),
    ServerType("bytea", "''", "'\\x00'", "'\\xff'", "'\\x0000'"),
    ServerType("int[]", "'{}'", "'{1,2}'", "'{1,NULL}'", "'{{1},{2}}'"),
    ServerType("feeling", "'sad'", "'ok'", "'happy'"),
    ServerType("mark", "0", "3", "-3"),
    ServerType("pair", "ROW(1, 'a')", "ROW(1, NULL)", "ROW(NULL, '(')"),
    ServerType("inet", "'10.0.0.1'", "'::1'", "'10.0.0.0/8'"),
    ServerType("jsonb", "'1'", "'null'", "'{\"a\": [1, 2]}'", "'\"x\"'"),
    ServerType("int4range", "'empty'", "'[1,5)'", "'(,)'"),
    ServerType("\"char\"", "'a'", "''", "'~'"),
    ServerType("name", "'a'", "''", "'B'"),
    ServerType("money", "'1.10'", "'-1'"),
  ]
}
