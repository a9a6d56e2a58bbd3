import ByteStores
import Glibc
import Testing

/// What a command of the shell writes.
@Suite(.timeLimit(.minutes(1))) struct `A command` {
  @Test func `is read to its end`() async throws {
    let stream = try StreamStore(command: "echo one; echo two >&2; echo three")
    await stream.wait { $0.state == .ended }
    #expect(try stream.text() == "one\nthree\n")
    #expect(stream.commandEnd?.status == 0)
    #expect(stream.commandEnd?.lastLine == "two")
  }

  @Test func `that fails says so with its status and its last word`() async throws {
    let stream = try StreamStore(command: "echo one; echo a >&2; echo b >&2; exit 3")
    await stream.wait { $0.state != .arriving }
    let failure = FileError.commandFailed(
      command: "echo one; echo a >&2; echo b >&2; exit 3", status: 3, said: "b")
    #expect(stream.state == .failed(failure))
    #expect(failure.description == "ended with status 3: b")
    #expect(try stream.file.text(0..<4) == "one\n")
  }

  @Test func `that a signal ends has its number and 128, as in a shell`() async throws {
    let stream = try StreamStore(command: "kill -TERM $$")
    await stream.wait { $0.state != .arriving }
    #expect(stream.commandEnd?.status == 128 + 15)
  }

  @Test func `ends with all that it has started when it is not wanted any more`() async throws {
    let stream = try StreamStore(command: "echo $$; sleep 1000 & sleep 1000")
    await stream.wait { try $0.file.size() > 1 }
    let text = try stream.text()
    let process = try #require(Int32(text.dropLast()))
    stream.stop()
    await stream.wait { _ in kill(-process, 0) != 0 && errno == ESRCH }
  }

  @Test func `has nothing to read, and all its signals`() async throws {
    let stream = try StreamStore(command: "cat; yes | head -1")
    await stream.wait { $0.state == .ended }
    #expect(try stream.text() == "y\n")
  }
}
