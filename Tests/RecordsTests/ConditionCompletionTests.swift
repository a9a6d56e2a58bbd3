import Testing

@testable import Records

/// The completion of conditions by `Tab`.
@Suite struct `A condition that is begun` {
  private let completion = ConditionCompletion(
    columns: ["level", "Length", "host", "user name", "a=b"],
    named: { ["level", "Length", "host", "user name", "a=b"].contains($0) ? $0 : nil },
    values: { column in
      column == "level" ? ["info", "warn", "info", "error"] : ["web 1", "web-2", "", "x and y"]
    })

  @Test(arguments: [
    ("", ["level", "Length", "host", "\"user name\"", "\"a=b\""]),
    ("le", ["level", "Length"]), ("LE", ["level", "Length"]), ("zz", []), ("ho", ["host"]),
    ("us", ["\"user name\""]), ("\"us", ["\"user name\""]),
    ("!ho", ["!host"]), ("not ho", ["not host"]), ("(ho", ["(host"]),
    ("level=", ["level=info", "level=warn", "level=error"]), ("level>=w", ["level>=warn"]),
    ("level = W", ["level = warn"]), ("level=info and ho", ["level=info and host"]),
    ("level=info or (not le", ["level=info or (not level", "level=info or (not Length"]),
    ("level=info and level!=e", ["level=info and level!=error"]),
    ("host=web", ["host=\"web 1\"", "host=web-2"]), ("host=\"w", ["host=\"web 1\"", "host=web-2"]),
    ("host=x", ["host=\"x and y\""]), ("\"user name\"=x", ["\"user name\"=\"x and y\""]),
    ("nosuch=", []),
  ])
  func `may become conditions on columns with values that were seen`(
    line: String, lines: [String]
  ) {
    #expect(completion.lines(from: line).map(\.line) == lines)
  }

  @Test func `shows names and values without what is before them`() {
    #expect(
      completion.lines(from: "level=info and host=we").map(\.label) == ["web 1", "web-2"])
  }
}
