import ConnectedFeeds
import Feeds
import Paging
import Randomness
import Records
import RowTrials
import SQLSources
import Search
import Testing

@Suite(.timeLimit(.minutes(5))) struct `What is asked of rows of a server` {
  /// Columns of many types, with values as SQL.
  private static let columns: [(type: String, values: [String])] = [
    (
      "text",
      [
        "''", "'NULL'", "'null'", "'5'", "'05'", "' 5'", "'5 '", "'1E5'", "'a'", "'A'", "'abc'",
        "'aBc d'", "'straße'", "'STRASSE'", "'É'", "U&'\\212A'", "'k'", "'ſ'", "'s'", "'%'",
        "'a_c'",
        "'a\\c'", "'2024-01-02'", "'2024-01-02 10:11:12'", "'10:11'", "'warn'", "'ERROR'",
        "'10 MB'",
        "'5s'", "'007'", "'true'", "E'a\\nb'", "'日本語'", "'1999-13-45'", "'2024-01-08'",
      ]
    ),
    ("varchar(4) COLLATE loose", ["'a'", "'A'", "'5'", "''", "'Ä'"]),
    ("char(4)", ["'a'", "'5'", "''", "'ab'"]),
    ("int", ["0", "5", "-5", "100000", "2147483647"]),
    ("bigint", ["0", "5", "9007199254740993", "9223372036854775807"]),
    ("numeric", ["0", "5", "5.0", "5.50", "'NaN'", "'Infinity'", "1e30", "-0.1"]),
    ("float8", ["0", "'-0'", "5", "0.1", "1e300", "5e-324", "'NaN'", "'-Infinity'"]),
    ("float4", ["0.1", "5", "1e30", "16777216"]), ("boolean", ["true", "false"]),
    ("timestamptz", ["'2024-01-02 10:11:12+00'", "'infinity'", "'2023-12-25 00:00+00'"]),
    ("timestamp", ["'2024-01-02 10:11:12.5'", "'4713-01-01 BC'", "'200000-01-01'"]),
    ("date", ["'2024-01-02'", "'2024-01-08'", "'0044-03-15 BC'", "'4713-01-01 BC'"]),
    ("bytea", ["''", "'\\x00ff'", "'\\x89504e470d0a1a0a'"]), ("int[]", ["'{}'", "'{5,NULL}'"]),
    ("jsonb", ["'5'", "'\"5\"'", "'null'", "'{\"a\": 5}'"]), ("feeling", ["'sad'", "'ok'"]),
    ("pair", ["ROW(5, 'a')", "ROW(NULL, NULL)"]), ("interval", ["'5 days'", "'10:11:00'"]),
    ("money", ["'5'"]), ("uuid", ["'00000000-0000-0000-0000-000000000005'"]),
  ]

  private static let wanted = [
    "5", "5.0", "05", "+5", "-5", "0", "-0", "0.1", "0.10000000000000001", ".5", "1e30",
    "9007199254740992", "9007199254740993", "9223372036854775808", "1e400", "a", "A", "abc", "k",
    "s", "strasse", "straße", "É", "%", "a_c", "c d", "blob, 2 bytes", "PNG", "", "1e5", "1E5",
    "2024-01-02", "10:11", "NULL", "null", "ul", "2024-01-02T10:11:12Z", "2024-02-30", "2023-12-25",
    "warn", "10 MB", "5s", "007", "nan", "NaN", "Infinity", "t", "f", "true", "日本", "-", "e", "{",
    "a\\c", "^a", "5|a", "$5.00", "2024-01-02 10:11:12", "4713-01-01 BC", "200000-01-01",
  ]

  private struct Trial {
    let file: ServerFile
    let relation: RowRelation

    func all() async throws -> [TableRow] {
      try await TableSource(relation, in: file.database).rows(by: 100)
    }
  }

  private static func trial(_ random: inout SplitMix64) throws -> Trial {
    let names = columns.indices.map { "c\($0)" }
    let rows = (0..<120).map { _ in
      "("
        + columns.map { column in
          random.occurs(inPercent: 10) ? "NULL" : random.pick(column.values)
        }.joined(separator: ", ") + ")"
    }
    let file = try ServerFile(
      [
        "CREATE TABLE t (id serial PRIMARY KEY, "
          + zip(names, columns).map { "\($0) \($1.type)" }.joined(separator: ", ") + ")",
        "CREATE INDEX ON t (c0, id)", "CREATE INDEX ON t (c3)",
      ]
        + rows.map { "INSERT INTO t (\(names.joined(separator: ", "))) VALUES \($0)" })
    return Trial(file: file, relation: try #require(try file.opening(of: "t").relation))
  }

  private static func leaf(_ random: inout SplitMix64) -> String {
    let column = "c\(random.within(0...columns.count - 1))"
    let comparison = random.pick(ColumnOperator.allCases)
    return "\(column)\(comparison.rawValue)\"\(random.pick(wanted))\""
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `are met in SQL by the rows that meet them here`(seed: UInt64) async throws {
    var random = SplitMix64(start: seed)
    let trial = try Self.trial(&random)
    let all = try await trial.all()
    for _ in 0..<80 {
      let (first, second) = (Self.leaf(&random), Self.leaf(&random))
      let text = random.pick([
        first, first, first, "\(first) and \(second)", "\(first) or \(second)",
        "not (\(first) and \(second))",
      ])
      let rule = random.pick([SearchCase.smart, .matters, .ignored])
      let isNegated = random.occurs(inPercent: 50)
      guard let expression = try? trial.relation.expression(text, rule) else { continue }
      let test = RecordTest(expression)
      let expected = all.filter { row in
        row.record.map { test.isMet(by: $0) != isNegated } ?? false
      }
      let found = try await trial.relation.found(
        [.init(expression, isNegated: isNegated)], in: trial.file.database
      ).rows(from: random.pick([.start, .end]), by: 50)
      #expect(found.map(\.tag) == expected.map(\.tag), "\(isNegated ? "!" : "")\(text), \(rule)")
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `and texts are looked for in what is shown of values`(seed: UInt64) async throws {
    var random = SplitMix64(start: 100 + seed)
    let trial = try Self.trial(&random)
    let all = try await trial.all()
    for text in Self.wanted + ["[0-9]+s", "^5$", "sk"] where !text.isEmpty {
      let rule = random.pick([SearchCase.smart, .matters, .ignored])
      guard let pattern = try? SearchPattern(text, case: rule.rule) else { continue }
      let test = PatternTest(pattern)
      let expected = all.filter { row in
        (row.record?.map { Array($0.value.utf8) } ?? []).contains {
          $0.withUnsafeBytes(test.matches)
        }
      }
      let found = try await trial.relation.found(
        [try .init(pattern: text, rule)], in: trial.file.database
      ).rows(by: 50)
      #expect(found.map(\.tag) == expected.map(\.tag), "\(text), \(rule)")
    }
  }

  @Test func `are found, counted and placed in many rows`() async throws {
    let file = try ServerFile([
      "CREATE TABLE t (id int PRIMARY KEY, a text, b int)",
      "INSERT INTO t SELECT i, 'a' || i, i % 100 FROM generate_series(1, 30000) AS i",
      "CREATE INDEX ON t (b, id)", "CREATE INDEX ON t (a, id)", "ANALYZE t",
    ])
    let relation = try #require(try file.opening(of: "t").relation)
    let expression = try #require(try relation.expression("b=7"))
    let found = relation.found([.init(expression)], in: file.database, stretch: .max)
    #expect(try await found.rows(by: 100).count == 300)
    let scan = TableQuestions([.init(expression)]).scan(of: relation)
    #expect(try await file.database.rowCount(of: scan) == RowCount(count: 300, isExact: true))
    try await file.database.ask { reader throws(SQLError) in
      let place = try reader.place(ofKey: "4711", in: relation)
      #expect(place?.isFound == true && place?.place.values == [.integer(4711)])
      #expect(try reader.place(ofKey: "40000", in: relation)?.isFound == false)
      let range = try reader.keyRange(of: relation)
      #expect(range?.place(atPercent: 50).values == [.integer(15_000)])
      #expect(try reader.listedTables()[0].rows == 30_000)
    }
    var request = TableRequest()
    request.order = [SortTerm("a")]
    let sorted = try #require(try file.opening(of: "t", request).relation)
    let range = try #require(
      try await file.database.ask { reader throws(SQLError) in try reader.keyRange(of: sorted) })
    // The percentage comes from a random sample of blocks.
    let half = range.percent(of: KeysetCursor([.text("a22498"), .integer(22498)]))
    #expect((25...75).contains(half))
  }

  @Test(arguments: [
    ("f>0.5", [1, 4]), ("f>=1", [1, 4]), ("f<0", [2, 5]), ("f<=1e300", [2, 4, 5]), ("f=5", []),
    ("n>0.5", [1, 4]), ("n<0", [2, 5]), ("not (f>0.5 and n>0.5)", [2, 3, 5]),
  ])
  func `find an infinity beyond all numbers`(text: String, tags: [Int]) async throws {
    let file = try ServerFile([
      "CREATE TABLE t (id int PRIMARY KEY, f float8, n numeric)",
      """
      INSERT INTO t SELECT i, v::float8, v::numeric FROM
      unnest(ARRAY['Infinity', '-Infinity', 'NaN', '1', '-1']) WITH ORDINALITY AS u (v, i)
      """,
    ])
    let relation = try #require(try file.opening(of: "t").relation)
    let expression = try #require(try relation.expression(text))
    let found = try await relation.found([.init(expression)], in: file.database).rows(by: 50)
    #expect(found.map(\.tag) == tags)
  }

  @Test func `are met by rows with columns of any name`() async throws {
    let file = try ServerFile([
      """
      CREATE TABLE t (id int PRIMARY KEY, "endless part" int, "endless answer" int,
        "endless number" text, "endless count" int)
      """,
      "INSERT INTO t SELECT i, i % 3, NULLIF(i % 5, 0), 'n' || i % 7, i FROM generate_series(1, 90) AS i",
      "CREATE INDEX ON t (\"endless part\", id)", "ANALYZE t",
    ])
    var request = TableRequest()
    request.order = [SortTerm("endless answer"), SortTerm("endless number", descending: true)]
    let relation = try #require(try file.opening(of: "t", request).relation)
    #expect(try await TableSource(relation, in: file.database).rows().count == 90)
    let found = relation.found([try .init(pattern: "n3", .matters)], in: file.database)
    #expect(try await found.rows().count == 13)
    let range = try await file.database.ask { reader throws(SQLError) in
      try reader.keyRange(of: relation)
    }
    #expect(range != nil)
  }

  @Test func `are refused in one line where a key is none of the type`() async throws {
    let file = try ServerFile(["CREATE TABLE t (id int PRIMARY KEY)"])
    let relation = try #require(try file.opening(of: "t").relation)
    let error = await #expect(throws: SQLError.self) {
      try await file.database.ask { reader throws(SQLError) in
        _ = try reader.place(ofKey: "abc", in: relation)
      }
    }
    #expect(error?.description == "invalid input syntax for type integer: \"abc\"")
  }

  @Test func `follow foreign keys, and say what tables and columns are`() async throws {
    let file = try ServerFile([
      "CREATE TABLE a (x int, y text, PRIMARY KEY (y, x))",
      "CREATE TABLE b (id int PRIMARY KEY, p int, q text, FOREIGN KEY (q, p) REFERENCES a)",
      "CREATE VIEW v AS SELECT 1 AS one", "CREATE MATERIALIZED VIEW m AS SELECT 2 AS two",
      "CREATE TABLE p (i int) PARTITION BY LIST (i)",
      "CREATE TABLE p1 PARTITION OF p FOR VALUES IN (1)",
      "INSERT INTO a VALUES (1, 'x'), (2, 'x')", "INSERT INTO b VALUES (1, 2, 'x')",
    ])
    try await file.database.ask { reader throws(SQLError) in
      let tables = try reader.listedTables().map(\.table).filter { !$0.name.contains(".") }
      #expect(tables.map(\.name).sorted() == ["a", "b", "m", "p", "v"])
      #expect(
        tables.sorted { $0.name < $1.name }.map(\.kind)
          == [.table, .table, .materialized, .partitioned, .view])
      let other = tables.first { $0.name == "b" }
      guard let other else { return }
      let keys = try reader.foreignKeys(of: other)
      #expect(keys.map(\.table) == ["a"] && keys.map(\.columns) == [["q", "p"]])
      #expect(keys.map(\.others) == [["y", "x"]])
      #expect(try reader.columns(of: other).map(\.type) == ["integer", "integer", "text"])
    }
    let relation = try #require(try file.opening(of: "a").relation)
    let place = try await file.database.ask { reader throws(SQLError) in
      try reader.place(of: [.text("x"), .integer(2)], in: ["y", "x"], of: relation)
    }
    #expect(place?.values == [.text("x"), .integer(2)])
  }
}
