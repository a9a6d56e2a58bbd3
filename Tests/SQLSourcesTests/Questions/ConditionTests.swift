import ConnectedFeeds
import Feeds
import Randomness
import Records
import SQLSources
import Search
import Testing

@Suite struct `Conditions on rows of a table` {
  /// Values as SQL: of all types, and some that are the same in several types.
  static let values = [
    "NULL", "'NULL'", "'null'", "'1E5'", "'1e5'", "100000", "0", "5", "5.0", "-5", "'5'", "'5.0'",
    "'05'", "' 5'", "'5 '", "'+5'", "'5e0'", "x'35'",
    "5.5",
    "'5.5'", "-0.0", "'-0.0'", "9007199254740991", "9007199254740993", "9223372036854775807",
    "-9223372036854775808", "9.2233720368547758e18", "1152921504606846976.0", "1e300", "9e999",
    "-9e999",
    "0.1", "1e-7", "123456789012345680.0", "''", "'a'", "'A'", "'abc'", "'ABC'", "'aBc d'", "'b'",
    "'straße'", "'STRASSE'", "'é'", "'É'", "char(101, 769)", "char(8490)", "'k'", "'K'", "'ſ'",
    "'s'",
    "'S'", "char(97, 0, 98)", "char(0)", "CAST(x'35003600' AS TEXT)", "CAST(x'6180ff' AS TEXT)",
    "CAST(x'ff' AS TEXT)", "CAST(x'80' AS TEXT)", "x''", "x'00ff'", "x'89504e470d0a1a0a'",
    "zeroblob(1500)", "'blob, 1.5 KiB'", "'%'", "'_'", "'a%c'", "'a_c'", "'a\\c'", "'*'", "'[a]'",
    "'2024-01-02'", "'2024-01-02 10:11:12'", "'10:11'", "'warn'", "'ERROR'", "30", "3", "'10 MB'",
    "'5s'", "'007'", "'00ab'", "'0044-03-15 BC'", "'0x10'", "'inf'", "'nan'", "'9e999'", "'true'",
    "'a' || char(10) || 'b'",
    "'a' || char(13, 10) || 'b'", "char(37, 129)", "';'", "char(894)", "'日本語'", "'1e400'",
    "'2023-12-20 23:59:59'", "'2023-12-31T23:59:59-08:00'", "'2024-01-08'",
    "'2024-02-31 01:02:03Z'",
    "'1999-13-45'", "'2031-01-01T00:00:00.5+14:00'", "'4713-01-01 00:00:00 BC'",
    "'200000-01-01'", "'2024-01-02 10:11:12.000Z'", "'2024-01-02T10:11:12.5'",
    "'2024-01-09 and more than forty bytes of other text'", "'2019'",
    "1704153600", "1704153600123", "'.5'", "'5.'", "'-'", "'.'", "'+'", "'e5'", "'5a'", "'1_000'",
  ]

  static let wanted = [
    "5", "5.0", "05", "5e0", "+5", "-5", "0", "-0", "5.5", "0.1", "0.10000000000000001", ".5",
    "9007199254740992", "9007199254740993", "9223372036854775807", "9223372036854775808",
    "1152921504606846990", "1152921504606847000", "1e300", "9e999", "1e400", "a", "A", "abc", "ABC",
    "k", "K", "s", "S", "strasse",
    "straße", "é", "É", "%", "_", "a%c", "a_c", "%c", "c d", "blob, 1.5 KiB", "1.5", "KiB", "",
    "1e5",
    "1E5",
    "2024-01-02", "10:11", "NULL", "null", "ul", "NU", "z", "2024-01-02T10:11:12Z",
    "2024-02-30 10:11", "2023-12-25", "-15m", "warn", "2024-01-02 10:11:12", "4713-01-01 BC",
    "200000-01-01",
    "10 MB", "5s", "007", "nan", "true", ";", "日本", "-", "e", "1e", "x", "b", "a.c", "^a", "a\\c",
  ]

  static let types = [
    "", "INTEGER", "REAL", "NUMERIC", "TEXT", "BLOB", "TEXT COLLATE NOCASE", "VARCHAR(3)",
  ]

  private func table(_ random: inout SplitMix64, rows: Int = 150) throws -> QuestionTable {
    let names = Self.types.indices.map { "c\($0)" }
    let columns = zip(names, Self.types).map { "\($0) \($1)" }.joined(separator: ", ")
    let rows = (0..<rows).map { _ in
      "("
        + names.map { _ in Self.values.randomElement(using: &random) ?? "" }.joined(separator: ", ")
        + ")"
    }
    return try QuestionTable(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, \(columns));
      INSERT INTO t (\(names.joined(separator: ", "))) VALUES \(rows.joined(separator: ", "));
      \(names.map { "CREATE INDEX of_\($0) ON t (\($0));" }.joined(separator: " "))
      """)
  }

  private func leaf(_ random: inout SplitMix64) -> String {
    let column = "c\(Int.random(in: Self.types.indices, using: &random))"
    let comparison = ColumnOperator.allCases.randomElement(using: &random) ?? .equal
    let value = Self.wanted.randomElement(using: &random) ?? ""
    return "\(column)\(comparison.rawValue)\"\(value)\""
  }

  private func text(_ random: inout SplitMix64) -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: "\(leaf(&random)) and \(leaf(&random))"
    case 1: "\(leaf(&random)) or \(leaf(&random))"
    case 2: "not (\(leaf(&random)) or \(leaf(&random)) and \(leaf(&random)))"
    case 3: "not \(leaf(&random))"
    default: leaf(&random)
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `are met in SQL by the rows that meet them here`(seed: UInt64) async throws {
    var random = SplitMix64(start: seed)
    let table = try table(&random)
    let all = try await table.all()
    for _ in 0..<60 {
      let (text, isNegated) = (text(&random), Bool.random(using: &random))
      let rule = [SearchCase.smart, .matters, .ignored].randomElement(using: &random) ?? .smart
      let zone = [TimeZoneUse.source, .utc, .local].randomElement(using: &random) ?? .source
      // Some of the texts are not valid patterns.
      guard let expression = try? table.expression(text, rule, in: zone) else { continue }
      let test = RecordTest(expression)
      let expected = all.filter { test.isMet(by: $0.record) != isNegated }
      let found = try await table.found(
        [.init(expression, isNegated: isNegated)], backward: Bool.random(using: &random), by: 50)
      #expect(found.ids == expected.ids, "\(isNegated ? "!" : "")\(text), \(rule)")
    }
  }

  @Test(
    arguments: [
      ("level=warn", [1, 2, 3]), ("level!=warn", [4]), ("name=warn", [1]),
      ("at=2024-01-01T10:00:00Z", [1, 2, 3]), ("at!=2024-01-01T10:00:00Z", [4]),
    ] as [(String, [Int])])
  func `compare equal levels and times by value`(text: String, ids: [Int]) async throws {
    let table = try QuestionTable(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, level, name TEXT, at);
      INSERT INTO t (level, name, at) VALUES ('warn', 'warn', '2024-01-01T10:00:00Z'),
        ('WARNING', 'WARNING', '2024-01-01 10:00:00.000'), (40, 'x', 1704103200),
        ('error', 'y', '2024-01-01 10:00:01');
      CREATE INDEX of_level ON t (level); CREATE INDEX of_at ON t (at);
      """)
    let expression = try #require(try table.expression(text, .smart, in: .source))
    let found = try await table.found(
      [.init(expression, isNegated: false)], backward: false, by: 50)
    #expect(found.ids == ids.map { SQLValue.integer(Int64($0)) })
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `and texts are looked for in what is shown of values`(seed: UInt64) async throws {
    var random = SplitMix64(start: 100 + seed)
    let table = try table(&random)
    let all = try await table.all()
    let texts =
      Self.wanted + ["KiB", "sk", "ks1", "[0-9]+s", "^5$", "^$", "5|a", "\\.5", "straSSe"]
    for text in texts where !text.isEmpty {
      let rule = [SearchCase.smart, .matters, .ignored].randomElement(using: &random) ?? .smart
      let isNegated = Bool.random(using: &random)
      guard let pattern = try? SearchPattern(text, case: rule.rule) else { continue }
      let test = PatternTest(pattern)
      let expected = all.filter { row in
        let values = row.record?.map { Array($0.value.utf8) } ?? []
        return values.contains { $0.withUnsafeBytes(test.matches) } != isNegated
      }
      let found = try await table.found(
        [try .init(pattern: text, rule, isNegated: isNegated)], by: 50)
      #expect(found.ids == expected.ids, "\(isNegated ? "!" : "")\(text), \(rule)")
      #expect(found.map { $0.record?.jsonLine() } == expected.map { $0.record?.jsonLine() })
    }
  }
}
