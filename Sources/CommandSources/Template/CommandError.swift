/// Why a command is not run, or why what it has printed is of no use.
public enum CommandError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A placeholder stands where its value would not be one word of the command, or not a value at all.
  case refused(Placeholder, TemplateProblem)
  /// A quote, a bracket or a here-document is not closed.
  case unfinished
  /// Two placeholders say that pages are found in different ways.
  case twoWays(Placeholder, Placeholder)
  /// The size of a page alone leads to no other page.
  case onlyLimit
  /// A value cannot be passed in the environment.
  case hasNUL(Placeholder)
  /// A value is larger than Linux takes in one variable.
  case tooLong(Placeholder)
  /// A value would be an option.
  case looksLikeOption(Placeholder)

  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .refused(let placeholder, let problem):
      "\(placeholder.text) cannot stand \(problem.rawValue): write {\(placeholder.text)} for the text itself"
    case .unfinished: "a quote or a bracket of the command is not closed"
    case .twoWays(let one, let other):
      "a command cannot use both \(one.text) and \(other.text)"
    case .onlyLimit:
      "{limit} leads to no second page: use {page}, {offset}, {cursor} or {last} with it"
    case .hasNUL(let placeholder):
      "the value of \(placeholder.text) has a NUL, which no command can be given"
    case .tooLong(let placeholder):
      "the value of \(placeholder.text) is larger than 128 KiB, which no command can be given"
    case .looksLikeOption(let placeholder):
      "the value of \(placeholder.text) begins with '-' and would be an option: "
        + "write --name=\(placeholder.text) or similar"
    }
  }
}
