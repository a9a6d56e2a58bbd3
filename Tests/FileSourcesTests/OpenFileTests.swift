import TemporaryFolders
import ByteStores
import FileSources
import Glibc
import Paging
import Synchronization
import Testing

@Suite struct `An open text file` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `is closed with the last that refers to it, and not inherited`() async throws {
    let path = try folder.write("text".utf8)
    let seen = Mutex<Int32>(-1)
    do {
      let source = try TextFileSource(path: path, pieceSize: 16) {
        descriptor, memory, size, offset in
        seen.withLock { $0 = descriptor }
        return pread(descriptor, memory, size, offset)
      }
      _ = try await source.page(.start)
      let flags = fcntl(seen.withLock { $0 }, F_GETFD)
      #expect(flags & FD_CLOEXEC != 0)
    }
    #expect(try target(of: seen.withLock { $0 }) != path)
  }

  @Test func `knows its size as it is now`() throws {
    let path = try folder.write("text".utf8)
    let file = try FileStore(path: path)
    #expect(try file.size() == 4)
    try folder.append(" and more")
    #expect(try file.size() == 13)
    #expect((file.path, file.edition) == (path, 0))
  }

  @Test func `may have a name that is no UTF-8, also when it is replaced`() async throws {
    let path = try folder.write("text".utf8)
    let name = Array(folder.path("a").utf8) + [0xFF]
    let cName = name.map { CChar(bitPattern: $0) } + [0]
    #expect(rename(path, cName) == 0)
    let source = TextFileSource(try FileStore(path: name))
    let first = try await source.file()
    #expect(first.path == folder.path("a\u{FFFD}"))
    try folder.write("another".utf8)
    #expect(rename(path, cName) == 0)
    let page = try await source.page(.start)
    let second = try await source.file()
    #expect(page.items.map(\.bytes) == [Array("another".utf8)[...]])
    #expect(second.edition == 1)
    remove(cName)
  }

  /// The path of the file that a descriptor refers to; the number alone proves nothing, because
  /// other tests may have opened another file with the same number.
  private func target(of descriptor: Int32) throws -> String? {
    var name = [UInt8](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/fd/\(descriptor)", &name, name.count)
    return count < 0 ? nil : String(decoding: name[..<count], as: UTF8.self)
  }
}
