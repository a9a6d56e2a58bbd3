import Bytes

/// The syntactic context of a place in a command (POSIX, Shell Command Language, 2.2 and 2.6).
enum ShellContext: Equatable {
  /// Outside quotes, among words and commands.
  case plain(ShellWord)
  /// In `$(…)`: like `plain`, up to the closing parenthesis.
  case substitution(ShellWord)
  /// In parentheses within a substitution.
  case group(ShellWord)
  /// In double quotes.
  case doubleQuotes
  /// In `${…}`, after the first character of the name; the whole expansion may be in double quotes.
  case parameter(isQuoted: Bool)
  /// In `$((…))`, with the number of open parentheses in it.
  case arithmetic(open: Int)

  /// The current word, if the context has words.
  var word: ShellWord? {
    get {
      switch self {
      case .plain(let word), .substitution(let word), .group(let word): word
      case .doubleQuotes, .parameter, .arithmetic: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .plain: self = .plain(newValue)
      case .substitution: self = .substitution(newValue)
      case .group: self = .group(newValue)
      case .doubleQuotes, .parameter, .arithmetic: break
      }
    }
  }
}

/// The current word of a command.
struct ShellWord: Equatable {
  /// The literal characters of the word, without quotes and references.
  var text: [UInt8] = []
  /// Whether the word has begun, even if it has no literal characters yet.
  var isBegun = false
  /// Whether the word contains a reference such as `$name`, whose value only the shell knows.
  var hasReference = false
  /// Whether the word may be the name of a command.
  var namesCommand = true
  /// Whether the word is the target of a redirection.
  var isTarget = false

  /// Whether the word becomes part of a program, as after `eval`.
  var isEvaluated = false

  /// Words that may precede the name of a command.
  private static let reserved: Set<String> = [
    "if", "then", "else", "elif", "do", "while", "until", "!", "{", "time", "command", "exec",
    "builtin", "env", "nohup", "nice", "sudo",
  ]
  /// Commands whose arguments are programs or, in some shells, expressions or variable names that
  /// may contain programs.
  private static let evaluating: Set<String> = [
    "eval", ".", "source", "trap", "alias", "let", "[[", "unset", "declare", "typeset", "local",
    "export", "readonly", "read", "mapfile", "readarray", "getopts",
  ]

  /// Whether the word begins with an assignment: `NAME=`.
  var isAssignment: Bool {
    guard let equals = text.firstIndex(of: .equals), equals > 0 else { return false }
    return text[..<equals].allSatisfy(\.isNamePart)
  }

  /// Whether the word determines which program is run.
  var isName: Bool { namesCommand && !isTarget && !isAssignment }

  /// The next word of the same command.
  var next: ShellWord {
    var next = ShellWord()
    guard isBegun else {
      (next.namesCommand, next.isTarget, next.isEvaluated) = (namesCommand, isTarget, isEvaluated)
      return next
    }
    let goesOn = isTarget || isAssignment || Self.reserved.contains(string)
    next.namesCommand = namesCommand && goesOn
    // After an option of a prefix command, as in `nice -n 5`, any of the next words may be the
    // command.
    let isOption = namesCommand && text.first == .minus
    next.isEvaluated =
      isEvaluated || isOption || namesCommand && Self.evaluating.contains(string)
    return next
  }

  /// The literal characters as a string.
  var string: String { String(decoding: text, as: UTF8.self) }
}
