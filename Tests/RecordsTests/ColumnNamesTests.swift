import Records
import Testing

@Suite struct `The column that a reader means` {
  private static let columns = ["id", "Amount", "levelname", "ts", "event", "user.name"]

  private static func column(_ name: String) -> String? {
    columns.contains(name) ? name : ColumnNames.meant(by: name, among: columns)
  }

  @Test(arguments: [
    ("Amount>500", "Amount", ColumnOperator.greater, "500"),
    ("amount>=500", "Amount", .atLeast, "500"),
    ("AMOUNT == 500", "Amount", .equal, "500"), ("id==1", "id", .equal, "1"),
    ("id=1", "id", .equal, "1"),
    ("level>=warn", "levelname", .atLeast, "warn"), ("time<10", "ts", .less, "10"),
    ("msg~late", "event", .matching, "late"), ("USER.name!=x", "user.name", .notEqual, "x"),
  ])
  func `is told by its name, by its letters, or by its part in a log`(
    text: String, column: String, comparison: ColumnOperator, value: String
  ) throws {
    let read = try ConditionExpression(text, named: Self.column)
    #expect(read == .condition(ColumnCondition(column, comparison, value)))
  }

  @Test(arguments: [
    ("amuont", "Amount"), ("Amounts", "Amount"), ("user", "user.name"),
    ("zzz", nil),
  ])
  func `is asked for where none is meant, if one is like it`(name: String, like: String?) {
    #expect(ColumnNames.like(name, among: Self.columns) == like)
  }

  @Test(
    arguments: [
      ("b.c,a, d", ["b.c", "a", " d"]), (#"id,"last, first""#, ["id", "last, first"]),
      (#""a,b","say ""hi""",x"y"#, ["a,b", #"say "hi""#, #"x"y"#]),
      ("", nil), ("a,", nil), ("a,,b", nil), ("\"\"", nil), (#"a,"b"#, nil), (#""a"b"#, nil),
    ] as [(String, [String]?)])
  func `may be one of a list, in quotes if its name has a comma`(text: String, names: [String]?) {
    #expect(ColumnNames.list(text) == names)
  }

  @Test func `is not told where two differ only in capitals`() {
    #expect(ColumnNames.meant(by: "A", among: ["a", "á", "b"]) == "a")
    #expect(ColumnNames.meant(by: "AB", among: ["ab", "Ab"]) == nil)
  }

  @Test(arguments: [
    ("a=b", "a"), ("a.b >= 3", "a.b"), ("a==", nil), ("a", nil), ("=b", nil), ("a b=c", nil),
    ("5=x", nil), ("x!~y", "x"), ("a/b=c", nil), ("\"a b\"=c", "a b"),
  ])
  func `is missing where a text reads as a condition`(text: String, name: String?) throws {
    let read = Result { () throws(ConditionError) in
      try ConditionExpression(text, isStrict: true) { _ in nil }
    }
    #expect(read == (name.map { .failure(.noColumn($0)) } ?? .success(nil)))
  }
}
