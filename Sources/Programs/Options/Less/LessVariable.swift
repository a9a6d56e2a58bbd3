import Feeds
import Viewers

/// A parser of the value of `LESS`, in the syntax that `less` accepts: letters with or without
/// dashes and blanks, `$` after text, `--name=value`, `-+X`, `+G`.
///
/// Nothing is treated as an error, because the value is written for another program; unknown
/// options are ignored.
nonisolated struct LessVariable {
  private var rest: Substring
  private let table = LessOption.all
  /// Whether the following letters reset options to their defaults.
  private var isReset = false
  /// Whether a backslash makes the next character literal.
  private var usesBackslash = false

  private init(_ value: String) { rest = value[...] }

  static func apply(_ value: String, to options: inout CommandLineOptions) {
    var variable = LessVariable(value)
    while let character = variable.rest.popFirst() { variable.apply(character, &options) }
  }

  private mutating func apply(_ character: Character, _ options: inout CommandLineOptions) {
    switch character {
    case " ", "\t", "$": break
    case "-" where rest.first == "-":
      rest.removeFirst()
      applyName(&options)
    case "-":
      isReset = rest.first == "+"
      if isReset { rest.removeFirst() }
    case "+": _ = options.begin(at: argument(.text))
    default: if let option = table.with(character) { set(option, &options) }
    }
  }

  /// Applies a long option; an unknown option is skipped together with its value.
  private mutating func applyName(_ options: inout CommandLineOptions) {
    let name = rest.prefix { !" =$".contains($0) }
    rest = rest.dropFirst(name.count)
    guard let option = table.named(name) else { return skipWord() }
    if option.argument.isNone {
      skipWord()
    } else if rest.first == "=" {
      rest.removeFirst()
    }
    if name == "use-backslash" { usesBackslash = true }
    isReset = false
    set(option, &options)
  }

  private mutating func skipWord() { rest = rest.drop { !" $".contains($0) } }

  private mutating func set(_ option: LessOption, _ options: inout CommandLineOptions) {
    if isReset {
      option.effect?(&options, .reset)
    } else if option.argument.isNone {
      option.effect?(&options, .on)
    } else {
      // The value is read even if the option has no effect, so that the value is not parsed as
      // options.
      let value = argument(option.argument)
      option.effect?(&options, .to(value))
    }
  }

  private mutating func argument(_ argument: LessOption.Argument) -> String {
    rest = rest.drop { $0 == " " }
    return argument.read(from: &rest, usesBackslash: usesBackslash)
  }
}

/// The environment variables of `less` that also apply to this program.
nonisolated package struct LessEnvironment: Sendable {
  /// Options that precede those of the command line: `LESS`.
  let options: String?
  /// Whether starting programs, opening other files and writing are forbidden: `LESSSECURE`.
  let isSecure: Bool
  /// The command that converts files to text: `LESSOPEN`; evaluated on demand.
  let preprocessor: @Sendable () -> String?
  /// The command that is run after a converted file is closed: `LESSCLOSE`; evaluated on demand.
  let postprocessor: @Sendable () -> String?

  package init(
    options: String? = nil, isSecure: Bool = false,
    preprocessor: @escaping @Sendable () -> String? = { nil },
    postprocessor: @escaping @Sendable () -> String? = { nil }
  ) {
    (self.options, self.isSecure) = (options, isSecure)
    (self.preprocessor, self.postprocessor) = (preprocessor, postprocessor)
  }

  /// The environment of this process.
  ///
  /// Like `less`, it ignores `LESS` if the output is not a terminal, because output to a file or
  /// pipe must not depend on preferences. Any non-empty value of `LESSSECURE` is accepted.
  static var current: LessEnvironment {
    LessEnvironment(
      options: StandardOutput.isTerminal ? Environment.value("LESS") : nil,
      isSecure: Environment.value("LESSSECURE").map { !$0.isEmpty } ?? false,
      preprocessor: { Environment.value("LESSOPEN") },
      postprocessor: { Environment.value("LESSCLOSE") })
  }
}
