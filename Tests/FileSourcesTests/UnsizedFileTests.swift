import TemporaryFolders
import ByteStores
import FileSources
import Glibc
import Paging
import Synchronization
import Testing

@Suite struct `A file whose size is not told` {
  /// The content that the system returns for the file; the file on the disk is only opened.
  private final class Content: Sendable {
    private let bytes: Mutex<[UInt8]>

    init(_ text: String) { bytes = Mutex(Array(text.utf8)) }

    func set(_ text: String) { bytes.withLock { $0 = Array(text.utf8) } }

    var read: FileStore.Read {
      { _, memory, size, offset in
        self.bytes.withLock { bytes in
          let part = bytes.dropFirst(offset).prefix(size)
          UnsafeMutableRawBufferPointer(start: memory, count: size).copyBytes(from: part)
          return part.count
        }
      }
    }
  }

  private let folder: TemporaryFolder
  private let text = (0..<200).map { "line \($0)\n" }.joined()

  init() throws { folder = try TemporaryFolder() }

  /// A source for a file like those in /proc or in /sys: the size that the system states is not the
  /// size of the content, and the file takes no disk space.
  private func source(size: Int, _ content: Content) throws -> TextFileSource {
    try folder.write([])
    try folder.setSize(size)
    return try TextFileSource(path: folder.path("file"), pieceSize: 16 << 10, read: content.read)
  }

  @Test(arguments: [0, 4_096]) func `is what it holds, in both directions`(size: Int) async throws {
    let source = try source(size: size, Content(text))
    for start in [.start, .end] as [TextFileSource.Position] {
      let lines = try await source.walk(start, by: 30)
      #expect(lines.map { String(decoding: $0.raw, as: UTF8.self) }.joined() == text)
    }
    #expect(try await source.file().size() == text.utf8.count)
    let counter = LineCounter(of: try await source.file())
    #expect(try await counter.place(ofLine: 11) == FileOffset(bytes: 70))
    #expect(try await counter.count(before: FileOffset(bytes: 70)) == 10)
  }

  @Test func `may be one of the system`() async throws {
    let source = try TextFileSource(path: "/proc/filesystems")
    let lines = try await source.walk(.start, by: 50)
    #expect(lines.contains { $0.text == "nodev\tproc" })
    #expect(lines.last?.end == .lineFeed)
    #expect(try await source.walk(.end, by: 3).map(\.id) == lines.map(\.id))
  }

  @Test func `may be standard input`() async throws {
    let descriptor = open("/proc/filesystems", O_RDONLY | O_CLOEXEC)
    let store = try FileStore(descriptor: descriptor, name: "standard input")
    let lines = try await TextFileSource(store).walk(.start, by: 50)
    #expect(lines.contains { $0.text == "nodev\tproc" })
    #expect(try store.size() == lines.map(\.byteCount).reduce(0, +))
  }

  @Test(.enabled(if: access("/sys/kernel/mm/transparent_hugepage/enabled", R_OK) == 0))
  func `may be shorter than it says`() async throws {
    let path = "/sys/kernel/mm/transparent_hugepage/enabled"
    let lines = try await TextFileSource(path: path).walk(.start, by: 50)
    #expect(lines.count == 1)
    #expect(lines.first?.text.contains("never") == true)
  }

  @Test(arguments: [0, 4_096]) func `is read again with its start or end`(size: Int) async throws {
    let content = Content("one\ntwo\n")
    let source = try source(size: size, content)
    let page = try await source.page(.start)
    let look = PageRequest<FileOffset>(
      reason: .refresh, position: .start, count: 50, validator: page.validator)
    #expect(try await source.load(look).isUnchanged)
    content.set("three\n")
    #expect(try await source.page(.after(FileOffset(bytes: 4))).items.map(\.text) == ["two"])
    let new = try await source.load(look)
    #expect(new.items.map(\.text) == ["three"])
    #expect(new.items.first?.id.edition == 1)
  }

  @Test func `is refused if it has no end`() throws {
    try folder.write([])
    let path = folder.path("file")
    let error = #expect(throws: FileError.self) {
      try FileStore(path: path, edition: 0) { _, memory, size, _ in
        memset(memory, 10, size)
        return size
      }
    }
    #expect(error == .unsized(path: path))
    #expect(error?.isRetryable == false)
  }

  @Test func `is not one that grows or is cut short as it is opened`() async throws {
    let path = try folder.write([])
    let grown = try FileStore(path: path, edition: 0) { descriptor, memory, size, offset in
      var state = stat()
      if stat(path, &state) == 0, state.st_size == 0 { truncate(path, 5) }
      return pread(descriptor, memory, size, offset)
    }
    try folder.setSize(9)
    #expect(try grown.size() == 9)
    let short = try FileStore(path: path, edition: 0) { descriptor, memory, size, offset in
      truncate(path, 3)
      return pread(descriptor, memory, size, offset)
    }
    try folder.setSize(7)
    #expect(try short.size() == 7)
  }
}
