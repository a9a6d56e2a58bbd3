import Records
import Testing

/// The conditions that a reader types to find records, and how they are understood.
@Suite struct `Conditions that are typed` {
  private static let columns = [
    "level", "status", "host", "msg", "took", "user name", "a=b", "and",
  ]

  private static func read(_ text: String) throws(ConditionError) -> ConditionExpression? {
    try ConditionExpression(text, isStrict: true) { columns.contains($0) ? $0 : nil }
  }

  /// Each text as typed, and the description of its conditions; nil if it is invalid or has no
  /// conditions.
  @Test(arguments: [
    ("level=error", "level = error"),
    ("level==error", "level = error"),
    ("level = error ", "level = error"),
    ("level=error and status>=500", "level = error and status >= 500"),
    ("level=error AND status>=500", "level = error and status >= 500"),
    ("level=error or status>=500", "level = error or status >= 500"),
    ("level=a and host=b and took>1", "level = a and host = b and took > 1"),
    ("level=a or host=b or took>1", "level = a or host = b or took > 1"),
    ("level=a and host=b or took>1", "level = a and host = b or took > 1"),
    ("level=a or host=b and took>1", "level = a or host = b and took > 1"),
    ("(level=a or host=b) and took>1", "(level = a or host = b) and took > 1"),
    ("level=a and (host=b or took>1)", "level = a and (host = b or took > 1)"),
    ("(level=a)", "level = a"),
    ("((level=a))", "level = a"),
    ("( level=a )and( host=b )", "level = a and host = b"),
    ("not level=a", "not level = a"),
    ("NOT level=a", "not level = a"),
    ("not not level=a", "not not level = a"),
    ("not(level=a)", "not level = a"),
    ("not (level=a or host=b)", "not (level = a or host = b)"),
    ("not level=a and host=b", "not level = a and host = b"),
    ("level=a and not host=b", "level = a and not host = b"),
    ("msg=salt and pepper", "msg = salt and pepper"),
    ("msg=now or never", "msg = now or never"),
    ("msg=salt and pepper and level=a", "msg = salt and pepper and level = a"),
    ("msg=\"level=a and host=b\"", "msg = level=a and host=b"),
    ("msg=\"x\" and host=b", "msg = x and host = b"),
    ("msg=\"x\"and host=b", "msg = x and host = b"),
    ("msg=\" x \"", "msg =  x "),
    ("msg=say \"hi\" now", "msg = say \"hi\" now"),
    ("msg=\"a\" b", "msg = \"a\" b"),
    ("msg=\"a", "msg = \"a"),
    ("msg~(a|b) and host=c", "msg ~ (a|b) and host = c"),
    ("(msg~(a|b) and host=c)", "msg ~ (a|b) and host = c"),
    ("(msg~a)b)", nil),
    ("msg~\"a or b=c\"", "msg ~ a or b=c"),
    ("msg=", "msg = "),
    ("msg= and host=b", "msg =  and host = b"),
    ("\"user name\"=ann", "user name = ann"),
    ("user name=ann", "user name = ann"),
    ("level=a and user name=ann", "level = a and user name = ann"),
    ("level=a and \"user name\"=ann", "level = a and user name = ann"),
    ("a=b=c", "a=b = c"),
    ("and=1", "and = 1"),
    ("level=a and and=1", "level = a and and = 1"),
    ("host!=a and host!~b", "host != a and host !~ b"),
    ("took<1.5 and took<=2", "took < 1.5 and took <= 2"),
    ("level=and", "level = and"),
    ("level=andy and host=b", "level = andy and host = b"),
    ("level", nil), ("", nil), ("  ", nil), ("error", nil), ("not", nil), ("not level", nil),
    ("(level)", nil), ("(", nil), ("a|b", nil), ("500 ms", nil),
    ("\"user name\"", nil), ("\"user", nil), ("what? (yes)", nil),
  ])
  func `are read as they are meant, or are a pattern`(text: String, said: String?) throws {
    if said == nil, text == "(msg~a)b)" {
      #expect(throws: ConditionError.invalid("'and' or 'or' is missing", offset: 7)) {
        try Self.read(text)
      }
      return
    }
    #expect(try Self.read(text)?.description == said)
  }

  @Test(arguments: [
    ("levle=a", ConditionError.noColumn("levle")),
    ("level=a and hots=b", .noColumn("hots")),
    ("not levle=a", .noColumn("levle")),
    ("(levle=a)", .noColumn("levle")), ("(a=|b)", .noColumn("a")),
    ("\"no such\"=a", .noColumn("no such")),
    ("(level=a", .invalid("')' is missing", offset: 8)),
    ("((level=a) and host=b", .invalid("')' is missing", offset: 21)),
    ("(level=a) host=b", .invalid("'and' or 'or' is missing", offset: 10)),
    ("(level=a))", .invalid("')' without '('", offset: 9)),
    (
      "level=a and",
      .invalid("no condition after 'and' (quote a value that contains this word)", offset: 11)
    ),
    (
      "level=a or ",
      .invalid("no condition after 'or' (quote a value that contains this word)", offset: 10)
    ),
  ])
  func `say what is wrong`(text: String, error: ConditionError) {
    #expect(throws: error) { try Self.read(text) }
  }

  @Test func `are said so that they can be typed again`() throws {
    for text in [
      "level = a or host = b and not (took > 1 or msg ~ x)", "not (level = a and host = b)",
    ] {
      let read = try Self.read(text)
      #expect(read?.description == text)
      #expect(try Self.read(read?.description ?? "") == read)
    }
  }
}
