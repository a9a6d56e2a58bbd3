import Records
import TemporaryFolders
import Testing
import Viewers

/// Values as they are shown in columns.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Values in columns` {
  private func show(
    _ text: String, columns: Int = 60, times: TimeZoneUse = .source,
    body: (ViewerFixture) async throws -> Void
  ) async throws {
    var options = ViewerOptions()
    options.times = times
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: "file")
      try await body(ViewerFixture(folder, "file", columns: columns, options: options))
    }
  }

  @Test func `are times of one width`() async throws {
    let text = """
      {"when":"2026-11-23T22:00:01Z","b":1}
      {"when":"2026-11-23T22:00:01.5+01:00","b":2}
      {"when":"2026-11-23T22:00:01.000000001Z","b":3}

      """
    try await show(text, columns: 64, times: .utc) { viewer in
      await viewer.wait(for: [
        "  when                            b", "▌ 2026-11-23T22:00:01.000000000Z  1",
        "  2026-11-23T21:00:01.500000000Z  2", "  2026-11-23T22:00:01.000000001Z  3",
      ])
    }
  }

  @Test func `are on one line where they hold others`() async throws {
    let text = "[\n  {\"a\": [\n    1,\n    {\"b\": \"x  y\"}\n  ], \"c\": 2},\n  {\"a\": 3}\n]\n"
    try await show(text) { viewer in
      await viewer.wait("the array") { $0[1].hasPrefix(#"▌ [1, {"b": "x  y"}]"#) }
    }
  }

  @Test func `are compared as texts where zeros are before them`() async throws {
    try await show("zip,name\n01234,a\n1234,b\n02000,c\n") { viewer in
      await viewer.wait(for: "01234")
      viewer.type("&zip=1234\n")
      await viewer.wait(for: ["    zip  name", "▌  1234  b", ""])
      viewer.type("&\n")
      await viewer.wait(for: "02000")
      viewer.type("&zip=01234\n")
      await viewer.wait(for: ["    zip  name", "▌ 01234  a", ""])
    }
  }

  @Test func `are brought into sight by a condition and by a match`() async throws {
    let names = (1...40).map { "column\($0)" }.joined(separator: ",")
    let row = { (last: String) in (1...39).map { "v\($0)" }.joined(separator: ",") + ",\(last)\n" }
    let text = names + "\n" + row("x") + row("needle") + row("y")
    try await show(text, columns: 40) { viewer in
      await viewer.wait(for: "column1")
      viewer.type("/needle\n")
      await viewer.wait(for: "needle")
      viewer.type("0")
      await viewer.wait(for: "column2")
      viewer.type("&column39=v39\n")
      await viewer.wait("the column of the condition") { $0[0].contains("column39") }
    }
  }

  @Test func `are said to be hidden`() async throws {
    try await show("a,b,c\n1,2,3\n4,5,6\n7,8,9\n", columns: 80) { viewer in
      await viewer.wait(for: "a  b  c")
      viewer.type("C")
      await viewer.wait(for: "3 of 3 shown")
      viewer.type("jxjx")
      await viewer.wait(for: "1 of 3 shown")
      viewer.type("q")
      await viewer.wait(for: "2 columns hidden (C: choose)")
    }
  }
}
