import Bytes
import Glibc
import Processes

/// A producer of the bytes of a stream.
///
/// One thread creates and reads the producer, and may be blocked by it.
package protocol ByteProducer: AnyObject {
  /// Waits for bytes, and returns how many were read, which is 0 at the end.
  ///
  /// - Throws: an error if the stream fails.
  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int
}

/// The bytes of an open descriptor, such as that of a pipe, a socket or a terminal.
final class DescriptorProducer: ByteProducer {
  private let descriptor: Int32
  private let name: String

  /// Takes ownership of a descriptor, which is closed when the producer is released.
  init(_ descriptor: Int32, name: String) { (self.descriptor, self.name) = (descriptor, name) }

  deinit { close(descriptor) }

  /// Enlarges a pipe, so that more bytes arrive at a time; the system may refuse.
  func widen(to size: Int) {
    // F_SETPIPE_SZ of fcntl(2), which Swift cannot import.
    _ = fcntl(descriptor, 1031, Int32(size))
  }

  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    while true {
      let count = Glibc.read(descriptor, memory.baseAddress, memory.count)
      if count >= 0 { return count }
      // Another process that shares the pipe may have set it to non-blocking.
      if errno == EAGAIN {
        waitForInput()
      } else if errno != EINTR {
        throw FileError(code: errno, path: name)
      }
    }
  }

  private func waitForInput() {
    var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&asked, 1, -1)
  }
}

extension DescriptorProducer {
  /// Opens a named pipe, and waits until a program opens it for writing.
  static func open(pipe path: [UInt8], name: String) throws(FileError) -> Int32 {
    let words = path.cString
    var opened = Glibc.open(words, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    while opened < 0, errno == EINTR { opened = Glibc.open(words, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard opened >= 0 else { throw FileError(code: errno, path: name) }
    return opened
  }
}

/// The bytes of another stream, as they arrive.
final class CopyProducer: ByteProducer {
  private let stream: StreamStore
  private var offset = 0

  init(_ stream: StreamStore) { self.stream = stream }

  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    _ = try stream.waitForMore(after: offset)
    let count = try stream.file.read(into: memory, at: offset)
    offset += count
    return count
  }
}

/// Bytes that are already in memory.
package final class BytesProducer: ByteProducer {
  private var left: ArraySlice<UInt8>

  package init(_ bytes: [UInt8]) { left = bytes[...] }

  package func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
    let part = left.prefix(memory.count)
    memory.copyBytes(from: part)
    left = left.dropFirst(part.count)
    return part.count
  }
}

/// The outcome of a command that has exited.
public struct CommandEnd: Hashable, Sendable {
  /// The exit status of the command, or 128 plus the number of the signal that terminated it, as in
  /// a shell.
  public let status: Int
  /// The last line of the command's standard error.
  public let lastLine: String
}

/// The standard output of a command; if the command fails, the last line of its standard error
/// becomes the error.
final class CommandProducer: ByteProducer {
  private let name: String
  private let reading: ProgramReading
  private var hasEnded = false

  /// Starts a command that is found on `PATH`.
  ///
  /// - Parameters:
  ///   - input: the descriptor of the command's standard input; nil for empty input.
  ///   - run: the run of the command; another thread can use it to terminate the command.
  /// - Throws: an error if the command does not exist, or if the system cannot start it.
  init(_ words: [String], input: Int32?, name: String, run: ProgramRun) throws(FileError) {
    self.name = name
    do throws(ProcessError) {
      reading = try run.start(words, input: input)
    } catch {
      throw error.isMissing ? .noCommand(error.name) : FileError(code: error.code, path: name)
    }
    reading.awaitsDescendants = true
  }

  /// - Throws: an error with the last line of the command's standard error, if the command has
  ///   failed.
  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard !hasEnded else { return 0 }
    let count = reading.read(into: memory)
    guard count == 0 else { return count }
    hasEnded = true
    let end = reading.finish()
    guard end.status != 0 else { return 0 }
    throw .commandFailed(command: name, status: end.status, said: end.lastLine)
  }
}

extension FileStore {
  /// The output of a program that reads the file.
  ///
  /// - Throws: `.unpackable` if the program is not installed, or an error if it cannot be started.
  func piped(
    through words: [String], _ run: ProgramRun
  ) throws(FileError) -> any ByteProducer {
    do throws(FileError) {
      // The file is opened again, because the program moves the offset of its descriptor.
      let input = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
      guard input >= 0 else { throw FileError(code: errno, path: path) }
      defer { close(input) }
      return try CommandProducer(words, input: input, name: path, run: run)
    } catch .noCommand {
      throw .unpackable(path: path, program: words[0])
    }
  }
}
