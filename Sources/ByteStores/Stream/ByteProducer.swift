import Bytes
import Glibc
import Processes

/// Where the bytes of a stream come from.
///
/// It is made and asked by one thread, which it may keep waiting.
package protocol ByteProducer: AnyObject {
  /// Waits for bytes, and returns how many came: 0 at the end.
  ///
  /// - Throws: why there will be no more.
  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int
}

/// What another program writes: a pipe, a socket or a terminal, read as it comes.
final class DescriptorProducer: ByteProducer {
  private let descriptor: Int32
  private let name: String

  /// Takes a descriptor over, and closes it at the end.
  init(_ descriptor: Int32, name: String) { (self.descriptor, self.name) = (descriptor, name) }

  deinit { close(descriptor) }

  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    while true {
      let count = Glibc.read(descriptor, memory.baseAddress, memory.count)
      if count >= 0 { return count }
      // Whoever shares the pipe may have set it not to wait.
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
  /// Opens a pipe with a name, which waits until somebody writes it.
  static func open(pipe path: [UInt8], name: String) throws(FileError) -> Int32 {
    let words = path.cString
    var opened = Glibc.open(words, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    while opened < 0, errno == EINTR { opened = Glibc.open(words, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard opened >= 0 else { throw FileError(code: errno, path: name) }
    return opened
  }
}

/// How a command that writes a stream has ended.
public struct CommandEnd: Hashable, Sendable {
  /// Its status, or 128 and the number of the signal that has ended it, as a shell says it.
  public let status: Int
  /// The last line that it has written to its standard error.
  public let lastLine: String
}

/// What a command writes to its standard output; the last line of its standard error says why it failed.
final class CommandProducer: ByteProducer {
  private let name: String
  private let reading: ProgramReading
  private var hasEnded = false

  /// Starts a command, found on `PATH`.
  ///
  /// - Parameters:
  ///   - input: what it reads; nothing where nil.
  ///   - run: its run, which another thread can end.
  /// - Throws: an error that says that the command does not exist, or why the system could not start it.
  init(_ words: [String], input: Int32?, name: String, run: ProgramRun) throws(FileError) {
    self.name = name
    do throws(ProcessError) {
      reading = try run.start(words, input: input)
    } catch {
      throw error.isMissing ? .noCommand(error.name) : FileError(code: error.code, path: name)
    }
    reading.awaitsDescendants = true
  }

  /// - Throws: that it has failed, with its own last word.
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
  /// What a program makes of the file, if it is installed.
  func piped(
    through words: [String], _ run: ProgramRun
  ) throws(FileError) -> any ByteProducer {
    do throws(FileError) {
      // Opened again, because the program moves the offset of what it reads.
      let input = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
      guard input >= 0 else { throw FileError(code: errno, path: path) }
      defer { close(input) }
      return try CommandProducer(words, input: input, name: path, run: run)
    } catch .noCommand {
      throw .unpackable(path: path, program: words[0])
    }
  }
}
