import ByteStores
import Bytes
import Feeds
import Glibc
import Processes

/// A command that shows files that are not text, as defined by `LESSOPEN`: it writes the text to a
/// pipe, or prints the name of a file that contains the text, the replacement file.
nonisolated struct LessFilter {
  private let command: LessCommand
  /// Whether the command writes the text itself.
  private let isPipe: Bool
  /// Whether empty output with status 0 means that the text is empty, rather than that the file
  /// itself is to be shown.
  private let mayBeEmpty: Bool
  /// The command that is run when the file is closed, as defined by `LESSCLOSE`.
  private let closing: LessCommand?

  /// Parses `|command %s`, `||command %s` and `command %s`, each optionally with a dash, which in
  /// `less` means that the command also applies to standard input.
  ///
  /// - Parameter closing: the value of `LESSCLOSE`, with `%s` for the name of the file and that of
  ///   the replacement.
  init?(_ text: String?, closing: String? = nil) {
    guard let text else { return nil }
    (isPipe, mayBeEmpty) = (text.first == "|", text.hasPrefix("||"))
    let rest = text.drop { $0 == "|" }
    guard let command = LessCommand(rest.first == "-" ? rest.dropFirst() : rest),
      command.count > 0
    else { return nil }
    self.command = command
    self.closing = closing.flatMap { LessCommand($0[...]) }.flatMap { $0.count > 2 ? nil : $0 }
  }

  /// Returns the shell command for a file.
  func line(for path: String) -> String { command.line(for: [path]) }

  /// Returns the shell command that is run when the file is closed; nil if none is needed.
  ///
  /// - Parameter replacement: the name of the replacement file; `-` if the text came from a pipe.
  func closingLine(for path: String, _ replacement: String) -> String? {
    guard let closing, !closing.isEmpty else { return nil }
    return closing.line(for: [path, replacement])
  }

  /// The text of a file, and the action that closes it.
  typealias Replacement = (stream: StreamStore, close: @Sendable () -> Void)

  /// Returns the text for a file; nil if the file itself is to be shown.
  ///
  /// It waits for the first bytes, or for the name of the replacement file.
  ///
  /// - Throws: an error if a temporary file cannot be created.
  func replacement(of file: FileStore) throws(FileError) -> Replacement? {
    // A name that is not valid UTF-8 would be changed.
    guard !file.path.unicodeScalars.contains("\u{FFFD}") else { return nil }
    let name = isPipe ? "-" : Self.firstLine(of: Self.output(of: line(for: file.path)))
    guard let name else { return nil }
    let line = closingLine(for: file.path, name)
    let close: @Sendable () -> Void = { if let line { _ = Self.output(of: line) } }
    if let stream = try isPipe ? piped(file) : Self.stream(of: name, calledLike: file) {
      return (stream, close)
    }
    close()
    return nil
  }

  private func piped(_ file: FileStore) throws(FileError) -> StreamStore? {
    let stream = try StreamStore(command: line(for: file.path), name: file.path)
    if (try? stream.waitForMore(after: 0)) == true { return stream }
    if mayBeEmpty, stream.state == .ended, stream.commandEnd?.status == 0 { return stream }
    stream.stop()
    return nil
  }

  /// Returns the text of the replacement file, under the name of the original one.
  private static func stream(
    of name: String, calledLike file: FileStore
  ) throws(FileError) -> StreamStore? {
    // A device or a pipe could block, and preprocessors create neither.
    guard (try? FileStore(path: name)) != nil else { return nil }
    let descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    return descriptor < 0 ? nil : try StreamStore(taking: descriptor, name: file.path)
  }

  // MARK: Programs

  /// The number of bytes of a command's output after which no more is read; the name of a file is
  /// shorter.
  private static let mostOutput = 8 << 10

  /// Returns the first line of a command's output; nil if it is empty or not text.
  private static func firstLine(of output: [UInt8]) -> String? {
    let line = output.prefix { $0 != .lineFeed }
    return line.isEmpty ? nil : String(validating: line, as: UTF8.self)
  }

  /// Returns the output of a command, regardless of its exit status, as in `less`.
  private static func output(of line: String) -> [UInt8] {
    guard let reading = try? ProgramRun().start(["/bin/sh", "-c", line]) else { return [] }
    var printed: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: mostOutput)
    while printed.count < mostOutput {
      let count = chunk.withUnsafeMutableBytes(reading.read)
      guard count > 0 else { break }
      printed += chunk[..<count]
    }
    reading.finish()
    return printed
  }
}

/// A shell command with `%s` in place of names; each name becomes one word.
nonisolated struct LessCommand {
  private let parts: [String]

  /// The number of names that the command takes.
  var count: Int { parts.count - 1 }
  /// Whether the command does nothing.
  var isEmpty: Bool { parts == [""] }

  /// Parses a command; returns nil if a name would be within quotes that also contain other text.
  init?(_ text: Substring) {
    // This type quotes the path, so `%s` must not be within other quotes.
    var plain = String(text)
    for quoted in ["\"%s\"", "'%s'"] { plain = plain.parts(around: quoted).joined(separator: "%s") }
    let parts = plain.parts(around: "%s")
    guard !parts.dropLast().contains(where: Self.hasOpenQuote) else { return nil }
    self.parts = parts.map(String.init)
  }

  /// Whether the text has an unclosed quote.
  private static func hasOpenQuote(_ text: Substring) -> Bool {
    ["\"", "'", "`"].contains { quote in text.count { String($0) == quote } % 2 == 1 }
  }

  /// Returns the command with names in place of the `%s`; the last name is also used for further
  /// ones.
  func line(for names: [String]) -> String {
    var line = parts[0]
    for (index, part) in parts.dropFirst().enumerated() {
      line += Self.word(names[min(index, names.count - 1)]) + part
    }
    return line
  }

  private static func word(_ path: String) -> String {
    // A lone dash stands for a pipe.
    let name = path.hasPrefix("-") && path != "-" ? "./" + path : path
    return "'" + name.parts(around: "'").joined(separator: "'\\''") + "'"
  }
}
