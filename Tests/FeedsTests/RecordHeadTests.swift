import ByteStores
import Feeds
import Records
import TemporaryFolders
import Testing

/// The format of a text, recognized by its first bytes.
@MainActor @Suite struct `The head of records` {
  private func head(
    of text: String, _ name: String = "file", as format: RecordFormat? = nil,
    _ choice: CSVChoice = CSVChoice()
  ) throws -> RecordHead? {
    let folder = try TemporaryFolder()
    let file = try FileStore(path: folder.write(text, to: name))
    return withExtendedLifetime(folder) {
      RecordHead(of: file, as: format, choice, mayGrow: false)
    }
  }

  /// A table whose header is longer than the bytes that are examined first.
  private func table(columns count: Int, _ name: String, by delimiter: String) -> String {
    let columns = 0..<count
    let row = columns.map { "\($0)" }.joined(separator: delimiter) + "\n"
    return columns.map { name + "_\($0)" }.joined(separator: delimiter) + "\n" + row + row + row
  }

  @Test(arguments: [",", ";", "\t", "|"])
  func `has all names of a wide table, whatever divides them`(delimiter: String) throws {
    for (name, count) in [("file", 300), ("file.csv", 300), ("file.csv", 2_000)] {
      let text = table(columns: count, "temperature_of_room", by: delimiter)
      #expect(try head(of: text, name)?.names.count == count)
    }
  }

  @Test func `has the names of a very wide table whose format is declared`() throws {
    let text = table(columns: 2, String(repeating: "x", count: 300 << 10), by: ";")
    #expect(try head(of: text, "file.csv")?.names.count == 2)
    #expect(try head(of: text, as: .csv(CSVDialect()))?.names.count == 2)
    var choice = CSVChoice()
    choice.delimiter = UInt8(ascii: ";")
    #expect(try head(of: text, "file", as: nil, choice)?.names.count == 2)
    #expect(try head(of: text) == nil)
  }

  @Test(arguments: ["", "\u{FEFF}", "\n\n\n", " "])
  func `is found before a long first record of JSON`(beginning: String) throws {
    let record = "{\"a\":\"\(String(repeating: "x", count: 5_000))\"}\n"
    let text = beginning + record + "plain\n{\"a\":2}\n"
    #expect(try head(of: text, "file.jsonl")?.reading.format == .ndjson)
  }
}
