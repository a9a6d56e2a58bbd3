import Bytes

/// What is around a place of a command (POSIX, Shell Command Language, 2.2 and 2.6).
enum ShellContext: Equatable {
  /// No quotes, where words and commands are.
  case plain(ShellWord)
  /// The inside of `$(…)`, or of parentheses in it: as plain, up to its own parenthesis.
  case substitution(ShellWord)
  /// Parentheses within a substitution.
  case group(ShellWord)
  /// Between double quotes.
  case doubleQuotes
  /// Behind the operator of `${…}`, with quotes around all of it or none.
  case parameter(isQuoted: Bool)
  /// `$((…))`, and how many parentheses are open within it.
  case arithmetic(open: Int)

  /// The word at hand, where there are words.
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

/// The word of a command that is being read.
struct ShellWord: Equatable {
  /// Its characters that stand for themselves; none where it only has quotes and references so far.
  var text: [UInt8] = []
  /// Whether it has begun.
  var isBegun = false
  /// Whether it has a reference, such as `$name`: then its value is known only to the shell.
  var hasReference = false
  /// Whether it would be the name of a command.
  var namesCommand = true
  /// Whether it is where something is read from or written to.
  var isTarget = false

  /// Whether it becomes a part of a program, as after `eval`.
  var isEvaluated = false

  /// Words that a command's name may follow.
  private static let reserved: Set<String> = [
    "if", "then", "else", "elif", "do", "while", "until", "!", "{", "time", "command", "exec",
    "builtin", "env", "nohup", "nice", "sudo",
  ]
  /// Commands whose words are programs, or in some shells expressions and names of variables, which may have programs in
  /// them.
  private static let evaluating: Set<String> = [
    "eval", ".", "source", "trap", "alias", "let", "[[", "unset", "declare", "typeset", "local",
    "export", "readonly", "read", "mapfile", "readarray", "getopts",
  ]

  /// Whether it is an assignment as far as it goes: `NAME=`.
  var isAssignment: Bool {
    guard let equals = text.firstIndex(of: .equals), equals > 0 else { return false }
    return text[..<equals].allSatisfy(\.isNamePart)
  }

  /// Whether it says what is run.
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
    // After an option of a prefix, as in `nice -n 5`, it is unknown which word is the command.
    let isOption = namesCommand && text.first == .minus
    next.isEvaluated =
      isEvaluated || isOption || namesCommand && Self.evaluating.contains(string)
    return next
  }

  /// Its text.
  var string: String { String(decoding: text, as: UTF8.self) }
}
