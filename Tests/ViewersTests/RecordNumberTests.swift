import Feeds
import Records
import TableUI
import TemporaryFolders
import Testing
import Viewers

/// The numbers of records, and of the lines of the file that contain them.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `The number of a record` {
  private static let notes =
    "id,note\n" + (1...40).map { "\($0),\"a\nb\"\n" }.joined() + "\n"

  private func show(
    _ text: String, name: String = "file.csv", at start: StartPosition? = nil,
    numbers: Bool = false, body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      try await body(
        ViewerFixture(folder, name, at: start, lines: 6, columns: 70, numbers: numbers))
    }
  }

  @Test func `is in the status line, with how many there are, and what = tells`() async throws {
    try await show(Self.notes) { viewer in
      await viewer.wait(for: "record 1 of 40")
      viewer.type("=")
      await viewer.wait(for: "records 1–4 of 40")
      viewer.type("G")
      await viewer.wait(for: "of 40 · end")
    }
  }

  @Test func `is what a number goes to, and a line where the text is shown`() async throws {
    try await show(Self.notes, numbers: true) { viewer in
      await viewer.wait(for: "record 1 of 40")
      viewer.type("20G")
      await viewer.wait(for: "     20 20")
      viewer.type("99G")
      await viewer.wait(for: "no record 99")
      viewer.type("t")
      await viewer.wait(for: "     40 20")
      viewer.type("t")
      await viewer.wait(for: "     20 20")
    }
  }

  @Test func `is where it is opened, and a line is in the record that holds it`() async throws {
    try await show(Self.notes, at: .item(9)) { viewer in
      await viewer.wait(for: "record 9 of 40")
    }
    for line in [18, 19] {
      try await show(Self.notes, at: .line(line)) { viewer in
        await viewer.wait(for: "record 9 of 40")
      }
    }
  }

  @Test func `counts elements of an array on one line`() async throws {
    let text = "[" + (1...30).map { "{\"a\":\($0)}" }.joined(separator: ",") + "]"
    try await show(text, name: "file.json") { viewer in
      await viewer.wait(for: "record 1 of 30")
      viewer.type("12G")
      await viewer.wait(for: "record 12 of 30")
    }
  }

  @Test func `counts no blank lines, and stays under a filter`() async throws {
    let text = (1...30).map { "{\"a\":\($0)}\n" + ($0 % 3 == 0 ? "\n" : "") }.joined()
    try await show(text, name: "file.ndjson", numbers: true) { viewer in
      await viewer.wait(for: "record 1 of 30")
      viewer.type("&a>=20\n")
      await viewer.wait(for: "     20 20")
    }
  }

  @Test(arguments: [(StartPosition.item(9), 9), (.line(18), 9), (.line(19), 9), (.line(20), 10)])
  func `is the same without a screen`(start: StartPosition, id: Int) async throws {
    var records = PlainRecords("id", limit: 1)
    records.start = start
    #expect(try await records.output(of: Self.notes, name: "file.csv") == "id\n\(id)\n")
  }
}
