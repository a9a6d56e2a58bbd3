/// A word for a POSIX shell, quoted so that the shell reproduces it exactly.
struct ShellText {
  enum Piece: Hashable {
    case text(String)
    /// A variable, which stands for its value.
    case variable(String)
    /// A command, which stands for its output.
    case command(String)
  }

  private let pieces: [Piece]

  init(_ pieces: [Piece]) {
    self.pieces = pieces.reduce(into: []) { joined, piece in
      if case .text(let text) = piece, case .text(let before)? = joined.last {
        joined[joined.count - 1] = .text(before + text)
      } else {
        joined.append(piece)
      }
    }
  }

  init(_ text: String) { pieces = [.text(text)] }

  /// The word with quotes where they are needed.
  var quoted: String {
    guard isFixed || pieces.contains(where: \.hasHardText) else { return "\"\(inDoubleQuotes)\"" }
    let parts = pieces.map { piece in
      switch piece {
      case .text(let text): Self.quoted(text)
      case .variable, .command: "\"\(ShellText([piece]).inDoubleQuotes)\""
      }
    }
    return parts.isEmpty ? "''" : parts.joined()
  }

  private var isFixed: Bool {
    pieces.allSatisfy { if case .text = $0 { true } else { false } }
  }

  private var inDoubleQuotes: String {
    var text = ""
    for (place, piece) in pieces.enumerated() {
      switch piece {
      case .text(let plain): text += Self.escaped(plain)
      case .variable(let name):
        let goesOn = pieces.indices.contains(place + 1) && pieces[place + 1].beginsAsName
        text += goesOn ? "${\(name)}" : "$\(name)"
      case .command(let command): text += "$(\(Self.substituted(command)))"
      }
    }
    return text
  }

  /// Escapes text for double quotes (POSIX, 2.2.3).
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, next in
      if "\\\"$`".contains(next) { result.append("\\") }
      result.append(next)
    }
  }

  /// The content of a command substitution; a command with characters that a shell may interpret,
  /// such as quotes, is passed to `sh -c`.
  private static func substituted(_ command: String) -> String {
    command.utf8.allSatisfy(\.isPlainInCommand) ? command : "sh -c \(quoted(command))"
  }

  /// Puts text in single quotes if needed.
  ///
  /// Control characters other than line feeds become calls of `printf`, because a program may take
  /// a pasted control character for a key.
  static func quoted(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(\.isPlainInShell) { return text }
    var (result, plain) = ("", "")
    func flush() -> String { plain.isEmpty ? "" : "'\(plain)'" }
    for scalar in text.unicodeScalars {
      if scalar == "'" {
        result += flush() + "\\'"
        plain = ""
      } else if scalar.value < 0x20 && scalar != "\n" || scalar.value == 0x7F {
        result += flush() + "\"$(printf '\\\(octal(scalar))')\""
        plain = ""
      } else {
        plain.unicodeScalars.append(scalar)
      }
    }
    result += flush()
    return result.isEmpty ? "''" : result
  }

  private static func octal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 8)
    return String(repeating: "0", count: 3 - digits.count) + digits
  }
}

extension ShellText.Piece {
  /// Whether the text has characters that some shells or terminals interpret even within double
  /// quotes.
  fileprivate var hasHardText: Bool {
    guard case .text(let text) = self else { return false }
    // An interactive shell expands `!` from its history.
    return text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "!") }
  }

  /// Whether the text would continue the name of a variable before it.
  fileprivate var beginsAsName: Bool {
    guard case .text(let text) = self else { return false }
    return text.unicodeScalars.first?.isOfName ?? false
  }
}

extension UInt8 {
  /// Whether every shell takes the character literally, anywhere in a word.
  fileprivate var isPlainInShell: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: Array("-._/:@%+,".utf8).contains(self)
    }
  }

  /// Whether the character can be written within `$(…)` without quotes.
  fileprivate var isPlainInCommand: Bool {
    isPlainInShell || self == 0x20 || Array("=$_/".utf8).contains(self)
  }
}
