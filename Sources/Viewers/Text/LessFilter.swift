import ByteStores
import Feeds

/// What shows a file that is no text as one: a command that writes to a pipe, as `LESSOPEN` names it.
///
/// The form without a pipe is passed over: its command writes a file, which another one has to remove.
nonisolated struct LessFilter {
  private let template: Substring
  /// Whether no output with status 0 is an empty text, and not the file itself.
  private let mayBeEmpty: Bool

  /// Reads `|command %s`, `||command %s` and the same with a dash, which also takes standard input in `less`.
  init?(_ text: String?) {
    guard let text, text.first == "|" else { return nil }
    mayBeEmpty = text.hasPrefix("||")
    var rest = text.drop { $0 == "|" }
    if rest.first == "-" { rest = rest.dropFirst() }
    // The quotes around the path are put here, and none may stand within others.
    var plain = String(rest)
    for quoted in ["\"%s\"", "'%s'"] { plain = plain.parts(around: quoted).joined(separator: "%s") }
    let parts = plain.parts(around: "%s")
    guard parts.count > 1, !parts.dropLast().contains(where: Self.hasOpenQuote) else { return nil }
    template = plain[...]
  }

  /// Whether a quote that begins in a text may not be closed in it.
  private static func hasOpenQuote(_ text: Substring) -> Bool {
    ["\"", "'", "`"].contains { quote in text.count { String($0) == quote } % 2 == 1 }
  }

  /// The command for a file, whose path is one word of the shell.
  func command(for path: String) -> String {
    let name = path.hasPrefix("-") ? "./" + path : path
    let word = "'" + name.parts(around: "'").joined(separator: "'\\''") + "'"
    return String(template).parts(around: "%s").joined(separator: word)
  }

  /// What the command makes of a file; nil where that is the file itself.
  ///
  /// Waits for the first bytes.
  ///
  /// - Throws: why there can be no temporary file.
  func stream(of file: FileStore) throws(FileError) -> StreamStore? {
    // A name that is no UTF-8 would be another one.
    guard !file.path.unicodeScalars.contains("\u{FFFD}") else { return nil }
    let stream = try StreamStore(command: command(for: file.path), name: file.path)
    if (try? stream.waitForMore(after: 0)) == true { return stream }
    if mayBeEmpty, stream.state == .ended, stream.commandEnd?.status == 0 { return stream }
    stream.stop()
    return nil
  }
}
