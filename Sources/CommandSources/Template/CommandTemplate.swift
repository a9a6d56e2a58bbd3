public import Answers
import Bytes

/// A shell command with placeholders, rewritten so that it takes their values from the environment.
///
///     let template = try CommandTemplate("git log --skip {offset} -n {limit}")
///     template.program  // git log --skip "${ENDLESS_OFFSET}" -n "${ENDLESS_LIMIT}"
///
/// Each placeholder becomes a reference to a variable, quoted as its context requires. Therefore a
/// value is never split into several words, and is never executed. `{{page}}` stands for the text
/// `{page}`. If a safe reference is not possible, the command is refused. If the command itself
/// refers to such a variable, as in `${ENDLESS_CURSOR:+--from "$ENDLESS_CURSOR"}`, this counts as
/// the placeholder.
public struct CommandTemplate: Hashable, Sendable {
  /// The command as it was given.
  public let command: String
  /// The command as the shell runs it.
  public let program: String
  /// The placeholders in the command.
  public let placeholders: Set<Placeholder>
  /// The placeholders at the start of a word, whose values must not begin with `-`.
  public let wordStarts: Set<Placeholder>

  /// Parses a command.
  ///
  /// Cost: one pass over the text; nothing is run.
  ///
  /// - Throws: `.refused` if a placeholder is in a place where it is not safe, `.unfinished` if a
  ///   command with a placeholder has a quote or bracket that is not closed, `.twoWays` for
  ///   placeholders that exclude each other, and `.onlyLimit`.
  public init(_ command: String) throws(CommandError) {
    var scanner = TemplateScanner(command)
    try scanner.run()
    self.command = command
    program = String(decoding: scanner.program, as: UTF8.self)
    let named = Placeholder.allCases.filter { command.refers(to: $0.variable) }
    placeholders = scanner.placeholders.union(named)
    wordStarts = scanner.wordStarts
    let ways = Placeholder.allCases.filter { $0 != .limit && placeholders.contains($0) }
    if ways.count > 1 { throw .twoWays(ways[0], ways[1]) }
    if ways.isEmpty, placeholders.contains(.limit) { throw .onlyLimit }
  }

  /// Whether the command is run once for each page.
  public var isPaged: Bool { !placeholders.isEmpty }

  /// The placeholder that selects the page; nil if the command has none.
  public var way: Placeholder? {
    Placeholder.allCases.first { $0 != .limit && placeholders.contains($0) }
  }
}

extension String {
  /// Whether the command refers to a shell variable: `$NAME`, `${NAME` or `${#NAME`.
  fileprivate func refers(to variable: String) -> Bool {
    let (text, name) = (Array(utf8), Array(variable.utf8))
    return text.indices.contains { start in
      guard text[start] == UInt8(ascii: "$") else { return false }
      var rest = text[(start + 1)...]
      if rest.first == .openBrace {
        rest.removeFirst()
        if rest.first == UInt8(ascii: "#") { rest.removeFirst() }
      }
      guard rest.starts(with: name) else { return false }
      return !(rest.dropFirst(name.count).first?.isNamePart ?? false)
    }
  }
}

extension Placeholder {
  /// The name of the environment variable that holds the value: `ENDLESS_PAGE`.
  public var variable: String { "ENDLESS_\(rawValue.uppercased())" }

  /// Whether the value comes from an answer, and may be any string.
  var isFromAnswer: Bool { self == .cursor || self == .last }
}

/// A place where a placeholder is not allowed.
public enum TemplateProblem: String, Equatable, Sendable {
  /// In single quotes the shell expands nothing.
  case singleQuotes = "within single quotes"
  /// In `$'…'` the shell expands nothing, but there are escapes that only some shells support.
  case dollarQuotes = "in a command with $'…'"
  /// The shell ignores comments.
  case comment = "in a comment"
  /// The quoting depends on the delimiter.
  case hereDocument = "in a here-document"
  /// The quoting depends on the context.
  case backquotes = "within backquotes (use $(…) instead)"
  /// The quoting depends on the shell.
  case nestedQuotes = "in a command with quotes within a quoted ${…}"
  /// The two opening parentheses could also begin an arithmetic expression.
  case parentheses = "where $(( could begin arithmetic (write $( ( instead)"
  /// Some shells run commands within an expression.
  case arithmetic = "in an arithmetic expression"
  /// Some shells run commands within these expressions, and other shells do not support them.
  case expressions = "in a command with ((…)), $[…], ${…[…]} or ${…:…}"
  /// The value would be executed.
  case commandName = "as a command name, or after eval, export, [[ or similar"
  /// A closing parenthesis of `case` could also end the substitution.
  case caseInSubstitution = "in a command with 'case' in $(…)"
}

/// The reason why a command is not run, or why its output cannot be used.
public enum CommandError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A placeholder is in a place where it is not allowed.
  case refused(Placeholder, TemplateProblem)
  /// A quote, a bracket or a here-document is not closed.
  case unfinished
  /// Two placeholders require different ways of paging.
  case twoWays(Placeholder, Placeholder)
  /// The page size alone does not select a page.
  case onlyLimit
  /// A value contains a NUL byte, and cannot be passed in the environment.
  case hasNUL(Placeholder)
  /// A value exceeds the maximum size of a variable on Linux.
  case tooLong(Placeholder)
  /// A value begins with `-`, and would be taken for an option.
  case looksLikeOption(Placeholder)

  /// The error and, in some cases, a remedy, on one line.
  public var description: String {
    switch self {
    case .refused(let placeholder, let problem):
      "\(placeholder.text) cannot be used \(problem.rawValue): write {\(placeholder.text)} for the literal text"
    case .unfinished: "a quote or a bracket in the command is not closed"
    case .twoWays(let one, let other):
      "a command cannot use both \(one.text) and \(other.text)"
    case .onlyLimit:
      "{limit} alone loads only one page: add {page}, {offset}, {cursor} or {last}"
    case .hasNUL(let placeholder):
      "the value of \(placeholder.text) contains a NUL byte, which cannot be passed to a command"
    case .tooLong(let placeholder):
      "the value of \(placeholder.text) is larger than 128 KiB, too large to pass to a command"
    case .looksLikeOption(let placeholder):
      "the value of \(placeholder.text) begins with '-' and would be taken as an option: "
        + "write --name=\(placeholder.text) or similar"
    }
  }
}
