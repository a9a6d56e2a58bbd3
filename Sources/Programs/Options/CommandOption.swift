package import Feeds
import Viewers

/// An option of the command line: its names, its words in the help and what it sets, declared as one.
nonisolated package struct CommandOption {
  /// A heading of the help.
  package struct Group: Hashable {
    package let title: String

    static let paging = Group(title: "Paging")
    static let plain = Group(title: "Without a screen")
    static let looks = Group(title: "Looks")
    static let text = Group(title: "Text files")
    package static let timeline = Group(title: "The sample timeline")
    package static let guests = Group(title: "For guests")
    static let program = Group(title: "Program")
  }

  /// What follows a name.
  enum Value {
    /// Nothing.
    case none((inout CommandLineOptions) -> Void)
    /// A word, called so in the help.
    case word(String, (inout CommandLineOptions, String) throws(Failure) -> Void)
  }

  /// The short one first: `-N`, `--line-numbers`.
  package let names: [String]
  package let group: Group
  /// What the help says of it.
  package let help: String
  let value: Value
  /// What its value may be, where that is one of a few words.
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

  /// What the help calls its value; nil where it has none.
  package var valueName: String? { if case .word(let name, _) = value { name } else { nil } }

  /// An option whose value is one of some words.
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

  /// An option whose value is a whole number.
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

  /// An option whose value is a path.
  static func path(
    _ name: String, group: Group, as valueName: String, _ help: String,
    _ set: @escaping (inout CommandLineOptions, String) -> Void
  ) -> CommandOption {
    CommandOption(
      name, group: group, help,
      .word(valueName) { options, text throws(Failure) in
        guard !text.isEmpty else { throw .usage("\(name) needs a path, not an empty word") }
        set(&options, text)
      })
  }
}

/// What `--help` says, made from the table of options.
nonisolated package enum HelpText {
  /// Columns of a line, as manuals have them.
  private static let width = 80
  /// Columns before what an option does.
  private static let indent = 24

  /// - Parameter sources: the options that sources have declared.
  package static func text(_ sources: [SourceOptions]) -> String {
    let options = CommandOption.all(sources)
    let entries = options.indices.map { index in
      let group = options[index].group
      let isFirst = index == 0 || group != options[index - 1].group
      return (isFirst ? "\n\(group.title):\n" : "") + entry(options[index])
    }
    return introduction + entries.joined()
  }

  private static let introduction = """
    Usage: endless [SOURCE...] [+N | +G | +F | +/PATTERN] [OPTION...]

    Infinite scroll for the terminal.

    SOURCE is a FILE, a FOLDER, an address such as https://HOST/PATH, exec:COMMAND,
    - for standard input, or timeline:. A FILE is text of any size, or records in
    columns, opened at its start, at line N (FILE:N), at record or else line N (+N),
    at its end (+G), following it (+F), or at the first line with a PATTERN; with
    --plain, +G writes the last page of it, or --limit lines. A FOLDER is a list of
    its entries. An address or a COMMAND with {page}, {offset} or {cursor} is asked
    or run once a page; a word that begins with "curl " is an address with its
    options. The default, timeline:, is the sample timeline: posts in an embedded
    database that is made on first use. F1 shows all keys.

    Options of less are accepted; most that are not listed here have no effect.
    Where a text is shown on a screen, the options in LESS come before these, each
    as less means it. With LESSSECURE=1 no command is run, no address asked, no
    other file opened, and no log or place kept.

    Exit status: 0 success, 1 source failed, 2 wrong usage, 3 temporary failure,
    130 interrupted, 128 + n ended by signal n.

    """

  private static func entry(_ option: CommandOption) -> String {
    var names = option.names.joined(separator: ", ")
    if case .word(let value, _) = option.value { names += " \(value.uppercased())" }
    let lines = wrapped(option.help)
    var first = "  \(names)"
    guard first.count < indent - 1 else {
      return first + "\n" + lines.map { blank + $0 + "\n" }.joined()
    }
    first += String(repeating: " ", count: indent - first.count)
    return first + lines.joined(separator: "\n" + blank) + "\n"
  }

  private static var blank: String { String(repeating: " ", count: indent) }

  private static func wrapped(_ text: String) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + 1 + word.count <= width - indent {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
