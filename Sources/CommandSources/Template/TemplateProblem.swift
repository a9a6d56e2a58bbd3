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
