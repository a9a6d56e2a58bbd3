import Feeds
import Viewers

/// An option of the command line: its names, its description in the help, and its effect.
nonisolated package struct CommandOption {
  /// A group of options, with its heading in the help.
  package struct Group: Hashable {
    package let title: String

    static let paging = Group(title: "Paging")
    static let plain = Group(title: "Without a screen")
    static let looks = Group(title: "Appearance")
    static let text = Group(title: "Text files")
    package static let timeline = Group(title: "The sample timeline")
    package static let guests = Group(title: "For a public SSH server")
    static let program = Group(title: "Program")
  }

  /// The kind of value that an option takes.
  enum Value {
    /// No value.
    case none((inout CommandLineOptions) -> Void)
    /// A string, with its name in the help.
    case word(String, (inout CommandLineOptions, String) throws(Failure) -> Void)
  }

  /// The names, the short one first: `-N`, `--line-numbers`.
  package let names: [String]
  package let group: Group
  /// The description in the help.
  package let help: String
  let value: Value
  /// The possible values, if they are a fixed set.
  package let choices: [String]

  init(_ names: String..., group: Group, _ help: String, _ value: Value) {
    self.init(names: names, group: group, help, value)
  }

  init(
    names: [String], group: Group, _ help: String, _ value: Value, choices: [String] = []
  ) {
    self.names = names
    self.group = group
    self.help = help
    self.value = value
    self.choices = choices
  }

  /// The name of the value in the help; nil if the option has none.
  package var valueName: String? { if case .word(let name, _) = value { name } else { nil } }

  /// Creates an option whose value is one of a fixed set.
  static func choice(
    _ name: String, group: Group, as valueName: String, _ help: String, of choices: [String],
    _ set: @escaping (inout CommandLineOptions, String) -> Void
  ) -> CommandOption {
    CommandOption(
      names: [name], group: group, help,
      .word(valueName) { options, text throws(Failure) in
        guard choices.contains(text) else {
          let list = choices.dropLast().joined(separator: ", ") + " or \(choices.last ?? "")"
          throw .usage("\(name) must be \(list), not '\(text)'")
        }
        set(&options, text)
      }, choices: choices)
  }

  /// Creates an option whose value is an integer.
  static func number(
    _ name: String, group: Group, as valueName: String = "n", _ help: String,
    in range: ClosedRange<Int>,
    _ set: @escaping (inout CommandLineOptions, Int) -> Void
  ) -> CommandOption {
    CommandOption(
      name, group: group, help,
      .word(valueName) { options, text throws(Failure) in
        set(&options, try SourceOption.number(text, of: name, in: range))
      })
  }

  /// Creates an option whose value is a path.
  static func path(
    _ name: String, group: Group, as valueName: String, _ help: String,
    _ set: @escaping (inout CommandLineOptions, String) -> Void
  ) -> CommandOption {
    CommandOption(
      name, group: group, help,
      .word(valueName) { options, text throws(Failure) in
        guard !text.isEmpty else { throw .usage("\(name) needs a path, not an empty value") }
        set(&options, text)
      })
  }
}

nonisolated extension CommandOption {
  /// The description up to the first period, colon or semicolon outside of parentheses.
  package var summary: String {
    var (words, depth): ([Substring], Int) = ([], 0)
    for word in help.split(separator: " ") {
      depth +=
        (word.first == "(" ? 1 : 0) - (word.dropLast().last == ")" || word.last == ")" ? 1 : 0)
      guard depth == 0, let last = word.last, ".:;".contains(last) else {
        words.append(word)
        continue
      }
      return (words + [word.dropLast()]).joined(separator: " ")
    }
    return words.joined(separator: " ")
  }
}
