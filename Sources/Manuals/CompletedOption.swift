import Programs

/// An option as a shell completes it.
struct CompletedOption {
  /// What a shell offers for a value.
  enum Value: Equatable {
    case none
    /// One of some words.
    case words([String])
    case file
    case folder
    /// Names of columns with commas between.
    case columns
    /// A condition, which begins with the name of a column.
    case condition
    /// Something that no shell knows.
    case anything
  }

  /// The short names, each a dash and a letter.
  let letters: [String]
  /// The long names, with two dashes.
  let names: [String]
  /// What the help says first, without a stop.
  let help: String
  /// What the help calls its value.
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

  /// All its names, the short ones first.
  var all: [String] { letters + names }
}

extension String {
  /// The text as one word of a shell, in single quotes.
  var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
