import CEndless
import Glibc

/// What a command writes to its standard output; the last line of its standard error says why it failed.
final class CommandProducer: ByteProducer {
  private let name: String
  private let output: Int32
  private let errors: Int32
  private let child: ChildProcess

  /// Starts a command, found on `PATH`.
  ///
  /// - Parameters:
  ///   - input: what it reads; nothing where nil.
  ///   - child: noted there, so that another thread can end it.
  /// - Throws: that there is no such command, or what the system says.
  init(
    _ words: [String], input: Int32?, name: String, child: ChildProcess
  ) throws(FileError) {
    self.name = name
    self.child = child
    (output, errors) = try child.start(words, input: input, name: name)
  }

  deinit {
    close(output)
    close(errors)
  }

  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    while true {
      var asked = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      ]
      poll(&asked, 2, -1)
      if asked[1].revents & Int16(POLLIN) != 0 { listen() }
      if asked[0].revents != 0 {
        let count = Glibc.read(output, memory.baseAddress, memory.count)
        if count > 0 { return count }
        if count == 0 { return try end() }
        guard errno == EINTR || errno == EAGAIN else { throw FileError(code: errno, path: name) }
      } else if asked[1].revents != 0, asked[1].revents & Int16(POLLIN) == 0 {
        return try readOn(into: memory)
      }
    }
  }

  /// Standard error is closed, and says nothing more.
  private func readOn(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    while true {
      let count = Glibc.read(output, memory.baseAddress, memory.count)
      if count > 0 { return count }
      if count == 0 { return try end() }
      guard errno == EINTR else { throw FileError(code: errno, path: name) }
    }
  }

  private func listen() {
    var memory = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(errors, &memory, memory.count)
    if count > 0 { child.note(memory[..<count]) }
  }

  /// - Throws: that it has failed, with its own last word.
  private func end() throws(FileError) -> Int {
    let status = child.wait()
    // What it has started may hold its standard error open, and say more.
    var asked = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
    if poll(&asked, 1, 0) == 1 { listen() }
    guard status != 0 else { return 0 }
    throw .commandFailed(command: name, status: status, said: child.lastLine)
  }
}
