/// An option of `less`: how it is written, and what it sets here, if anything.
///
/// Most of them ask for what is so anyway, or for what a reader does not miss; they are accepted without
/// effect, because they stand in aliases, scripts and `LESS`.
nonisolated struct LessOption {
  /// What follows a name.
  enum Argument {
    /// Nothing.
    case none
    /// Text up to a dollar sign.
    case text
    /// Digits, perhaps after a minus.
    case number
    /// As many of these characters as there are.
    case run(of: String)
  }

  /// What is said of an option.
  enum Setting {
    case on
    /// `-+X`: as if it had never been said.
    case reset
    case to(String)
  }

  typealias Effect = (inout CommandLineOptions, Setting) -> Void

  let letter: Character?
  let names: [String]
  let argument: Argument
  let effect: Effect?
  /// Why it cannot be given on the command line; in `LESS` it is without effect.
  let refusal: String?

  init(
    _ letter: Character? = nil, _ names: String..., argument: Argument = .none,
    refusal: String? = nil, effect: Effect? = nil
  ) {
    self.letter = letter
    self.names = names
    self.argument = argument
    self.refusal = refusal
    self.effect = effect
  }

  /// An option that is on or not.
  static func flag(
    _ letter: Character?, _ name: String, _ set: @escaping (inout CommandLineOptions, Bool) -> Void
  ) -> LessOption {
    LessOption(letter, name) { options, setting in
      if case .reset = setting { set(&options, false) } else { set(&options, true) }
    }
  }
}

nonisolated extension LessOption.Argument {
  var isNone: Bool { if case .none = self { true } else { false } }

  /// Takes an argument that stands behind its option, with what ends it.
  ///
  /// - Parameter usesBackslash: whether a backslash takes the meaning of what follows it away.
  func take(from text: inout Substring, usesBackslash: Bool = false) -> String {
    switch self {
    case .none: return ""
    case .number:
      let minus = text.first == "-" ? String(text.removeFirst()) : ""
      return minus + Self.run(of: "0123456789").take(from: &text)
    case .run(let characters):
      let run = text.prefix(while: characters.contains)
      text = text.dropFirst(run.count)
      return String(run)
    case .text:
      var taken = ""
      while let character = text.popFirst(), character != "$" {
        let isEscape = usesBackslash && character == "\\"
        taken.append(isEscape ? text.popFirst() ?? character : character)
      }
      return taken
    }
  }
}
