import Feeds
import Viewers

/// An option of the command line: its names, its words in the help and what it sets, declared as one.
nonisolated package struct CommandOption {
  /// A heading of the help.
  enum Group: String, CaseIterable {
    case paging = "Paging"
    case commands = "Commands with {page}, {offset}, {limit}, {cursor} or {last}"
    case plain = "Without a screen"
    case looks = "Looks"
    case text = "Text files"
    case timeline = "The sample timeline"
    case guests = "For guests"
    case program = "Program"
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
        guard let number = Int(text), range.contains(number) else {
          throw .usage("\(name) must be \(words(for: range)), not '\(text)'")
        }
        set(&options, number)
      })
  }

  private static func words(for range: ClosedRange<Int>) -> String {
    range.upperBound == .max
      ? "at least \(range.lowerBound)"
      : "from \(range.lowerBound) to \(range.upperBound)"
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
