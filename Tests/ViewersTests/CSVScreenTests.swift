import TemporaryFolders
import Testing

@MainActor @Suite(.timeLimit(.minutes(2))) struct `A text of records` {
  private static let notes = """
    name,note,count
    ada,"first line
    second line",1
    bob,plain,2
    eve,"a ""quoted""\r
    word",3

    """

  private func show(
    _ text: String, lines: Int = 6, columns: Int = 60, numbers: Bool = false,
    body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: "file.csv")
      try await body(
        ViewerFixture(folder, "file.csv", lines: lines, columns: columns, numbers: numbers))
    }
  }

  @Test func `has a row for each record, also where a value has line ends`() async throws {
    try await show(Self.notes) { viewer in
      await viewer.wait(for: [
        "  name  note                    count",
        "▌ ada   first line⏎second line      1",
        "  bob   plain                       2",
        "  eve   a \"quoted\"⏎word             3",
      ])
      await viewer.wait(for: "record 1 of 3")
    }
  }

  @Test func `numbers records, whatever their lines are`() async throws {
    try await show(Self.notes, numbers: true) { viewer in
      await viewer.wait(for: "      2 bob")
      await viewer.wait(for: "      3 eve")
    }
  }

  /// The line with the column names is not a record, so the first record is not at the beginning of
  /// the file.
  @Test func `numbers its first record as soon as that is shown`() async throws {
    try await show(Self.notes) { viewer in
      var first: String?
      await viewer.wait("the first record") { rows in
        guard rows[1].hasPrefix("▌ ada") else { return false }
        first = first ?? rows.last
        return true
      }
      #expect(first?.contains("record 1 ") == true)
    }
  }

  @Test func `is searched within the values`() async throws {
    let more = (0..<100).map { "x,y,\($0)\n" }.joined()
    try await show("name,note,count\n" + more + "ada,\"one\ntwo\",5\n" + more) { viewer in
      await viewer.wait(for: "x")
      viewer.type("/two\r")
      await viewer.wait(for: "one⏎two")
    }
  }

  @Test func `is shown from its end`() async throws {
    try await show(Self.notes + Self.notes, lines: 4) { viewer in
      await viewer.wait(for: "ada")
      viewer.type("G")
      await viewer.wait(for: "eve   a \"quoted\"⏎word")
    }
  }

  /// Any line break may be inside quotes; only reading the file from its start can show which ones
  /// are.
  @Test(arguments: 41...46) func `shows the true records after a jump, once they are proved`(
    percent: Int
  ) async throws {
    let text = "x,y\n" + String(repeating: "\",a\n\",b\n", count: 60_000)
    try await show(text) { viewer in
      await viewer.wait(for: ",a⏎  b")
      viewer.type("\(percent)%")
      await viewer.wait("records that end with b") { rows in
        let status = rows.last ?? ""
        return status.contains("\(percent)%") && !status.contains("not proved")
          && rows[1..<5].allSatisfy { $0.dropFirst(2).hasPrefix(",a⏎  b") }
      }
    }
  }
}
