import ByteStores
import Feeds

/// A command that converts files that are not text to text and writes it to a pipe, as defined by `LESSOPEN`.
///
/// The form without a pipe is ignored: its command writes a file, which another command would have to remove.
nonisolated struct LessFilter {
  private let template: Substring
  /// Whether empty output with status 0 means an empty text, and not the file itself.
  private let mayBeEmpty: Bool

  /// Parses `|command %s`, `||command %s`, and these with a dash, which in `less` also apply to standard input.
  init?(_ text: String?) {
    guard let text, text.first == "|" else { return nil }
    mayBeEmpty = text.hasPrefix("||")
    var rest = text.drop { $0 == "|" }
    if rest.first == "-" { rest = rest.dropFirst() }
    // The path is quoted here, so that `%s` must not be within other quotes.
    var plain = String(rest)
    for quoted in ["\"%s\"", "'%s'"] { plain = plain.parts(around: quoted).joined(separator: "%s") }
    let parts = plain.parts(around: "%s")
    guard parts.count > 1, !parts.dropLast().contains(where: Self.hasOpenQuote) else { return nil }
    template = plain[...]
  }

  /// Whether a text has an unclosed quote.
  private static func hasOpenQuote(_ text: Substring) -> Bool {
    ["\"", "'", "`"].contains { quote in text.count { String($0) == quote } % 2 == 1 }
  }

  /// The command for a file, with its path as one shell word.
  func command(for path: String) -> String {
    let name = path.hasPrefix("-") ? "./" + path : path
    let word = "'" + name.parts(around: "'").joined(separator: "'\\''") + "'"
    return String(template).parts(around: "%s").joined(separator: word)
  }

  /// The output of the command for a file; nil if the file itself is to be shown.
  ///
  /// Waits for the first bytes.
  ///
  /// - Throws: why a temporary file cannot be created.
  func stream(of file: FileStore) throws(FileError) -> StreamStore? {
    // A name that is not UTF-8 would be changed.
    guard !file.path.unicodeScalars.contains("\u{FFFD}") else { return nil }
    let stream = try StreamStore(command: command(for: file.path), name: file.path)
    if (try? stream.waitForMore(after: 0)) == true { return stream }
    if mayBeEmpty, stream.state == .ended, stream.commandEnd?.status == 0 { return stream }
    stream.stop()
    return nil
  }
}
