import Testing

@testable import Records

@Suite struct `A condition on a column` {
  private static let columns: Set = [
    "level", "status", "path", "a.b", "with blank", "ends ", "a=b", "naïve", "",
  ]

  private static func condition(_ text: String) -> ColumnCondition? {
    ColumnCondition(text) { columns.contains($0) }
  }

  @Test(arguments: [
    ("level=error", "level", ColumnOperator.equal, "error"),
    ("level!=error", "level", .notEqual, "error"),
    ("status>=500", "status", .atLeast, "500"), ("status>500", "status", .greater, "500"),
    ("status<500", "status", .less, "500"), ("status<=500", "status", .atMost, "500"),
    ("path~^/api", "path", .matching, "^/api"), ("path!~^/api", "path", .notMatching, "^/api"),
    ("a.b=1", "a.b", .equal, "1"), ("  level  =  error  ", "level", .equal, "error"),
    ("with blank=x", "with blank", .equal, "x"), ("ends =x", "ends ", .equal, "x"),
    ("a=b=c", "a=b", .equal, "c"), ("level=a=b", "level", .equal, "a=b"),
    ("level=", "level", .equal, ""), (#"level=" x ""#, "level", .equal, " x "),
    (#"level=""#, "level", .equal, "\""), (#"path~"a""#, "path", .matching, "\"a\""),
    ("naïve=ü", "naïve", .equal, "ü"), ("=x", "", .equal, "x"),
  ])
  func `is read`(text: String, column: String, comparison: ColumnOperator, value: String) throws {
    let condition = try #require(Self.condition(text))
    #expect(condition.column == column)
    #expect(condition.comparison == comparison)
    #expect(condition.value == value)
  }

  @Test(arguments: [
    "error", "", "Level=error", "levels=error", "level", "status 500", "x>=500", "a=1", "a.b.c=1",
    "level: error",
  ])
  func `is none where no column has that name`(text: String) {
    #expect(Self.condition(text) == nil)
  }
}
