import Bytes
import Glibc
import Processes

/// The output of another producer, converted to UTF-8 by iconv(1) as it arrives.
///
/// iconv(1) of glibc reads all of a pipe before it writes. Therefore a separate run converts each
/// piece of whole lines, with files in memory as input and output.
final class LineDecoder: ByteProducer {
  private let input: any ByteProducer
  private let words: [String]
  private let name: String
  /// The bytes after the last line feed.
  private var open: [UInt8] = []
  private var decoded: ArraySlice<UInt8> = []
  private var isAtEnd = false
  /// The error of the input or of the last run, which is thrown after the output of that run.
  private var failure: FileError?
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)

  /// The maximum number of bytes read at a time; it is large, because each run takes some
  /// milliseconds.
  static let chunk = 1 << 20

  /// - Parameters:
  ///   - words: the command line of the program.
  ///   - name: the name of the stream in messages.
  init(_ input: any ByteProducer, through words: [String], name: String) {
    (self.input, self.words, self.name) = (input, words, name)
  }

  deinit { memory.deallocate() }

  func read(into output: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    while decoded.isEmpty {
      if let failure { throw failure }
      guard !isAtEnd else { return 0 }
      try decodeMore(readInput())
    }
    let count = min(decoded.count, output.count)
    output.copyBytes(from: decoded.prefix(count))
    decoded = decoded.dropFirst(count)
    return count
  }

  /// Reads the next bytes and returns their number, which is 0 at the end and after an error.
  private func readInput() -> Int {
    do throws(FileError) {
      return try input.read(into: memory)
    } catch {
      failure = error
      return 0
    }
  }

  private func decodeMore(_ count: Int) throws(FileError) {
    isAtEnd = count == 0
    let came = UnsafeRawBufferPointer(rebasing: memory[..<count])
    let feed = came.lastIndex(of: .lineFeed, in: 0..<count)
    let whole = isAtEnd ? open : feed.map { open + came[...$0] } ?? []
    open = (whole.isEmpty ? open : []) + came[(feed.map { $0 + 1 } ?? 0)...]
    if !whole.isEmpty { try decode(whole) }
  }

  private func decode(_ bytes: [UInt8]) throws(FileError) {
    guard let input = MemoryInput(bytes), let output = MemoryInput([]), let errors = MemoryInput([])
    else { throw FileError(code: ENOMEM, path: name) }
    let launch = ProgramLaunch(
      words.map { Array($0.utf8) }, input: input.stream, output: output.stream,
      errors: errors.stream, group: 0)
    let status: Int
    do throws(ProcessError) {
      status = ProgramLaunch.wait(for: try launch.start())
    } catch {
      throw error.isMissing ? .noCommand(error.name) : FileError(code: error.code, path: name)
    }
    decoded = output.allContents[...]
    guard status != 0 else { return }
    let said = errors.contents.split(whereSeparator: \.isLineEnd).last ?? []
    failure =
      failure
      ?? .commandFailed(
        command: name, status: status, said: String(decoding: said, as: UTF8.self))
  }
}

extension TextEncoding {
  /// Whether iconv(1) knows the encoding; true if iconv(1) is not needed for it or cannot be run.
  ///
  /// Cost: a run of iconv(1), if it is needed.
  package var isKnown: Bool {
    guard let words = TextDecoding.named(self).program else { return true }
    let nothing = ProgramLaunch.Stream.path("/dev/null")
    let launch = ProgramLaunch(
      words.map { Array($0.utf8) }, input: nothing, output: nothing, errors: nothing, group: 0)
    guard let process = try? launch.start() else { return true }
    return ProgramLaunch.wait(for: process) == 0
  }
}

extension TextDecoding {
  /// Whether the program that decodes the encoding can decode each line separately.
  ///
  /// In these encodings a line feed is the byte 0x0A, which is not part of any other character, and
  /// each line begins in the same state.
  var isDecodedByLine: Bool {
    guard case .named(.program(let name)) = self else { return false }
    let key = name.lowercased().filter { $0.isLetter || $0.isNumber }
    return Self.familiesByLine.contains { key.hasPrefix($0) }
  }

  private static let familiesByLine = [
    "euc", "shift", "sjis", "mskanji", "cp932", "cp936", "cp943", "cp949", "cp950", "cp125",
    "windows", "big5", "gb", "uhc", "johab", "mac", "koi8", "iso8859", "tcvn", "tis620", "viscii",
  ]
}
