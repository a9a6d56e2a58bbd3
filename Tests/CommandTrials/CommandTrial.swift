import CommandSources
import Glibc
package import Randomness

/// Untrusted values in all kinds of quotes, read by a real shell.
///
/// Cost: most inputs start a shell.
package let commandTrial = Trial<CommandPiece>(
  "values in commands",
  drawing: { seed in
    var random = SplitMix64(start: seed)
    let value = (0..<random.within(1...5)).map { _ in CommandPiece.value(CommandPiece.text(&random))
    }
    return value + (0..<random.within(1...6)).map { _ in .word(QuotedValue(&random)) }
  },
  brokenRule: { pieces in
    let (words, value) = (pieces.words, pieces.value)
    guard !words.isEmpty, !value.isEmpty else { return nil }
    let command = "printf '%s\\0' " + words.map(\.command).joined(separator: " ")
    guard let template = try? CommandTemplate(command) else {
      return "quoted placeholders are taken"
    }
    // If a value that begins with `-` could be taken for an option, it is refused before anything
    // is run.
    guard !value.hasPrefix("-") else { return nil }
    let wanted: [UInt8] = words.flatMap { [UInt8]($0.word(of: value).utf8) + [UInt8(0)] }
    return output(of: template.program, value) == wanted ? nil : "a value is one word of a command"
  })

/// A piece of an input: a part of the value, or a word that contains the value.
package enum CommandPiece: Sendable, CustomStringConvertible {
  case value(String)
  case word(QuotedValue)

  package var description: String {
    switch self {
    case .value(let text): text.debugDescription
    case .word(let word): word.description
    }
  }

  /// A text that a shell could take for more than a value.
  static func text(_ random: inout SplitMix64) -> String {
    if random.occurs(inPercent: 20) {
      return String(Unicode.Scalar(UInt8(random.within(1...255))))
    }
    return random.pick([
      "'", "\"", "`", "\\", "$(echo no)", "`echo no`", "; echo no", "\n", " ", "\t", "*", "?",
      "[a-z]",
      "~", "$HOME", "${ENDLESS_LAST}", "{last}", "#", "&", "|", ">", "<", "(", ")", "{", "}", "!",
      "-",
      "=", "%s", "\\n", "\r", "é", "x",
    ])
  }
}

extension [CommandPiece] {
  fileprivate var value: String {
    compactMap { if case .value(let text) = $0 { text } else { nil } }.joined()
  }

  fileprivate var words: [QuotedValue] {
    compactMap { if case .word(let word) = $0 { word } else { nil } }
  }
}

/// The output of a shell program that has a value in its environment (popen(3)).
private func output(of program: String, _ value: String) -> [UInt8] {
  setenv("ENDLESS_LAST", value, 1)
  guard let pipe = popen(program, "r") else { return [] }
  defer { pclose(pipe) }
  var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
  while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { bytes += chunk[..<count] }
  return bytes
}
