import ByteStores
import FileSources
import Records
import TemporaryFolders
import Testing

/// Errors in the records of a file that grows.
@Suite struct `Errors in a growing table` {
  @Test func `do not include a quote that is closed later`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("id,note\n1,a\n2,\"mul\n", to: "file")
    let reading = RecordDecoder.csv(CSVReader(CSVDialect()), .numbered)
    let faults = RecordFaults(in: try FileStore(path: path), reading, from: 8)
    let first = try await faults.look(upTo: .max)
    #expect(first.first?.offset == 14 && first.count == 1)
    try folder.append("ti\nand ", to: "file")
    #expect(try await faults.look(upTo: .max) == first)
    try folder.append("more\"\n3,\"b\"\n4,\"c\n", to: "file")
    let next = try await faults.look(upTo: .max)
    #expect(next.first?.offset == 40 && next.line == 7 && next.count == 1)
  }

  @Test func `include a quote that is too far away to be closed`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("1,\"a\n", to: "file")
    let reading = RecordDecoder.csv(CSVReader(CSVDialect()), .numbered)
    let faults = RecordFaults(in: try FileStore(path: path), reading, from: 0, most: 100)
    #expect(try await faults.look(upTo: .max).count == 1)
    try folder.append(String(repeating: "2,b\n", count: 100), to: "file")
    #expect(try await faults.look(upTo: .max).count == 1)
    try folder.append("3,c\"\n", to: "file")
    #expect(try await faults.look(upTo: .max).count == 1)
  }
}
