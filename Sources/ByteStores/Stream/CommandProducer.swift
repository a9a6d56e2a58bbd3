import Processes

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

  /// Starts a command, found on `PATH`.
  ///
  /// - Parameters:
  ///   - input: what it reads; nothing where nil.
  ///   - run: its run, which another thread can end.
  /// - Throws: that there is no such command, or what the system says.
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
    let count = reading.read(into: memory)
    guard count == 0 else { return count }
    let end = reading.finish()
    guard end.status != 0 else { return 0 }
    throw .commandFailed(command: name, status: end.status, said: end.lastLine)
  }
}
