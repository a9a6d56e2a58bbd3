import Randomness

/// An unusual table, with any key, any types and values of every kind in one column, and the
/// request for its rows.
struct RandomTable {
  /// The statements that create and fill the table.
  private(set) var statements: [String] = []
  /// The name of the table, or of a view of it.
  private(set) var name = "odd \"table\""
  /// The order of the request.
  private(set) var terms: [RandomTerm] = []
  /// The columns that identify the rows if the database does not name them.
  private(set) var id: [String] = []
  /// The number of rows that have been inserted; the tag of each row is its number.
  private(set) var count = 0
  private let key: RandomKey
  private var columns: [RandomColumn] = []
  private var values: RandomValues
  private var random: SplitMix64

  init(start: UInt64) {
    random = SplitMix64(start: start)
    key = random.pick(RandomKey.all)
    values = RandomValues(&random)
    let isStrict = key.isStrict && random.occurs(inPercent: 40)
    var names = RandomColumn.names.shuffled(using: &random)
    for _ in 0..<random.within(1...4) {
      columns.append(RandomColumn(names.removeLast(), isStrict: isStrict, &random))
    }
    let parts = ["tag INTEGER"] + key.columns + columns.map(\.sql) + key.constraints
    let suffix = isStrict ? " STRICT" : key.suffix
    statements.append("CREATE TABLE \(quoted) (\(parts.joined(separator: ", ")))\(suffix)")
    addIndexes()
    for _ in 0..<random.within(0...120) { statements.append(insertion()) }
    if random.occurs(inPercent: 20) { addView() }
    terms = (0..<random.within(0...min(4, columns.count))).map {
      RandomTerm(columns[$0].name, &random)
    }
  }

  private var quoted: String { #""odd ""table""""# }

  /// A statement that inserts a row with the next tag.
  mutating func insertion() -> String {
    count += 1
    var row = ["\(count)"] + key.values(count)
    for _ in columns { row.append(values.next(&random)) }
    return "INSERT INTO \(quoted) VALUES (\(row.joined(separator: ", ")))"
  }

  /// A statement that changes a random column of the row with the given tag.
  mutating func update(_ tag: Int) -> String {
    let column = random.pick(columns).quoted
    return "UPDATE \(quoted) SET \(column) = \(values.next(&random)) WHERE tag = \(tag)"
  }

  func deletion(of tag: Int) -> String { "DELETE FROM \(quoted) WHERE tag = \(tag)" }

  private mutating func addIndexes() {
    for number in 0..<random.within(0...3) {
      let parts = columns.prefix(random.within(1...columns.count)).map { column in
        column.quoted + random.pick(["", " COLLATE NOCASE", " COLLATE BINARY", " COLLATE RTRIM"])
          + random.pick(["", " DESC"])
      }
      let condition = random.pick(["", "", "", " WHERE tag > 40"])
      statements.append(
        "CREATE INDEX i\(number) ON \(quoted) (\(parts.joined(separator: ", ")))\(condition)")
    }
    if random.occurs(inPercent: 10) {
      statements.append("CREATE UNIQUE INDEX e ON \(quoted) (tag + 1) WHERE tag > 0")
      statements.append("CREATE UNIQUE INDEX n ON \(quoted) (tag)")
    }
  }

  private mutating func addView() {
    let all = "SELECT tag, \(columns.map(\.quoted).joined(separator: ", ")) FROM \(quoted)"
    // The columns of the union have the types and collations of its first part.
    let turned =
      "SELECT tag, \(columns.reversed().map(\.quoted).joined(separator: ", ")) FROM \(quoted)"
    let body = random.pick([all, "\(all) WHERE tag % 2 = 0 UNION ALL \(turned) WHERE tag % 2 = 1"])
    (name, id) = ("view", ["tag"])
    statements.append("CREATE VIEW \"view\" AS \(body)")
  }
}

/// The columns that identify the rows of a random table.
struct RandomKey: Sendable {
  let columns: [String]
  var constraints: [String] = []
  var suffix = ""
  /// Whether the table may be `STRICT`; it may if each column has a type and no primary key has
  /// NULLs.
  var isStrict = false
  /// A closure that takes the number of a row and returns the values of the columns in that row, as
  /// SQL.
  let values: @Sendable (Int) -> [String]

  static let all: [RandomKey] = [
    RandomKey(columns: [], isStrict: true) { _ in [] },
    RandomKey(columns: ["id INTEGER PRIMARY KEY"], isStrict: true) { [scattered($0)] },
    RandomKey(columns: ["id INTEGER PRIMARY KEY DESC"]) { [$0 % 9 == 0 ? "NULL" : scattered($0)] },
    RandomKey(columns: ["\"Id\" TEXT COLLATE NOCASE PRIMARY KEY"]) {
      [$0 % 9 == 0 ? "NULL" : text($0)]
    },
    RandomKey(columns: ["id TEXT NOT NULL PRIMARY KEY"], isStrict: true) { [text($0)] },
    RandomKey(columns: ["k INT", "l"], constraints: ["PRIMARY KEY (k, l DESC)"]) {
      ["\($0 / 7)", $0 % 9 == 0 ? "NULL" : "\($0 % 7)"]
    },
    RandomKey(
      columns: ["k INT", "l"], constraints: ["PRIMARY KEY (k, l DESC)"], suffix: " WITHOUT ROWID"
    ) { ["\($0 / 7)", "\($0 % 7)"] },
    RandomKey(columns: ["id TEXT COLLATE NOCASE PRIMARY KEY"], suffix: " WITHOUT ROWID") {
      [text($0)]
    },
    RandomKey(
      columns: ["\"rowid\" ANY", "_ROWID_ ANY", "oid ANY NOT NULL COLLATE RTRIM UNIQUE"]
    ) { ["NULL", "'x'", text($0)] },
    RandomKey(columns: ["\"rowid\" ANY", "_rowid_ ANY UNIQUE"]) {
      ["NULL", $0 % 3 == 0 ? "NULL" : scattered($0)]
    },
    RandomKey(
      columns: ["g ANY AS (tag % 3)", "h ANY AS (tag) STORED UNIQUE NOT NULL"], isStrict: true
    ) { _ in [] },
  ]

  private static func scattered(_ number: Int) -> String { "\(number * 37 % 1_009)" }
  private static func text(_ number: Int) -> String { "'\(number % 2 == 0 ? "K" : "k")\(number)'" }
}

/// A column of any type.
struct RandomColumn {
  let name: String
  let sql: String

  static let names = [
    "a", "B", "odd, name", "quo\"te", "order", "ü", "it's", "page", "x:desc", "", "NULL",
  ]

  init(_ name: String, isStrict: Bool, _ random: inout SplitMix64) {
    self.name = name
    let types = ["", "INTEGER", "REAL", "TEXT", "NUMERIC", "BLOB", "VARCHAR(9)", "DOUBLE", "ANY"]
    let type = isStrict ? "ANY" : random.pick(types)
    let collation = random.pick(["", "", " COLLATE NOCASE", " COLLATE RTRIM"])
    sql = "\(Self.quoted(name)) \(type)\(collation)"
  }

  var quoted: String { Self.quoted(name) }

  static func quoted(_ name: String) -> String {
    "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }
}

/// A column of the order.
struct RandomTerm {
  let column: String
  let descending: Bool
  let nullsFirst: Bool?
  let collation: String?

  init(_ column: String, _ random: inout SplitMix64) {
    self.column = column
    descending = random.occurs(inPercent: 50)
    nullsFirst = random.pick([nil, true, false])
    collation = random.pick([nil, "BINARY", "NOCASE", "RTRIM"])
  }
}

/// Values of every kind, as SQL, some of which repeat.
struct RandomValues {
  private let ties: Int
  private let common: [String]

  init(_ random: inout SplitMix64) {
    ties = random.pick([0, 30, 60, 90])
    common = (0..<random.within(1...4)).map { _ in random.pick(Self.all) }
  }

  mutating func next(_ random: inout SplitMix64) -> String {
    random.occurs(inPercent: ties) ? random.pick(common) : random.pick(Self.all)
  }

  private static let all =
    ["NULL", "NULL"] + numbers + texts.map { "CAST(x'\($0)' AS TEXT)" }
    + ["", "00", "61", "6100", "ff"].map { "x'\($0)'" }
  private static let numbers = [
    "0", "1", "-1", "2", "42", "9223372036854775807", "-9223372036854775808", "9007199254740993",
    "9007199254740992", "9007199254740992.0", "-0.0", "0.0", "1.5", "0.1", "1e308", "9e999",
    "-9e999", "5e-324", "1e19", "9223372036854775807.0", "1.0",
  ]
  private static let texts = [
    "", "61", "41", "6120", "612020", "4120", "6162", "62", "42", "6100", "610062", "00", "ff",
    "c328", "e9", "c3a9", "3132", "3132", "316533", "20", "2061", "5a", "7a", "30", "2d30",
  ]
}
