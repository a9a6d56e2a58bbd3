import ByteStores
import Glibc
import Pipes
import TemporaryFolders
import Testing

/// A stream that is stored in a file without a name as it arrives.
@Suite(.timeLimit(.minutes(5))) struct `A stream` {
  private let pipe = OpenPipe()

  private func stream(limit: Int? = nil, lookAhead: Int = 1 << 20) throws -> StreamStore {
    try StreamStore(
      reading: pipe.output, name: "a stream", folder: "/tmp", limit: limit, lookAhead: lookAhead)
  }

  @Test func `can be read anywhere while it comes`() async throws {
    let stream = try stream()
    pipe.write("one\ntwo")
    await stream.wait { try $0.file.size() == 7 }
    #expect(stream.state == .arriving)
    #expect(try stream.file.text(4..<7) == "two")
    pipe.write("\n")
    await stream.wait { try $0.file.size() == 8 }
    pipe.end()
    await stream.wait { $0.state == .ended }
    #expect(try stream.file.text(0..<8) == "one\ntwo\n")
  }

  @Test func `tells of news once, until it is taken`() async throws {
    let stream = try stream()
    pipe.write("a")
    await stream.wait { _ in stream.hasNews }
    #expect(stream.takeNews() == .arriving)
    #expect(!stream.hasNews)
    pipe.end()
    await stream.wait { _ in stream.hasNews }
    #expect(stream.takeNews() == .ended)
  }

  @Test func `is read no further than is wanted, and on when more is`() async throws {
    let stream = try stream(lookAhead: 100_000)
    pipe.writeFromAThread(bytes: 4 << 20)
    // Before any bytes are requested, the stream reads only about 64 KiB.
    await stream.wait { $0.state == .paused }
    #expect(try stream.file.size() < 100_000 + 1 << 16)
    stream.requestBytes(upTo: 0)
    await stream.wait { _ in ((try? stream.file.size()) ?? 0) >= 100_000 && stream.state == .paused
    }
    let size = try stream.file.size()
    #expect(size >= 100_000 && size < 1_000_000)
    stream.requestBytes(upTo: .max)
    await stream.wait { $0.state == .ended }
    #expect(try stream.file.size() == 4 << 20)
  }

  @Test func `drops its oldest lines beyond a limit, never a part of one`() async throws {
    let stream = try stream(limit: 1 << 20)
    stream.requestBytes(upTo: .max)
    pipe.writeFromAThread(bytes: 4 << 20)
    await stream.wait { $0.state == .ended }
    let start = stream.file.start
    #expect(start > 2 << 20 && start <= 3 << 20 + 1 << 17)
    // Lines are eight bytes long, so each begins at a multiple of eight.
    #expect(start.isMultiple(of: 8))
    #expect(try stream.file.text(start - 1..<start + 7).hasPrefix("\n"))
    #expect(stream.file.dropped == DroppedLines(bytes: start, lineFeeds: start / 8))
  }

  @Test func `is read ahead by no more than is kept, so that nothing is dropped unseen`()
    async throws
  {
    let stream = try stream(limit: 1 << 20, lookAhead: 1 << 30)
    pipe.writeFromAThread(bytes: 4 << 20)
    await stream.wait { $0.state == .paused }
    #expect(stream.file.start == 0)
    stream.requestBytes(upTo: .max)
    await stream.wait { $0.state == .ended }
    #expect(stream.file.start > 2 << 20)
  }

  @Test func `that is one line drops parts of it, because nothing else is left`() async throws {
    let stream = try stream(limit: 1 << 20)
    stream.requestBytes(upTo: .max)
    pipe.writeFromAThread(Array(repeating: UInt8(ascii: "x"), count: 4 << 20))
    await stream.wait { $0.state == .ended }
    let dropped = stream.file.dropped
    #expect(dropped.bytes > 2 << 20 && dropped.lineFeeds == 0)
    #expect(try stream.file.text(dropped.bytes..<dropped.bytes + 8) == "xxxxxxxx")
  }

  @Test func `may come byte by byte, and stall within a character`() async throws {
    let stream = try stream()
    let bytes = Array("é漢字\n😀".utf8)
    for (index, byte) in bytes.enumerated() {
      pipe.write([byte])
      await stream.wait { try $0.file.size() == index + 1 }
      #expect(stream.state == .arriving)
    }
    pipe.end()
    await stream.wait { $0.state == .ended }
    #expect(try stream.file.whole(0..<bytes.count) == bytes)
  }

  @Test func `ends when nobody wants it, and its writer is told`() async throws {
    let stream = try stream()
    pipe.write("a")
    await stream.wait { try $0.file.size() == 1 }
    stream.stop()
    // The thread notices the stop when the next bytes arrive.
    pipe.write("b")
    await stream.wait { $0.state == .ended }
    #expect(pipe.isBroken)
  }

  @Test func `leaves nothing in the folder`() async throws {
    let folder = try TemporaryFolder()
    let stream = try StreamStore(
      reading: pipe.output, name: "a stream", folder: folder.path, limit: nil, lookAhead: 1)
    pipe.write("a")
    await stream.wait { try $0.file.size() == 1 }
    #expect(folder.isEmpty)
  }

  @Test func `closes what it has taken, even where it cannot be made`() {
    #expect(throws: FileError.noTemporaryFile(folder: "/none", code: ENOENT)) {
      try StreamStore(taking: pipe.output, name: "a stream", folder: "/none")
    }
    #expect(pipe.isBroken)
  }

  @Test func `needs a folder that can be written`() throws {
    #expect(throws: FileError.noTemporaryFile(folder: "/none", code: ENOENT)) {
      try StreamStore(
        reading: pipe.output, name: "a stream", folder: "/none", limit: nil, lookAhead: 1)
    }
  }
}

/// The output of a shell command.
@Suite(.timeLimit(.minutes(5))) struct `A command` {
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
    #expect(failure.description == "exited with status 3: b")
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

  @Test func `wakes a task that waits for the end, and only the one that is cancelled`()
    async throws
  {
    let pipe = OpenPipe()
    let stream = try StreamStore(reading: pipe.output, name: "a stream")
    let far = Task { await stream.waitForGrowth(after: .max) }
    let near = Task { await stream.waitForGrowth(after: 1) }
    let woken = Task {
      await near.value
      return stream.mayGrow
    }
    near.cancel()
    #expect(await woken.value)
    pipe.write("some bytes")
    pipe.end()
    await far.value
    #expect(!stream.mayGrow)
  }
}
