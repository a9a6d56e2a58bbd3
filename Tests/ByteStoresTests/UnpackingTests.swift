import TemporaryFolders
import ByteStores
import Foundation
import Testing

/// The content of a compressed file, which is unpacked as it is read.
@Suite(.timeLimit(.minutes(5))) struct `A compressed file` {
  private let folder: TemporaryFolder
  private let text = (1...20_000).map { "line \($0)\n" }.joined()

  init() throws { folder = try TemporaryFolder() }

  /// Compresses the text with a program such as gzip; returns the compressed bytes.
  private func pack(_ program: String) throws -> [UInt8] {
    let path = folder.path + "/text"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program, "-c", path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(program) is missing")
    return Array(bytes)
  }

  private func stream(_ bytes: [UInt8]) throws -> StreamStore? {
    let path = folder.path + "/packed"
    try Data(bytes).write(to: URL(filePath: path))
    return try StreamStore(unpacking: FileStore(path: path))
  }

  private func content(_ bytes: [UInt8]) async throws -> (text: String, state: StreamStore.State) {
    let stream = try #require(try stream(bytes))
    stream.requestBytes(upTo: .max)
    // The stream may have paused before it received the request for all bytes.
    await stream.wait { $0.state != .arriving && $0.state != .paused }
    return (try stream.text(), stream.state)
  }

  @Test(arguments: ["gzip", "zstd", "xz", "bzip2"])
  func `holds what was packed`(program: String) async throws {
    let found = try await content(pack(program))
    #expect(found.text == text)
    #expect(found.state == .ended)
  }

  @Test(arguments: ["gzip", "zstd"])
  func `may be several, one after the other`(program: String) async throws {
    let packed = try pack(program)
    let found = try await content(packed + packed)
    #expect(found.text == text + text)
    #expect(found.state == .ended)
  }

  @Test(arguments: ["gzip", "zstd"])
  func `that is incomplete is shown as far as it goes`(program: String) async throws {
    let packed = try pack(program)
    for count in [packed.count / 2, packed.count - 1, 10] {
      let found = try await content(Array(packed[..<count]))
      #expect(text.hasPrefix(found.text))
      #expect(found.state == .failed(.incomplete(path: folder.path + "/packed")))
    }
  }

  @Test(arguments: ["gzip", "zstd"])
  func `that is damaged is shown up to there at the most`(program: String) async throws {
    var packed = try pack(program)
    for index in packed.count / 2..<packed.count / 2 + 200 { packed[index] ^= 0x55 }
    let found = try await content(packed)
    guard case .failed = found.state else {
      Issue.record("\(found.state)")
      return
    }
  }

  @Test func `of gzip may have something behind it that counts for nothing`() async throws {
    let found = try await content(pack("gzip") + [0, 0, 0, 0])
    #expect(found.text == text)
    #expect(found.state == .ended)
  }

  @Test(arguments: ["", "B", "BZ", "BZhx", "plain\n", "\u{1F}\u{8B}"])
  func `is known by more than a name`(text: String) throws {
    #expect(try stream(Array(text.unicodeScalars.map { UInt8($0.value) })) == nil)
  }
}
