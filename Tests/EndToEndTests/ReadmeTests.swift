import Foundation
import GRDB
import Testing

/// A line that a reader of the README may type.
struct ReadmeExample: Sendable, CustomTestStringConvertible {
  let line: String
  /// A part of what it writes.
  let words: String
  /// Words after the line, where it needs a service that the tests do not have.
  var more = ""

  var testDescription: String { line }

  static let all = [
    Self(line: "endless +G server.log", words: "GET /last"),
    Self(line: "endless --filter 'status>=500' --since 10:02 access.log", words: "GET /late"),
    Self(line: "endless export.csv", words: "1,tea,2.5"),
    Self(line: "endless --columns name,price export.csv", words: "tea\t2.5"),
    Self(
      line: "endless 'https://api.example.org/items?page=1'",
      words: "'https://api.example.org/items?page=1'", more: " --dry-run"),
    Self(
      line: "endless -H 'Authorization: Bearer $TOKEN' https://api.example.org/items",
      words: #""Authorization: Bearer $TOKEN""#, more: " --dry-run"),
    Self(line: "endless shop.db", words: "orders"),
    Self(line: "endless --order-by placed:desc shop.db:orders", words: "3\t2026-03-01\n2\t2026-02"),
    Self(
      line: "endless postgres://localhost/shop", words: "port 1 failed", more: " --retry-for 0"),
    Self(line: "kubectl logs -f web | endless", words: "started"),
    Self(line: "endless 'exec:git log --oneline --skip={offset} -n {limit}'", words: "second"),
    Self(
      line: "endless --plain --exit-status --filter 'level>=error' app.log || echo 'no errors'",
      words: "no errors"),
  ]
}

@Suite(.serialized, .timeLimit(.minutes(2))) struct `The README` {
  @Test(arguments: ReadmeExample.all)
  func `has lines that do what it says`(example: ReadmeExample) async throws {
    try await SampleHome.run(filled: false) { home in
      try fill(home.directory)
      var launch = home.launch(environment: [
        "PROGRAM": home.program, "TOKEN": "secret", "PGPORT": "1",
      ])
      launch.program = "sh"
      launch.arguments = ["-c", Self.functions + example.line + example.more]
      let result = try await Command.run(launch)
      #expect((result.output + result.error).contains(example.words), "\(result)")
    }
  }

  @Test func `has no line of the program that is not tried`() throws {
    let readme = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "README.md")
    var lines = Set<String>()
    for listing in try String(contentsOf: readme, encoding: .utf8)
      .matches(of: /```sh\n([^`]*)```/)
    {
      lines.formUnion(listing.1.split(separator: "\n").map(String.init))
    }
    let examples = lines.filter { $0.contains(/\bendless\b/) && !$0.hasPrefix("make ") }
    #expect(examples == Set(ReadmeExample.all.map(\.line)))
  }

  /// What the lines call beside the program, and the history that one of them reads.
  private static let functions = """
    endless() { "$PROGRAM" "$@"; }
    kubectl() { echo started; }
    git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first &&
    git -c user.name=a -c user.email=a@b commit -q --allow-empty -m second

    """

  /// The files that the lines name.
  private func fill(_ directory: TemporaryDirectory) throws {
    try directory.write(
      "2026-01-02 10:00:00 INFO GET /first\n2026-01-02 10:00:01 INFO GET /last\n",
      to: "server.log")
    let access = [("10:01", "early", 503), ("10:03", "fine", 200), ("10:04", "late", 503)]
    try directory.write(
      access.map { time, path, status in
        #"192.0.2.7 - - [02/Jan/2026:\#(time):00 +0000] "GET /\#(path) HTTP/1.1" \#(status) 9 "-" "-""#
          + "\n"
      }.joined(), to: "access.log")
    try directory.write("id,name,price\n1,tea,2.5\n2,cup,7\n", to: "export.csv")
    try directory.write(
      "2026-01-02 10:00:00 [main] INFO  shop.Web - started\n"
        + "2026-01-02 10:00:01 [main] INFO  shop.Web - ready\n", to: "app.log")
    try DatabaseQueue(path: directory.path + "/shop.db").write { db in
      try db.execute(
        sql: """
          CREATE TABLE orders (id INTEGER PRIMARY KEY, placed TEXT);
          INSERT INTO orders (placed) VALUES ('2026-01-01'), ('2026-02-01'), ('2026-03-01');
          """)
    }
  }
}
