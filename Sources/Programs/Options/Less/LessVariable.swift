import Feeds
import Viewers

/// Reads the value of `LESS` as `less` does: letters one after the other, with or without dashes and
/// blanks, `$` behind text, `--name=value`, `-+X`, `+G`.
///
/// Nothing in it is a mistake here: it is written for another program, and what that alone has is left
/// out.
nonisolated struct LessVariable {
  private var rest: Substring
  private let table = LessOption.all
  /// Whether the letters are reset to what they are by default.
  private var isReset = false
  /// Whether a backslash takes the meaning of what follows it away.
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

  /// A name with its value; one that is not known is passed over, with what it is set to.
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
      // Taken also where it is without effect.
      let value = argument(option.argument)
      option.effect?(&options, .to(value))
    }
  }

  private mutating func argument(_ argument: LessOption.Argument) -> String {
    rest = rest.drop { $0 == " " }
    return argument.read(from: &rest, usesBackslash: usesBackslash)
  }
}

/// What the environment says to `less`, which counts here, too.
nonisolated package struct LessEnvironment: Sendable {
  /// Options that come before those of the command line: `LESS`.
  let options: String?
  /// Whether no program may be started, no other file opened and nothing written: `LESSSECURE`.
  let isSecure: Bool
  /// What shows a file that is no text: `LESSOPEN`, asked where there is one.
  let preprocessor: @Sendable () -> String?

  package init(
    options: String? = nil, isSecure: Bool = false,
    preprocessor: @escaping @Sendable () -> String? = { nil }
  ) {
    (self.options, self.isSecure, self.preprocessor) = (options, isSecure, preprocessor)
  }

  /// That of this process.
  ///
  /// As `less` does, without a terminal to write to it leaves the options out: a copy must not change
  /// with what somebody likes to see. Any text in `LESSSECURE` counts.
  static var current: LessEnvironment {
    LessEnvironment(
      options: StandardOutput.isTerminal ? Environment.value("LESS") : nil,
      isSecure: Environment.value("LESSSECURE").map { !$0.isEmpty } ?? false,
      preprocessor: { Environment.value("LESSOPEN") })
  }
}
