import ConnectedFeeds
import Paging
import PostgresTrials
import Records
import RowTrials
import SQLSources
import Testing

/// The statements for servers that speak the PostgreSQL protocol and cannot run here; PostgreSQL
/// answers in their place.
@Suite(.timeLimit(.minutes(5))) struct `What is sent` {
  private typealias Request = PageRequest<KeysetCursor>

  /// A PostgreSQL database in a disguise, with a table `t`.
  private struct Trial {
    let disguise: Disguise
    let trial: TrialDatabase
    let database: PostgresDatabase
    private let proxy: FaultyProxy

    init(_ disguise: Disguise, _ sql: String, limit: Duration? = nil) throws {
      let server = try PostgresServer.shared()
      self.disguise = disguise
      trial = try server.database(sql)
      proxy = try FaultyProxy(to: server.port, as: disguise)
      let words =
        "postgres://postgres@127.0.0.1:\(proxy.port)/\(trial.name)?sslmode=disable&gssencmode=disable"
      database = PostgresDatabase(try PostgresAddress(words), limit: limit)
    }

    func opening(_ order: [SortTerm] = [], of table: String = "t") throws -> TableOpening {
      var request = TableRequest()
      request.order = order
      let asked = request
      return try database.askNow { reader throws(SQLError) in
        try reader.opening(ofTable: table, asked)
      }
    }

    func walked(_ opening: TableOpening) async throws -> [[Int]] {
      let relation = try #require(opening.relation)
      var walks: [[Int]] = []
      for position in [Request.Position.start, .end] {
        walks.append(
          try await TableSource(relation, in: database).rows(from: position, by: 11).map(\.tag))
      }
      return walks
    }

    func numbers(_ sql: String) throws -> [Int] {
      try trial.writer().rows(sql).compactMap { $0.first.flatMap { $0 }.flatMap { Int($0) } }
    }

    /// The statements that contain any of the words.
    func sent(_ words: String...) -> [String] {
      disguise.statements.map(\.sql).filter { sql in words.contains { sql.contains($0) } }
    }
  }

  private static let table = """
    CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, n int, b text);
    INSERT INTO t SELECT i, i % 7, nullif(i % 5, 0), 'row ' || i FROM generate_series(1, 200) AS i;
    CREATE INDEX ON t (a, id); CREATE INDEX ON t (n NULLS FIRST); ANALYZE t;
    """

  // MARK: CockroachDB

  @Test func `to CockroachDB has no settings of plans, no plans and no places in tables`()
    async throws
  {
    let trial = try Trial(
      .cockroach(),
      Self.table + "CREATE TABLE keyless AS SELECT * FROM t; CREATE VIEW v AS TABLE t",
      limit: .seconds(60))
    for (order, sorts, terms) in [
      ([], false, "id"), ([SortTerm("a")], false, "a, id"),
      ([SortTerm("a", descending: true)], false, "a DESC, id DESC"),
      ([SortTerm("n")], false, "n NULLS FIRST, id"), ([SortTerm("b")], true, "b, id"),
    ] {
      let opening = try trial.opening(order)
      #expect(opening.sorts == sorts, "\(terms)")
      let expected = try trial.numbers("SELECT id FROM t ORDER BY \(terms)")
      #expect(try await trial.walked(opening) == [expected, expected], "\(terms)")
      let relation = try #require(opening.relation)
      let range = try await trial.database.ask { reader throws(SQLError) in
        try reader.keyRange(of: relation)
      }
      #expect(range != nil)
      let expression = try #require(try relation.expression("a=3"))
      let found = try await relation.found([.init(expression)], in: trial.database).rows(by: 9)
      #expect(found.map(\.tag).sorted() == Array(stride(from: 3, through: 200, by: 7)))
    }
    #expect(try trial.opening(of: "keyless").relation == nil)
    #expect(try trial.opening(of: "v").relation == nil)
    #expect(!trial.sent("'prefix'").isEmpty)
    #expect(
      trial.sent(
        "set_config", "enable_", "jit", "EXPLAIN", "TABLESAMPLE", "pg_relation_size", "ctid",
        "SCROLL", "HOLD", "LISTEN"
      ).isEmpty)
  }

  @Test func `to CockroachDB says where NULLs stand, because it has them before all values`()
    async throws
  {
    let trial = try Trial(.cockroach(), Self.table)
    let nulls = try trial.opening([SortTerm("b"), SortTerm("n", descending: true)])
    _ = try await trial.walked(nulls)
    let orders = trial.sent("ORDER BY").flatMap { $0.split(separator: "ORDER BY ").dropFirst() }
    let silent = orders.filter { order in
      ["\"b\" ASC", "\"b\" DESC", "\"n\" ASC", "\"n\" DESC"].contains {
        order.contains($0) && !order.contains("\($0) NULLS")
      }
    }
    #expect(silent.isEmpty)
    #expect(orders.count > 10)
  }

  @Test func `to CockroachDB has a time limit for one transaction, and a cursor that goes forward`()
    async throws
  {
    let trial = try Trial(.cockroach(), Self.table, limit: .milliseconds(62_500))
    let opening = try trial.database.askNow { reader throws(SQLError) in
      try reader.opening(ofQuery: "SELECT id FROM t", TableRequest())
    }
    #expect(opening.relation == nil)
    let rows = trial.database.rows(once: RowsOnce(opening.sql, opening.layout))
    let page = try await rows.load(PageRequest(reason: .refresh, position: .start, count: 300))
    #expect(page.items.count == 200)
    let sent = trial.disguise.statements.map(\.sql)
    #expect(sent.starts(with: ["BEGIN READ ONLY", "SET LOCAL statement_timeout = 62500"]))
    #expect(sent.contains { $0.hasPrefix("DECLARE") })
    #expect(
      sent.filter { $0.hasPrefix("DECLARE") }.allSatisfy {
        $0.hasPrefix("DECLARE endless CURSOR FOR SELECT")
      })
    #expect(Set(sent.filter { $0.hasPrefix("SET") }) == ["SET LOCAL statement_timeout = 62500"])
  }

  @Test func `to servers of shards has the bound of the first column alone, too`() async throws {
    let trial = try Trial(.cockroach(), Self.table)
    _ = try await trial.walked(try trial.opening([SortTerm("a")]))
    let pages = trial.sent("page.\"a\", page.\"id\") > ")
    #expect(
      !pages.isEmpty
        && pages.allSatisfy {
          $0.contains("page.\"a\" >= $1 AND (page.\"a\", page.\"id\") > ($2, $3)")
            && $0.contains("LIMIT 12")
        })
  }

  // MARK: YugabyteDB

  /// Statements that create a table whose index claims to be sorted by the hash of the key, and a
  /// function that returns a hash.
  private static let hashed = """
    CREATE FUNCTION yb_hash_code(int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT $1 * 37 % 101';
    CREATE TABLE t (id int, part int, b text, PRIMARY KEY (id, part));
    INSERT INTO t SELECT i / 3, i, 'row ' || i FROM generate_series(1, 200) AS i; ANALYZE t;
    UPDATE pg_index SET indoption = '4 0' WHERE indexrelid = 't_pkey'::regclass;
    """

  @Test func `to YugabyteDB pages by the hash of a key where an index keeps that`() async throws {
    let trial = try Trial(
      .yugabyte(), Self.hashed + "CREATE INDEX ON t (yb_hash_code(id), id, part)")
    let opening = try trial.opening()
    #expect(!opening.sorts)
    #expect(opening.relation?.order.columns.map(\.name) == ["yb_hash_code", "id", "part"])
    let expected = try trial.numbers("SELECT id FROM t ORDER BY yb_hash_code(id), id, part")
    let relation = try #require(opening.relation)
    let source = TableSource(relation, in: trial.database)
    for position in [Request.Position.start, .end] {
      let rows = try await source.rows(from: position, by: 11)
      #expect(rows.map(\.tag) == expected)
      #expect(Set(rows.map(\.id)).count == 200)
      #expect(rows[0].texts.count == 3)
    }
    let row = try await source.load(Request(reason: .refresh, position: .start, count: 3)).items[2]
    try await trial.database.ask { reader throws(SQLError) in
      #expect(try reader.row(at: row, relation)?.id == row.id)
      #expect(try reader.place(ofKey: "5,17", in: relation)?.isFound == true)
      #expect(try reader.keyRange(of: relation) != nil)
      #expect(try reader.count(RowScan(relation)) == 200)
    }
    #expect(trial.sent("ctid", "TABLESAMPLE").isEmpty)
  }

  @Test func `to YugabyteDB pages by the key where it sorts by the hash, too`() async throws {
    let trial = try Trial(.yugabyte(), Self.hashed)
    let opening = try trial.opening()
    #expect(opening.relation?.order.columns.map(\.name) == ["id", "part"])
    let expected = try trial.numbers("SELECT id FROM t ORDER BY id, part")
    #expect(try await trial.walked(opening) == [expected, expected])
    // The plans of both statements were requested, with and without the hash.
    let asked = trial.sent("EXPLAIN")
    #expect(asked.contains { $0.contains("yb_hash_code") })
    #expect(asked.contains { !$0.contains("yb_hash_code") })
  }

  @Test func `to YugabyteDB has nothing of a hash where the key is kept in its order`() async throws
  {
    let trial = try Trial(
      .yugabyte(), Self.table + "CREATE TABLE keyless AS SELECT * FROM t")
    let expected = try trial.numbers("SELECT id FROM t ORDER BY id")
    #expect(try await trial.walked(try trial.opening()) == [expected, expected])
    #expect(try trial.opening(of: "keyless").relation == nil)
    #expect(trial.sent("yb_hash_code", "ctid").isEmpty)
    #expect(!trial.sent("'lsm'").isEmpty)
  }

  // MARK: Citus

  @Test func `to Citus has no place in a table, because shards have the same`() async throws {
    let trial = try Trial(
      Disguise(),
      Self.table + """
        CREATE TABLE keyless AS SELECT * FROM t;
        INSERT INTO pg_extension VALUES (99999, 'citus', 10, 11, false, '12.1', NULL, NULL);
        """)
    let opening = try trial.opening(of: "keyless")
    #expect(opening.relation == nil)
    let rows = trial.database.rows(once: RowsOnce(opening.sql, opening.layout))
    #expect(
      try await rows.load(PageRequest(reason: .refresh, position: .start, count: 300)).items.count
        == 200)
    let expected = try trial.numbers("SELECT id FROM t ORDER BY a, id")
    #expect(try await trial.walked(try trial.opening([SortTerm("a")])) == [expected, expected])
    #expect(trial.sent("ctid", "SCROLL", "HOLD").isEmpty)
    #expect(!trial.sent("DECLARE endless CURSOR FOR").isEmpty)
  }
}
