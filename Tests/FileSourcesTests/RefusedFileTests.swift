import ByteStores
import Glibc
import Paging
import Synchronization
import TemporaryFolders
import Testing
@testable import FileSources

@Suite struct `A path that cannot be paged` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func error(_ path: String) -> FileError? {
    #expect(throws: FileError.self) { try TextFileSource(path: path) }
  }

  @Test func `may lead to nothing`() throws {
    let path = folder.path("nothing")
    #expect(error(path) == .missing(path: path))
    #expect(error(path)?.description == "\(path): No such file or directory")
    #expect(error("")?.description == ": No such file or directory")
  }

  @Test func `may lead through a file`() throws {
    let path = try folder.write([]) + "/x"
    #expect(error(path) == .missing(path: path))
  }

  @Test func `may lead to a directory`() {
    #expect(error(folder.path) == .unpageable(path: folder.path, kind: .directory))
    #expect(error(folder.path)?.description.hasSuffix(" is a directory: name a file in it") == true)
  }

  @Test func `may lead to a pipe, which nobody waits for`() {
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(error(path) == .unpageable(path: path, kind: .pipe))
  }

  @Test func `may lead to a device`() {
    #expect(error("/dev/null") == .unpageable(path: "/dev/null", kind: .device))
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `may be forbidden`() throws {
    let path = try folder.write([])
    #expect(chmod(path, 0) == 0)
    #expect(error(path) == .forbidden(path: path))
  }

  @Test func `is told in one line`() {
    #expect(error("a\nb")?.description == "a b: No such file or directory")
  }

  @Test func `may fail while it is read`() async throws {
    let path = try folder.write("text".utf8)
    let source = try TextFileSource(path: path, pieceSize: 16) { _, _, _, _ in
      errno = EIO
      return -1
    }
    let error = await #expect(throws: PagingError.self) { try await source.page(.start) }
    #expect(error == FileError.failed(path: path, code: EIO).pagingError)
    #expect(error?.description == "cannot read \(path): Input/output error")
  }

  @Test(arguments: [(EIO, false), (EMFILE, true), (ESTALE, true), (EACCES, false)])
  func `may do better another time where the machine lacked something`(
    code: Int32, isRetryable: Bool
  ) {
    #expect(FileError.failed(path: "x", code: code).pagingError.isRetryable == isRetryable)
  }

  @Test func `is read on after a signal, and after a part of what was asked`() async throws {
    let text = (0..<100).map { "line \($0)\n" }.joined()
    let calls = Mutex(0)
    let source = try TextFileSource(path: folder.write(text.utf8), pieceSize: 16) {
      descriptor, memory, size, offset in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      errno = EINTR
      return call.isMultiple(of: 2) ? -1 : pread(descriptor, memory, min(size, call), offset)
    }
    let lines = try await source.walk(.start, by: 30)
    #expect(lines.map { String(decoding: $0.raw, as: UTF8.self) }.joined() == text)
  }
}

/// An entry of a folder that cannot be examined.
@Suite struct `An entry that is gone` {
  @Test func `has no owner and no permissions`() {
    let folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    let entry = FolderEntry(Array("no such name".utf8), in: folder)
    #expect(entry.kind == .unknown)
    #expect(entry.permissions == nil)
    #expect(entry.owner == nil)
    #expect(entry.group == nil)
  }
}
