import SQLSources
import Testing

@Suite struct `An order as it is typed` {
  @Test(
    arguments: [
      ("a", [SortTerm("a")]), ("a,b", [SortTerm("a"), SortTerm("b")]),
      (
        #"a,b:desc:nullslast,"odd, name""#,
        [
          SortTerm("a"), SortTerm("b", descending: true, nullsFirst: false), SortTerm("odd, name"),
        ]
      ),
      ("a:asc:nullsfirst:nocase", [SortTerm("a", nullsFirst: true, collation: "NOCASE")]),
      (
        "A b : DESC , c:RTRIM",
        [SortTerm("A b", descending: true), SortTerm("c", collation: "RTRIM")]
      ),
      (#""say ""a:b""" :binary"#, [SortTerm(#"say "a:b""#, collation: "BINARY")]),
      (#""""#, [SortTerm("")]), ("\" \",x", [SortTerm(" "), SortTerm("x")]),
      ("naïve,日付", [SortTerm("naïve"), SortTerm("日付")]), ("it's", [SortTerm("it's")]),
    ] as [(String, [SortTerm])])
  func `is columns, and what is said of each`(text: String, terms: [SortTerm]) throws {
    #expect(try SortTerm.terms(text) == terms)
  }

  @Test(
    arguments: [
      ("", "a column name is missing"), ("a,", "a column name is missing"),
      ("a,,b", "a column name is missing"), (" ", "a column name is missing"),
      (":desc", "a column name is missing"), ("a, :desc", "a column name is missing"),
      (#""a"#, "a quote is not closed: \"a"),
      (#""a"b"#, "expected a comma between columns, not 'b'"),
      ("a:desc:asc", "the direction of 'a' is given twice: 'asc'"),
      ("a:nocase:binary", "the collation of 'a' is given twice: 'binary'"),
      ("a:nullsfirst:nullslast", "the order of nulls of 'a' is given twice: 'nullslast'"),
      (
        "a:down",
        "'down' is not an order: write asc, desc, nullsfirst, nullslast, binary, nocase or rtrim"
      ),
      ("a:", "'' is not an order: write asc, desc, nullsfirst, nullslast, binary, nocase or rtrim"),
    ])
  func `is refused in one line that says why`(text: String, words: String) throws {
    let error = try #require(#expect(throws: SQLError.self) { try SortTerm.terms(text) })
    #expect(error.description == words)
    #expect(error.kind == .mistaken)
  }

  @Test func `names a column in any writing, and exactly where two differ only there`() throws {
    let columns = ["a", "B", "Ä"].map { KeysetColumn($0, mayBeNull: false) }
    #expect(try SortTerm("A").column(among: columns).name == "a")
    #expect(try SortTerm("b").column(among: columns).name == "B")
    let error = try #require(
      #expect(throws: SQLError.self) { try SortTerm("ä").column(among: columns) })
    #expect(error.description == "no column 'ä'; available: a, B, Ä")
  }

  @Test func `has a collation of PostgreSQL for a server`() throws {
    let terms = try SortTerm.terms("a:binary:desc,b").map { try $0.onServer() }
    #expect(terms.map(\.collation) == ["C", nil])
    #expect(terms.map(\.descending) == [true, false])
    #expect(throws: SQLError(.mistaken, "the collation 'nocase' exists only in SQLite: omit it")) {
      try SortTerm("a", collation: "NOCASE").onServer()
    }
  }
}
