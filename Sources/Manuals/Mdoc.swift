/// A manual page in mdoc(7), in which each sentence begins a new line and long sentences are
/// wrapped.
struct Mdoc {
  private(set) var text = ""

  /// Writes a macro with its arguments, which may be macros.
  mutating func macro(_ name: String, _ arguments: String...) {
    text += ([".\(name)"] + arguments).joined(separator: " ") + "\n"
  }

  /// Writes text, with each sentence on a new line.
  mutating func words(_ words: String) {
    for sentence in Self.sentences(words) { text += Self.wrapped(sentence) }
  }

  /// Begins a new paragraph, unless a heading has just begun one.
  mutating func paragraph() {
    let last = text.split(separator: "\n").last ?? ""
    if !last.hasPrefix(".S") { macro("Pp") }
  }

  mutating func section(_ name: String) { macro("Sh", name) }

  mutating func subsection(_ name: String) { macro("Ss", "\\&" + Self.escaped(name)) }

  /// Writes a list of terms, which are macro arguments, each with a paragraph.
  mutating func list(_ items: [(term: String, words: String)], width: String = "Ds") {
    macro("Bl", "-tag", "-width", width)
    for item in items {
      macro("It", item.term)
      words(item.words)
    }
    macro("El")
  }

  /// Writes an example: a description and a line to type.
  mutating func example(_ line: String, _ words: String) {
    paragraph()
    self.words(words)
    macro("Dl", Self.argument(line))
  }

  // MARK: Escapes

  /// Returns the text, with escapes for the characters that a formatter would interpret.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "-": escaped += "\\-"
      case let scalar where scalar.value > 126:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns the text escaped as one macro argument, so that mdoc does not take it for another
  /// macro.
  static func argument(_ text: String) -> String {
    var quoted = escaped(text)
    if quoted.contains("\"") { quoted = quoted.split("\"", joinedBy: "\\(dq") }
    let isQuoted = quoted.contains(" ")
    if let last = quoted.last, ".,:;()[]?!|".contains(last) { quoted += "\\&" }
    return isQuoted ? "\"\(quoted)\"" : "\\&\(quoted)"
  }

  private static func sentences(_ text: String) -> [[String]] {
    var sentences: [[String]] = [[]]
    for word in text.split(separator: " ").map(String.init) {
      sentences[sentences.count - 1].append(word)
      if word.last == "." || word.hasSuffix(".)") { sentences.append([]) }
    }
    return sentences.filter { !$0.isEmpty }
  }

  private static func wrapped(_ words: [String]) -> String {
    var lines: [String] = []
    for word in words.map(escaped) {
      if let last = lines.last, last.utf8.count + 1 + word.utf8.count <= 76 {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word.hasPrefix(".") ? "\\&" + word : word)
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension String {
  fileprivate func split(_ separator: Character, joinedBy joint: String) -> String {
    split(separator: separator, omittingEmptySubsequences: false).joined(separator: joint)
  }
}
