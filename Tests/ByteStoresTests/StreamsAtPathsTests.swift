import ByteStores
import Glibc
import Pipes
import TemporaryFolders
import Testing

/// Paths of pipes, sockets and devices, whose bytes have no offsets.
@Suite(.timeLimit(.minutes(5))) struct `A stream at a path` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func stream(_ path: String) throws -> StreamStore? {
    let bytes = Array(path.utf8)
    return try StreamStore(path: bytes, kind: #require(FileKind(at: bytes)))
  }

  private func text(_ stream: StreamStore) async throws -> String {
    stream.requestBytes(upTo: .max)
    await stream.wait { $0.state == .ended }
    return try stream.text()
  }

  @Test func `may be a pipe with a name, which waits for who writes it`() async throws {
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let stream = try #require(try stream(path))
    #expect(stream.state == .arriving)
    let writer = open(path, O_WRONLY)
    #expect(write(writer, "one\n", 4) == 4)
    close(writer)
    #expect(try await text(stream) == "one\n")
  }

  @Test(arguments: ["/dev/fd/", "/proc/self/fd/"])
  func `may be an open pipe by its number`(names: String) async throws {
    let pipe = OpenPipe()
    let stream = try #require(try stream("\(names)\(pipe.output)"))
    pipe.write("two\n")
    pipe.end()
    #expect(try await text(stream) == "two\n")
  }

  @Test func `may be a socket by its number, which cannot be opened`() async throws {
    var ends: [Int32] = [0, 0]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let stream = try #require(try stream("/dev/fd/\(ends[0])"))
    #expect(write(ends[1], "three\n", 6) == 6)
    for end in ends { close(end) }
    #expect(try await text(stream) == "three\n")
  }

  @Test func `may be a device that has an end`() async throws {
    let stream = try #require(try stream("/dev/null"))
    #expect(try await text(stream) == "")
  }

  @Test func `is none where there is a plain file`() throws {
    #expect(try stream(folder.write("x", to: "plain")) == nil)
  }

  @Test func `is no terminal`() throws {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(terminal) }
    #expect(throws: FileError.unpageable(path: "/dev/fd/\(terminal)", kind: .device)) {
      try stream("/dev/fd/\(terminal)")
    }
  }
}
