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
