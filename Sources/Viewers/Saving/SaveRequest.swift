import Feeds

/// A parsed command of the `:` prompt for saving or copying.
nonisolated struct SaveRequest: Equatable {
  /// The destination to which the lines are written or copied.
  enum Target: Equatable {
    case file(String, replaces: Bool)
    case command(String)
    case clipboard
  }

  let target: Target
  /// The marks of the first and the last line, or only that of the first line if the current line
  /// is the last; empty for all lines.
  private(set) var marks: [Unicode.Scalar] = []

  /// The name of the target in messages.
  var name: String {
    switch target {
    case .file(let path, _): path
    case .command(let command): command
    case .clipboard: "the clipboard"
    }
  }

  /// Whether a line is a command that copies lines, even if a mark is missing.
  static func asksToCopy(_ line: String) -> Bool { line == "y" || line.hasPrefix("y ") }

  /// Parses `y a` (from a mark to the current line) or `y a b` (between two marks); nil for other
  /// commands.
  init?(copying line: String) {
    let words = line.split(whereSeparator: \.isWhitespace).dropFirst()
    marks = words.compactMap(Self.mark)
    guard marks.count == words.count, (1...2).contains(words.count) else { return nil }
    target = .clipboard
  }

  /// Whether a line is a command that saves, even if the name is missing.
  static func fits(_ line: String) -> Bool {
    guard line.first == "w" else { return false }
    return line.dropFirst().first.map { " !|".contains($0) } ?? true
  }

  /// Parses `w FILE`, `w! FILE`, `w FILE a b` or `w |COMMAND`; nil if the name or the command is
  /// missing.
  ///
  /// A name whose last two words could be marks must be in double quotes.
  init?(_ line: String) {
    var rest = Substring(line.dropFirst())
    let replaces = rest.first == "!"
    rest = (replaces ? rest.dropFirst() : rest).drop(while: \.isWhitespace)
    while rest.last?.isWhitespace ?? false { rest.removeLast() }
    if rest.first == "|" {
      let command = rest.dropFirst().drop(while: \.isWhitespace)
      guard !command.isEmpty else { return nil }
      target = .command(String(command))
      return
    }
    if let (name, marks) = Self.marks(behind: rest) { (rest, self.marks) = (name, marks) }
    if rest.count > 2, rest.first == "\"", rest.last == "\"" { rest = rest.dropFirst().dropLast() }
    guard !rest.isEmpty else { return nil }
    target = .file(PathCompletion.expanded(String(rest)), replaces: replaces)
  }

  /// Splits off two marks at the end of the text; returns nil if the text does not end with marks.
  private static func marks(behind text: Substring) -> (Substring, [Unicode.Scalar])? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count > 2 else { return nil }
    let marks = words.suffix(2).compactMap(mark)
    guard marks.count == 2 else { return nil }
    return (text[..<words[words.count - 3].endIndex], marks)
  }

  private static func mark(_ word: Substring) -> Unicode.Scalar? {
    word.unicodeScalars.count == 1
      ? word.unicodeScalars.first.flatMap { isMark($0) ? $0 : nil } : nil
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "^" || scalar == "$" || scalar.isASCII && scalar.properties.isAlphabetic
  }
}
