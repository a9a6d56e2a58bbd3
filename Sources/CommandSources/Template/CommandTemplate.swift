public import Answers
import Bytes

/// A command of the shell with placeholders, made into one whose values come from its environment.
///
///     let template = try CommandTemplate("git log --skip {offset} -n {limit}")
///     template.program  // git log --skip "${ENDLESS_OFFSET}" -n "${ENDLESS_LIMIT}"
///
/// Each placeholder becomes a reference to a variable, quoted as the quotes around it need it. So a value is one word
/// of the command, and never a part of the program. `{{page}}` is the text `{page}`. Where no reference is safe, the command
/// is refused. A variable that the command itself refers to, as in `${ENDLESS_CURSOR:+--from "$ENDLESS_CURSOR"}`, counts as
/// its placeholder.
public struct CommandTemplate: Hashable, Sendable {
  /// The command as it was given.
  public let command: String
  /// What the shell runs.
  public let program: String
  /// The placeholders that it has.
  public let placeholders: Set<Placeholder>
  /// Those that begin a word, so that their values must not begin with `-`.
  public let wordStarts: Set<Placeholder>

  /// Reads a command.
  ///
  /// Cost: the bytes of the command; nothing is run.
  ///
  /// - Throws: `.refused` where a placeholder cannot stand, `.unfinished` where a quote or a bracket is not closed,
  ///   `.twoWays` for placeholders that cannot be used together, and `.onlyLimit`.
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

  /// Whether it is run once a page, and not once for all.
  public var isPaged: Bool { !placeholders.isEmpty }

  /// The placeholder that tells pages apart; nil where there is none.
  public var way: Placeholder? {
    Placeholder.allCases.first { $0 != .limit && placeholders.contains($0) }
  }
}

extension String {
  /// Whether it has a reference to a variable of the shell: `$NAME`, `${NAME` or `${#NAME`.
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
  /// The environment variable that has the value: `ENDLESS_PAGE`.
  public var variable: String { "ENDLESS_\(rawValue.uppercased())" }

  /// Whether its value comes from an answer, and so may be anything.
  var isFromAnswer: Bool { self == .cursor || self == .last }
}

/// Where a placeholder cannot stand.
public enum TemplateProblem: String, Equatable, Sendable {
  /// The shell leaves all as it is there.
  case singleQuotes = "within single quotes"
  /// The same, with escapes that only some shells know.
  case dollarQuotes = "in a command with $'…'"
  /// The shell does nothing with it.
  case comment = "in a comment"
  /// What is quoted there depends on the end of it.
  case hereDocument = "in a here-document"
  /// What is quoted there depends on what is around it.
  case backquotes = "within backquotes, use $(…)"
  /// What is quoted there depends on the shell.
  case nestedQuotes = "in a command with quotes within a quoted ${…}"
  /// It cannot be told from an arithmetic expression.
  case parentheses = "in a command with $((…) …), write $( (…) …)"
  /// Some shells run commands that are in an expression.
  case arithmetic = "in an arithmetic expression"
  /// The same, where only some shells have expressions.
  case expressions = "in a command with ((…)), $[…], ${…[…]} or ${…:…}"
  /// The value would be what is run.
  case commandName = "where a command is named or evaluated"
  /// Its parentheses cannot be told from the end of the substitution.
  case caseInSubstitution = "in a command with case within $(…)"
}

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
