import Testing

/// A shell command, or several, that a reader of a guide may type, and their expected result.
struct GuideExample: Sendable, CustomTestStringConvertible {
  /// The file and the line of the example.
  let place: String
  /// The lines that a shell runs.
  let lines: [String]
  /// The keys that are typed on the screen.
  var keys: [String] = []
  /// The strings that must appear in the output or on the screen.
  var seen: [String] = []
  /// The complete output; nil if the guide does not show it.
  var printed: String?

  var testDescription: String { "\(place): \(lines.joined(separator: "; ")) \(keys.joined())" }

  /// The bytes that a terminal sends for the keys.
  var typed: String { keys.map(Self.bytes).joined() }

  private static let named = [
    "Enter": "\r", "Esc": "\u{1B}", "Space": " ", "Tab": "\t", "F1": "\u{1B}OP",
    "PgDn": "\u{1B}[6~", "PgUp": "\u{1B}[5~",
  ]

  private static func bytes(of key: String) -> String {
    if let bytes = named[key] { return bytes }
    if key.hasPrefix("ESC-") { return "\u{1B}" + key.dropFirst(4) }
    guard key.count == 2, key.first == "^", let letter = key.last?.asciiValue else { return key }
    return String(decoding: [letter & 0x1F], as: UTF8.self)
  }
}

extension GuideExample {
  /// Whether a line shows a screen: its last command is `endless`, without a redirection or an
  /// option that prints lines, or its pager is `endless`.
  static func isOnScreen(_ line: String) -> Bool {
    if line.contains("PAGER=endless") { return true }
    let words = lastCommand(of: line).split(separator: " ").drop { $0.contains(/^[A-Z_]+=/) }
    let printing: Set<Substring> = [
      "--plain", "--dry-run", "--doctor", "--help", "--version", "-F", ">",
    ]
    return words.first == "endless" && printing.isDisjoint(with: words)
  }

  /// The long options of `endless` in a line, from each of its commands.
  static func options(in line: String) -> [String] {
    line.matches(of: /(?:^|[\s"'(=])endless((?:\s+[^|;&)"]+)?)/)
      .flatMap { $0.1.split(separator: " ") }.map(String.init)
      .filter { $0.hasPrefix("--") && $0.count > 2 }
      .map { $0.prefix { $0 != "=" && $0 != "'" }.description }
  }

  /// The text after the last bar, semicolon or ampersand outside quotes.
  private static func lastCommand(of line: String) -> Substring {
    var quote: Character?
    var start = line.startIndex
    for index in line.indices {
      let character = line[index]
      if quote == nil, "|;&".contains(character) { start = line.index(after: index) }
      if quote == character {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
    }
    return line[start...]
  }
}
