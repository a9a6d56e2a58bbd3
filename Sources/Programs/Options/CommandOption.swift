import Feeds
import Viewers

/// An option of the command line: its names, its words in the help and what it sets, declared as one.
nonisolated package struct CommandOption {
  /// A heading of the help.
  struct Group: Equatable {
    let title: String

    static let paging = Group(title: "Paging")
    static let plain = Group(title: "Without a screen")
    static let looks = Group(title: "Looks")
    static let text = Group(title: "Text files")
    static let timeline = Group(title: "The sample timeline")
    static let guests = Group(title: "For guests")
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
  let group: Group
  let help: String
  let value: Value

  init(_ names: String..., group: Group, _ help: String, _ value: Value) {
    self.names = names
    self.group = group
    self.help = help
    self.value = value
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
