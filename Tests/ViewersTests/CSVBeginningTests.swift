import Feeds
import Records
import TemporaryFolders
import Testing
import Viewers

/// The beginning of a CSV file must be understood in the same way with and without a screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `The beginning of a CSV file` {
  private static let table = ",id,name\n0,7,Ann\n1,8,Bob\n2,9,Eve\n"

  @Test(arguments: ["file.csv", "file.txt", "file"])
  func `keeps names that are blank in objects`(name: String) async throws {
    #expect(
      try await PlainRecords("--json", limit: 1).output(of: Self.table, name: name)
        == "{\"1\":\"0\",\"id\":\"7\",\"name\":\"Ann\"}\n")
    #expect(
      try await PlainRecords("name,1", limit: 1).output(of: Self.table, name: name)
        == "name\t1\nAnn\t0\n")
  }

  @Test(arguments: ["file.csv", "file.txt"])
  func `keeps them on the screen`(name: String) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(Self.table, to: name)
      let viewer = try ViewerFixture(folder, name)
      await viewer.wait(for: ["  1  id  name", "▌ 0   7  Ann", "  1   8  Bob", "  2   9  Eve"])
    }
  }

  @Test func `is where options say`() async throws {
    var records = PlainRecords("--json", limit: 1)
    records.options.csv.skippedLines = 1
    records.options.csv.delimiter = UInt8(ascii: ";")
    let text = "made, today\na,b;c\n1,2;3\n"
    #expect(try await records.output(of: text) == "{\"a,b\":\"1,2\",\"c\":\"3\"}\n")
    records.options.csv.header = CSVChoice.Header.none
    #expect(try await records.output(of: text) == "{\"1\":\"a,b\",\"2\":\"c\"}\n")
  }

  @Test func `is passed over, comments and titles`() async throws {
    let text = "# \(String(repeating: "x,", count: 40))\nSales\n\nid,name\n1,a\n2,b\n3,c\n"
    #expect(
      try await PlainRecords("--json", limit: 1).output(of: text, name: "file.csv")
        == "{\"id\":\"1\",\"name\":\"a\"}\n")
  }
}
