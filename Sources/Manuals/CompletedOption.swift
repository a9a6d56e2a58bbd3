import Programs

/// An option for shell completion.
struct CompletedOption {
  /// The values that a shell offers.
  enum Value: Equatable {
    case none
    /// One of a set of words.
    case words([String])
    case file
    case folder
    /// Column names separated by commas.
    case columns
    /// A condition, which begins with a column name.
    case condition
    /// Any text, without completion.
    case anything
  }

  /// The short names, each a dash and a letter.
  let letters: [String]
  /// The long names, with two dashes.
  let names: [String]
  /// The first part of the description in the help, without a period.
  let help: String
  /// The name of the value in the help.
  let valueName: String
  let value: Value

  init(_ option: CommandOption) {
    letters = option.names.filter { $0.count == 2 && $0 != "-?" }
    names = option.names.filter { $0.hasPrefix("--") }
    help = option.summary
    valueName = (option.valueName ?? "").filter { $0 != "'" && $0 != ":" }
    value = Self.value(of: option)
  }

  private static func value(of option: CommandOption) -> Value {
    guard option.choices.isEmpty else { return .words(option.choices) }
    return switch option.valueName {
    case nil, "": .none
    case "file", "path": .file
    case "folder": .folder
    case "names", "field": .columns
    case "expr": .condition
    default: .anything
    }
  }

  /// All names, short ones first.
  var all: [String] { letters + names }
}

extension String {
  /// The text as one shell word, in single quotes.
  var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
