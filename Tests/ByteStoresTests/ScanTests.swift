import TemporaryFolders
import ByteStores
import Foundation
import Testing

@Suite struct `A scan of a file` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(_ text: String) throws -> FileStore {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return try FileStore(path: path)
  }

  private var path: String { folder.path + "/log" }

  /// The number of descriptors of this process that refer to the file.
  private var openings: Int {
    let all = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return (all ?? []).count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
    }
  }

  private func scanned(_ file: FileStore, at offset: Int) throws -> String {
    var memory = [UInt8](repeating: 0, count: 4)
    let count = try memory.withUnsafeMutableBytes { try file.scan(into: $0, at: offset) }
    return String(decoding: memory[..<count], as: UTF8.self)
  }

  @Test func `reads what is there, of a file that was deleted too`() throws {
    let file = try store("one two")
    try FileManager.default.removeItem(atPath: path)
    #expect(try scanned(file, at: 0) == "one ")
    #expect(try scanned(file, at: 4) == "two")
    #expect(try scanned(file, at: 9) == "")
  }

  @Test func `opens it once more, and closes that with the file`() throws {
    do {
      let file = try store("one two")
      #expect(openings == 1)
      _ = try scanned(file, at: 0)
      _ = try scanned(file, at: 4)
      #expect(openings == 2)
    }
    #expect(openings == 0)
  }

  @Test func `reads what grew meanwhile`() throws {
    let file = try store("one ")
    #expect(try scanned(file, at: 0) == "one ")
    let writer = try #require(FileHandle(forWritingAtPath: path))
    try writer.seekToEnd()
    try writer.write(contentsOf: Data("two".utf8))
    try writer.close()
    #expect(try scanned(file, at: 4) == "two")
  }
}
